#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""help_examples.py QUERENT: runs the examples of `querent --help`, `querent COMMAND --help` and the man page in a folder with the files
that they name. None may be rejected; examples that ask a person must end with a message, because there is no terminal."""
import os
import re
import subprocess
import sys
import tempfile

querent = sys.argv[1]


def output_of(*words):
    return subprocess.run([querent, *words], capture_output=True, text=True, check=True).stdout


def examples():
    """The lines below "Examples" and "Begin with", joined at backslashes, and the examples of the man page."""
    pages = [output_of("--help")] + [output_of(command, "--help") for command in ("run", "ask", "train", "sweep", "embed", "predict")]
    man = output_of("help", "--as", "man").replace("\\-", "-").replace("\\e", "\\")
    blocks = [re.search(r"^(?:Examples|Begin with)\n((?:  .*\n)+)", page, re.M)[1] for page in pages]
    blocks.append(re.search(r"^\.SH EXAMPLES\n\.nf\n(.*?)\.fi", man, re.M | re.S)[1])
    assert man.index(".SH EXAMPLES") < man.index(".SH COMMANDS")
    for block in blocks:
        yield from (line.strip() for line in re.sub(r" *\\\n +", " ", block).strip().split("\n"))


def main():
    failed = ran = 0
    with tempfile.TemporaryDirectory() as work:
        os.environ["PATH"] = f"{os.path.dirname(querent)}:{os.environ['PATH']}"
        os.environ["QUERENT_CACHE"] = os.path.join(work, "cache")

        def file(name, text):
            with open(os.path.join(work, name), "w", encoding="utf-8") as out:
                out.write(text)

        ring = range(40)
        edges = "".join(f"{i}\t{(i + k) % 40}\n" for i in ring for k in (1, 2, 7))
        labels = "".join(f"{i}\t{'AB'[i >= 20]}\n" for i in ring)
        rows = "x,y,class\n" + "".join(f"{i},{i * i % 17},{['ham', 'spam'][i % 3 == 0]}\n" for i in ring)
        for name, text in {"edges.tsv": edges, "e.tsv": edges, "labels.tsv": labels, "l.tsv": labels, "rows.csv": rows, "new.csv": rows,
                           "titles.tsv": "".join(f"{i}\tPaper {i}\n" for i in ring),
                           "graph.graphml": '<graphml><graph edgedefault="undirected">' + "".join(f'<node id="{i}"/>' for i in ring) +
                           "".join(f'<edge source="{i}" target="{(i + 1) % 40}"/>' for i in ring) + "</graph></graphml>"}.items():
            file(name, text)
        subprocess.run("gzip -k rows.csv", shell=True, cwd=work, check=True)
        subprocess.run([querent, "train", "rows.csv", "--learner", "PA-I", "--model", "mine.model"], cwd=work, check=True, capture_output=True)
        subprocess.run([querent, "train", "--edges", "edges.tsv", "--labels", "labels.tsv", "--learner", "MSG", "--dim", "5", "--model", "graph.model"],
                       cwd=work, check=True, capture_output=True)
        for example in examples():
            ran += 1
            # examples that need a network, fifty columns or much time use local data instead
            command = re.sub(r"\bcora\b(?!\.)", "karate", example).replace("--dim 100", "--dim 5").replace("--dim 50", "--dim 5")
            if "--model mine.model --edges" in command:
                command = command.replace("predict --model mine.model", "predict --model graph.model")
            asks = command.startswith("querent ask")
            if asks and "--export" in command:  # with the answers of the earlier examples
                subprocess.run(f"{querent} ask --edges edges.tsv --classes A,B,C --dim 5 --out mine --json", shell=True, cwd=work,
                               stdin=subprocess.DEVNULL, capture_output=True, check=True)
                asks = False
            try:
                done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=work, capture_output=True, text=True,
                                      stdin=subprocess.DEVNULL, timeout=6 if "--web" in command else 60)
                code, errors = done.returncode, done.stderr
            except subprocess.TimeoutExpired:  # the server of a page waits for its user
                if "--web" not in command:
                    raise
                code, errors = 0, ""
            if code != 0 and not (asks and "terminal" in errors):
                failed += 1
                print(f"WRONG $ {command}\n      exit {code}: {errors.strip()[-300:]}")
    print(f"{ran} examples, {failed} wrong")
    return failed > 0 or ran < 18


if __name__ == "__main__":
    sys.exit(main())
