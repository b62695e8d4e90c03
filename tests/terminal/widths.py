#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Output on a terminal: widths.py QUERENT. Progress takes one line at any width; tables and help fit; a closed pipe is silent."""
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
import unicodedata


FITTING = [words.split() for words in (
    "--help", "run --help", "help run", "help budget", "help all", "help sources", "help formats", "help output", "help learners",
    "datasets", "learners", "learners MSG", "inspect karate", "run karate --learner MSG --learner auto --runs 3 --final",
    "sweep karate --learner MSG --learner BBQ --rates 0.3,0.6 --dim 8 --runs 2", "reproduce")]


def shown(columns, *words):
    """The output of the program on a terminal with `columns` columns."""
    pid, master = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))  # before the program reads the size
        os.execv(words[0], words)
    text = b""
    while True:
        try:
            block = os.read(master, 65536)
        except OSError:
            break
        if not block:
            break
        text += block
    os.waitpid(pid, 0)
    return text.decode()


def columns_of(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def main():
    program = sys.argv[1]
    passed = failed = 0
    with tempfile.TemporaryDirectory() as cache:
        os.environ["QUERENT_CACHE"] = cache
        for columns in (120, 80, 50, 30):
            output = shown(columns, program, "run", "digits", "--learner", "M-DUOL-appr", "--learner", "MSG", "--runs", "8")
            drawn = re.findall(r"\r\x1b\[K([^\r\n]*)", output)
            lines = [line for line in drawn if "%" in line]
            too_long = [line for line in lines if columns_of(line) >= columns]
            if not lines or too_long:
                failed += 1
                print(f"{columns} columns: {len(lines)} lines of progress, too long: {too_long[:3]}")
            else:
                passed += 1
        for columns in (80, 50):
            for words in FITTING:
                lines = shown(columns, program, *words).replace("\r", "").split("\n")
                # the summary of the input is in sentences, which the terminal wraps
                too_long = [line for line in lines if columns_of(line) > columns and not re.search(r": graph of .*, embedd|^left out or merged: |^file: ", line)]
                if len(lines) < 5 or too_long:
                    failed += 1
                    print(f"{columns} columns: querent {' '.join(words)}: too long: {too_long[:3]}")
                else:
                    passed += 1
        # a table of 80 columns: each data set starts its own line
        lines = shown(80, program, "datasets").replace("\r", "").split("\n")
        if sum(line.startswith("pubmed ") for line in lines) != 1 or sum("───" in line for line in lines) != 1:
            failed += 1
            print("datasets is not one table of 80 columns", lines[:5])
        else:
            passed += 1
        # on a terminal predictions are summarised, elsewhere rows are printed; "--out -" prints rows everywhere
        model = os.path.join(cache, "karate.model")
        subprocess.run([program, "train", "karate", "--learner", "MSG", "--dim", "3", "--model", model, "--quiet"], check=True, capture_output=True)
        ask = [program, "predict", "--model", model, "karate"]
        rows = subprocess.run(ask, check=True, capture_output=True, text=True).stdout
        summary, both = shown(80, *ask), shown(80, *ask, "--out", "-")
        header = "id,predicted,margin,label"
        right = (rows.startswith(header) and len(rows.splitlines()) == 35 and header not in summary and "34 nodes predicted" in summary
                 and "--out - prints them" in summary and header in both)
        if right:
            passed += 1
        else:
            failed += 1
            print("predict:", summary, both[:200])
        help_of = lambda word: subprocess.run([program, "help", word], capture_output=True, text=True).stdout
        for word in ("mirror", "offline"):
            if "QUERENT_MIRROR" in help_of(word):
                passed += 1
            else:
                failed += 1
                print("help", word, "does not mention QUERENT_MIRROR")
    done = subprocess.run(f"{program} help run | head -1", shell=True, capture_output=True, text=True,
                          executable="/bin/bash")
    if done.stderr:
        failed += 1
        print("a closed pipe is not silent:", done.stderr)
    else:
        passed += 1
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
