#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Waiting times of an annotator at the page of `querent ask --web`.

    ask_latency.py QUERENT [--nodes 20000 | --edges FILE --labels FILE] [--answers 300] [--think 0] [--cache DIR] [--no-browser]

Labels a graph of planted classes, or that of FILE, over one connection as the page does, and prints for each of
    answer    → durable acknowledgement, while the model learns the answer before
    question  → the next question, chosen with all answers
    around    → the neighbourhood of that question
    progress  → counts, estimate and curve
    anew      → the question after an answer was taken back (every --undo answers) and repeated, --think later
the median and the 99th percentile in milliseconds, of wall time and of CPU time (all threads of the server except the one that computes
predictions at a lower priority); then the time until the first question can be answered in chromium, and the peak memory of the server.
Use a release build; docs/notes/ask.md has such figures. If other work is running, only the CPU times are meaningful.
"""
import argparse
import http.client
import json
import os
import pathlib
import random
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "ask"))
from served import CLASSES, Served, quantile  # noqa: E402


def from_files(folder, edges, labels):
    """The options for an existing graph; each title ends with the right answer."""
    truth = dict(line.split("\t")[:2] for line in labels.read_text().splitlines() if "\t" in line)
    with open(folder / "titles.tsv", "w") as out:
        out.write("id\ttitle\n" + "".join(f"{i}\tPaper {i} of {of}\n" for i, of in truth.items()))
    return ["--edges", edges, "--show", folder / "titles.tsv", "--classes", ",".join(sorted(set(truth.values())))]


def planted(folder, nodes, degree=8, seed=1):
    rng = random.Random(seed)
    with open(folder / "edges.tsv", "w") as out:
        for i in range(4, nodes):
            out.write(f"n{i - 4}\tn{i}\n")
            for _ in range(degree // 2 - 1):
                j = rng.randrange(nodes // 4) * 4 + i % 4 if rng.random() < 0.85 else rng.randrange(nodes)
                if i != j:
                    out.write(f"n{i}\tn{j}\n")
        out.write("n0\tn1\nn1\tn2\nn2\tn3\n")
    with open(folder / "titles.tsv", "w") as out:
        out.write("id\ttitle\n" + "".join(f"n{i}\tPaper {i} of {CLASSES[i % 4]}\n" for i in range(nodes)))


def used(pid):
    """CPU milliseconds of the threads of a process, except those with a lower priority (nice)."""
    nice = lambda task: int((task / "stat").read_text().rsplit(")", 1)[1].split()[16])
    own, total = nice(pathlib.Path(f"/proc/{pid}/task/{pid}")), 0
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            if nice(task) <= own:
                total += int((task / "schedstat").read_text().split()[0])
        except (FileNotFoundError, ProcessLookupError):
            pass  # the thread has ended meanwhile
    return total / 1e6


class Line:
    """One persistent connection."""

    def __init__(self, server):
        self.line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=600)
        self.headers = {"Authorization": f"Bearer {server.token}", "Content-Type": "application/json"}
        self.pid = server.process.pid
        self.took, self.worked = {}, {}

    def ask(self, name, method, path, body=None):
        before, began = used(self.pid), time.perf_counter()
        self.line.request(method, "/api/" + path, json.dumps(body) if body else None, self.headers)
        answer = self.line.getresponse()
        data = answer.read()
        self.took.setdefault(name, []).append(1000 * (time.perf_counter() - began))
        self.worked.setdefault(name, []).append(used(self.pid) - before)
        if answer.status != 200:
            sys.exit(f"{path}: {answer.status} {data}")
        return json.loads(data)


def most_memory(pid):
    """Peak resident memory in MB."""
    return next(int(line.split()[1]) for line in open(f"/proc/{pid}/status") if line.startswith("VmHWM")) / 1024


def page_load(server, times=10):
    """Milliseconds from opening the address to a question that can be answered, measured by the browser."""
    from chromium import Browser
    took = []
    with Browser() as browser:
        browser.open(server.url)
        for _ in range(times):
            browser.js("sessionStorage.t = '1'; location.reload()")
            time.sleep(0.3)
            while not browser.js("return !!document.querySelector('.card .title')"):
                time.sleep(0.05)
            took.append(browser.js("return performance.getEntriesByName('question')[0].startTime"))
    return took


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--edges", type=pathlib.Path)
    parser.add_argument("--labels", type=pathlib.Path)
    parser.add_argument("--undo", type=int, default=0)
    parser.add_argument("--answers", type=int, default=300)
    parser.add_argument("--think", type=float, default=0, help="seconds from a question to its answer, in which the program may prepare for the next")
    parser.add_argument("--dim", default="100")
    parser.add_argument("--ahead", type=int, default=2, help="questions held in advance: the page has 2, the terminal 1")
    parser.add_argument("--cache", help="folder for embeddings, instead of a temporary one")
    parser.add_argument("--no-browser", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        source = from_files(folder, given.edges, given.labels) if given.edges else planted(folder, given.nodes)
        began = time.monotonic()
        server = Served(given.program, folder, "--dim", given.dim, source=source)
        if given.cache:
            server.environment["QUERENT_CACHE"] = given.cache
        server.start(first=True)
        try:
            print(f"{given.edges or f'{given.nodes} nodes'}, load {os.getloadavg()[0]:.1f}; serving after {time.monotonic() - began:.1f} s")
            line = Line(server)
            questions = line.ask("first question", "GET", f"questions?by=a&k={given.ahead}")["questions"]
            for i in range(given.answers):
                question = questions.pop(0)
                of = question["title"].split()[-1]
                time.sleep(given.think)
                line.ask("answer", "POST", "answer", {"by": "a", "key": f"k{i}", "id": question["id"], "answer": of, "seconds": 1})
                again = given.undo and i % given.undo == given.undo - 1
                if again:
                    line.ask("undo", "POST", "answer", {"by": "a", "key": f"u{i}", "undo": True})
                    line.ask("what was undone", "GET", f"questions?by=a&k={given.ahead}")
                    time.sleep(given.think)
                    line.ask("answer", "POST", "answer", {"by": "a", "key": f"k{i} again", "id": question["id"], "answer": of, "seconds": 1})
                questions = line.ask("anew" if again else "question", "GET", f"questions?by=a&k={given.ahead}")["questions"]
                line.ask("around", "GET", f"neighbourhood?item={questions[-1]['item']}")
                if i % 10 == 0:
                    line.ask("progress", "GET", "progress")
            for name in ("answer", "question", "around", "progress", "what was undone", "anew"):
                took = line.took.get(name, [])
                if not took:
                    continue
                worked = line.worked[name]
                print(f"{name:15} p50 {quantile(took, .5):8.2f} ms   p99 {quantile(took, .99):8.2f} ms   "
                      f"processor p50 {quantile(worked, .5):8.2f} ms   p99 {quantile(worked, .99):8.2f} ms   ({len(took)})")
            if not given.no_browser:
                took = page_load(server)
                print(f"page            p50 {quantile(took, .5):8.2f} ms   most {max(took):7.2f} ms   ({len(took)})")
            print(f"memory          {server.memory():.0f} MB, at most {most_memory(server.process.pid):.0f} MB")
            server.stop()
        finally:
            server.process.kill()


main()
