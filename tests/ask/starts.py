#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""starts.py PROGRAM: a mistyped directory is recognised, --show is read before the embedding, Ctrl-C of the page
prints the command that continues, and a later start can change goals, source and files, but not what its answers belong to."""
import json
import pathlib
import socket
import subprocess
import sys
import tempfile

from served import CLASSES, Served, check, write_graph


def ask(program, folder, *arguments, typed='{"quit":true}\n', **more):
    return subprocess.run([program, "ask", *map(str, arguments)], cwd=folder, capture_output=True, text=True, input=typed, **more)


def later_starts(program, folder):
    (folder / "ring.tsv").write_text("a b\nb c\nc a\nc d\nd e\ne f\nf d\n")
    (folder / "grown.tsv").write_text("a b\nb c\nc a\nc d\nd e\ne f\nf d\nf g\ng h\nh f\n")
    first = ("--edges", "ring.tsv", "--classes", "X,Y", "--budget", "2", "--out", "rings", "--json")
    answers = '{"id":1,"answer":"X"}\n{"id":2,"answer":"Y"}\n'
    check('"reason":"budget"' in ask(program, folder, *first, typed=answers).stdout, "the first budget")
    check('"reason":"budget"' in ask(program, folder, "rings", "--json").stdout, "the budget is remembered")
    line = ask(program, folder, "rings", "--budget", "4", "--json").stdout.splitlines()[0]
    check(json.loads(line)["type"] == "question" and json.loads(line)["budget"] == 4, "a greater budget continues", line)

    done = ask(program, folder, "--edges", "grown.tsv", "--out", "rings", "--json", typed='{"item":"h","answer":"Y"}\n{"quit":true}\n')
    check(done.returncode == 0, done.stderr)
    (folder / "titles.tsv").write_text("id\ttitle\n" + "".join(f"{k}\tNode {k}\n" for k in "abcdefgh"))
    check(ask(program, folder, "rings", "--show", "titles.tsv", "--json").returncode == 0, "--show at a later start")
    done = ask(program, folder, "rings", "--export", "out")
    labels = (folder / "out" / "labels.tsv").read_text()
    check("h\tY" in labels and "missing" not in done.stderr, "the new source is remembered", labels, done.stderr)
    check("Node h" in (folder / "out" / "predictions.csv").read_text(), "and so is --show")
    (folder / "titles.tsv").unlink()
    done = ask(program, folder, "rings", "--json")
    check(done.returncode == 4 and "--show of an earlier start: give its new place, or --show ''" in done.stderr, done.stderr)
    check(ask(program, folder, "rings", "--show", "", "--json").returncode == 0, "an empty name removes a file")
    check(ask(program, folder, "rings", "--json").returncode == 0, "for good")

    (folder / "other.tsv").write_text("x y\ny z\nz x\n")
    for more in (("--json",), ("--export", "out")):
        done = ask(program, folder, "--edges", "other.tsv", "--out", "rings", *more)
        check(done.returncode == 2 and "no node of 'other.tsv' is known to the answers in 'rings' — give --out DIR for another session" in done.stderr, "another source", done.stderr)
    check("h\tY" in labels and ask(program, folder, "rings", "--json").returncode == 0, "is not remembered")

    for change in (("--learner", "AROW"), ("--query", "random"), ("--seed", "3"), ("--find", "X"), ("--order", "stream")):
        done = ask(program, folder, "rings", *change, "--json")
        check(done.returncode == 2 and "error: " in done.stderr, "what the answers belong to", change, done.stdout, done.stderr)
    check("--seed cannot change in a session with answers" in ask(program, folder, "rings", "--seed", "3", "--json").stderr, "the reason")


def rows_without_scores(program, folder):
    """Predictions are computed in a thread of their own: its error ends the program as any other does."""
    (folder / "far.csv").write_text("x,y\n" + "".join(f"{sign}1e200,{sign}1e200\n" for sign in ("", "-") * 20))
    rows = ("far.csv", "--as", "vectors", "--scale", "none", "--learner", "AROW", "--classes", "A,B", "--out", "far", "--json")
    done = ask(program, folder, *rows, typed="".join(f'{{"id":{k},"answer":"{"AB"[k % 2]}"}}\n' for k in range(1, 9)))
    check(done.returncode in (0, 3) and (done.returncode == 0 or "error: " in done.stderr), "no abort", done.returncode, done.stderr)


def moved_folder(program, folder):
    (folder / "export.ris").write_text("".join(f"TY  - JOUR\nTI  - {k}\nAU  - A, B\nPY  - 2001\nER  - \n" for k in ("Trial of statins", "Study of dogs", "Statins for dogs", "Study, a trial")))
    line = ask(program, folder, "export.ris", "--find", "relevant", "--json", typed='{"id":1,"answer":"relevant"}\n{"quit":true}\n').stdout.splitlines()[1]
    check(json.loads(line)["type"] == "accepted", line)
    (folder / "export").rename(folder / "moved")
    for _ in range(2):
        done = ask(program, folder, "moved", "--json")
        check(done.returncode == 0 and json.loads(done.stdout.splitlines()[0])["asked"] == 1, "a folder that was moved continues", done.stdout, done.stderr)


def refused_starts(program, folder):
    for k, bad in enumerate((("--classes", "X\tY,Z"), ("--classes", "X," + "Y" * 201), ("--classes", b"X,\xff"), ("--by", "n" * 101), ("--by", "n\x1b"), ("--find", "a\tb"))):
        done = subprocess.run([program, "ask", "--edges", "ring.tsv", "--json", "--out", f"bad{k}", *bad], cwd=folder, capture_output=True, stdin=subprocess.DEVNULL)
        check(done.returncode == 2 and b"expected a " in done.stderr, bad, done.stderr)
        check(not (folder / f"bad{k}").exists(), "no folder for a name that cannot be stored", bad)
    for bad, why in (("X\x1b", "s.tsv:2:3: expected a class name on one line, without control characters — correct the name"), ("Y" * 201, "s.tsv:2:3: expected a class name of at most 200 bytes — correct the name")):
        (folder / "s.tsv").write_text(f"a\tX\nb\t{bad}\n")
        for start in (("--edges", "ring.tsv", "--classes", "X,Y", "--out", "seeded"), ("rings",)):
            done = ask(program, folder, *start, "--seeds", "s.tsv", "--json")
            check(done.returncode == 3 and why in done.stderr, "a class that cannot be stored", done.returncode, done.stderr)
    check(not (folder / "seeded").exists() and ask(program, folder, "rings", "--json").returncode == 0, "nothing of it is stored")
    (folder / "new").mkdir()
    (folder / "new" / "answers.sqlite").touch()  # what a full disk leaves
    done = ask(program, folder, "new", "--json")
    check(done.returncode == 2 and "new: this directory has no answers: its first start failed — repeat that command" in done.stderr, "a start that failed", done.stderr)
    check(ask(program, folder, "--edges", "ring.tsv", "--classes", "X,Y", "--out", "new", "--json").returncode == 0, "can be repeated")
    done = ask(program, folder, "--edges", "ring.tsv", "--classes", "X,Y", "--out", "terminal")
    check(done.returncode == 2 and not (folder / "terminal").exists(), "no folder without a way to ask", done.stderr)
    check(ask(program, folder, "--edges", "ring.tsv", "--classes", "X,Y", "--keys", "", "--out", "keys", "--json").returncode == 0, "no keys")
    check(ask(program, folder, "keys", "--json").returncode == 0, "an empty value is not stored")


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        write_graph(folder)
        classes = ",".join(CLASSES)

        done = ask(program, folder, "--edges", "edges.tsv", "--show", "titels.tsv", "--classes", classes, "--out", "mine", "--json")
        check(done.returncode == 4 and "titels.tsv: cannot be opened" in done.stderr, done.stderr)
        check("embedd" not in done.stderr and "graph of" not in done.stderr, "reported before anything else", done.stderr)

        server = Served(program, folder).start(first=True)
        check(server.stop() == 130, "Ctrl-C")
        output = (folder / "errors").read_text()
        check(f"all answers are saved; `querent ask {folder}/mine --web` continues" in output, output)

        with socket.create_server(("127.0.0.1", server.port)):
            old, new = server.port, server.start().port
            server.stop()
        check(new != old and f"another program uses port {old} of the last start" in (folder / "errors").read_text(), "a note names the old port")

        done = ask(program, folder, "mein", "--json")
        check(done.returncode == 2 and "'mein' is not a folder of answers, a file or a data set; did you mean 'mine'?" in done.stderr, done.stderr)
        done = ask(program, folder.parent, f"{folder}/mein", "--json")
        check(f"did you mean '{folder}/mine'?" in done.stderr, done.stderr)
        done = ask(program, folder, "edges.tsv", "--classes", classes, "--json")
        check("the answers need a directory — add --out DIR" in done.stderr, done.stderr)
        check(ask(program, folder, "mine", "--json").returncode == 0, "the correct name")
        later_starts(program, folder)
        moved_folder(program, folder)
        refused_starts(program, folder)
    print("typing errors are recognised, and Ctrl-C prints how to continue")


if __name__ == "__main__":
    main()
