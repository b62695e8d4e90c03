#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""starts.py PROGRAM: a mistyped directory is recognised, --show is read before the embedding, and Ctrl-C of the page
prints the command that continues."""
import pathlib
import subprocess
import sys
import tempfile

from served import CLASSES, Served, check, write_graph


def ask(program, folder, *arguments, **more):
    return subprocess.run([program, "ask", *map(str, arguments)], cwd=folder, capture_output=True, text=True, input='{"quit":true}\n', **more)


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

        done = ask(program, folder, "mein", "--json")
        check(done.returncode == 2 and "'mein' is not a folder of answers, a file or a data set; did you mean 'mine'?" in done.stderr, done.stderr)
        done = ask(program, folder.parent, f"{folder}/mein", "--json")
        check(f"did you mean '{folder}/mine'?" in done.stderr, done.stderr)
        done = ask(program, folder, "edges.tsv", "--classes", classes, "--json")
        check("the answers need a directory — add --out DIR" in done.stderr, done.stderr)
        check(ask(program, folder, "mine", "--json").returncode == 0, "the correct name")
    print("typing errors are recognised, and Ctrl-C prints how to continue")


if __name__ == "__main__":
    main()
