# SPDX-License-Identifier: Apache-2.0
"""`querent ask --json` as a Python object, and graphs to label, for the tests of this folder."""
import csv
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "querent"
SOURCE = pathlib.Path(__file__).resolve().parents[2]
KARATE = SOURCE / "datasets/embedded/graphs/karate"


def environment(work):
    """An environment without the user's settings: its own cache, plain English."""
    return {**os.environ, "QUERENT_CACHE": str(work / "cache"), "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}


def truth_of(labels):
    return dict(line.split("\t") for line in labels.read_text().splitlines() if "\t" in line)


class Ask:
    """A running `querent ask … --json`."""

    def __init__(self, work, *arguments, **popen):
        self.waiting = []
        self.process = subprocess.Popen([PROGRAM, "ask", *map(str, arguments), "--json", "-q"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(work), **popen)

    def say(self, **line):
        self.process.stdin.write((json.dumps(line) + "\n").encode())
        self.process.stdin.flush()

    def receive(self):
        return self.waiting.pop(0) if self.waiting else self.read()

    def read(self):
        line = self.process.stdout.readline()
        return json.loads(line) if line else None

    def tell(self, **line):
        """Sends a line and returns the reply; questions that arrive before it are kept for receive()."""
        self.say(**line)
        while (reply := self.read()) and reply["type"] == "question":
            self.waiting.append(reply)
        return reply

    def quit(self):
        try:
            self.say(quit=True)
        except BrokenPipeError:
            pass
        out, err = self.process.communicate()
        return self.process.returncode, out.decode(), err.decode()


def run(work, *arguments, **kwargs):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, env=environment(work),
                          stdin=subprocess.DEVNULL, **kwargs)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def play(ask, answer, most=10**9):
    """Answers until there are `most` answers or no more questions; returns the questions and the last line, if any."""
    asked = []
    while len(asked) < most:
        reply = ask.receive()
        if reply is None:
            raise AssertionError(f"the program ended: {ask.process.stderr.read().decode()}")
        if reply["type"] == "done":
            return asked, reply
        if reply["type"] != "question":
            assert reply["type"] == "accepted", reply
            continue
        asked.append(reply)
        ask.say(id=reply["id"], answer=answer(reply["item"]), key=f"answer {reply['id']}")
    while (reply := ask.receive()) and reply["type"] != "accepted":
        pass
    return asked, None


def predictions(work, directory, to="results"):
    """The exported table by id, and its bytes."""
    out = work / to
    status, _, err = run(work, "ask", directory, "--export", out)
    assert status == 0, err
    table = (out / "predictions.csv").read_bytes()
    return {row["id"]: row for row in csv.DictReader(table.decode().splitlines())}, table


def facts(*cases):
    """Runs each case in its own folder and prints the result; the exit code is the number of failures."""
    only = sys.argv[2:]
    wrong = 0
    for case in cases:
        if only and case.__name__ not in only:
            continue
        with tempfile.TemporaryDirectory(prefix="querent-ask-") as folder:
            start = time.monotonic()
            try:
                output = case(pathlib.Path(folder))
                print(f"ok    {case.__doc__}{' (' + output + ')' if output else ''}, {time.monotonic() - start:.1f} s", flush=True)
            except Exception as error:  # any exception is a failure of the case
                wrong += 1
                import traceback
                traceback.print_exc()
                print(f"WRONG {case.__doc__}: {error}", flush=True)
    sys.exit(wrong)


def grid(path, n, seed=0, more=()):
    """Writes a graph of n nodes with three planted classes; returns the true classes."""
    draw = random.Random(seed)
    truth = {f"v{i}": "ABC"[i % 3] for i in range(n)}
    edges = {(f"v{i}", f"v{(i + 3) % n}") for i in range(n)} if n % 3 == 0 else set()
    names = list(truth)
    while len(edges) < 4 * n:
        u, v = draw.sample(names, 2)
        if truth[u] == truth[v] or draw.random() < 0.1:
            edges.add((u, v))
    edges = sorted(edges) + list(more)
    path.write_text("".join(f"{u}\t{v}\n" for u, v in edges))
    return truth
