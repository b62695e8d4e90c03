#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""speed.py BUILD [--quick] [--limit SECONDS] [--only PART,…] [--write docs/notes/performance.md]

Measures the speed of this project and of its peers from Debian in the same run, and prints a Markdown table. Figures are CPU
seconds on one thread; a peer that needs more than the limit, or more than three times our time if that is longer, is stopped
and shown as "> limit". BUILD is a build directory of the preset bench; graphs are made once below it. `--quick` skips the
graphs of 200,000 and a million nodes. `--write` puts the table between the marks of a page. ./dev bench does all of it.
"""
import argparse
import math
import os
import subprocess
import sys

import scaling
from measure import UNDER, Cost, Graphs, best, cost_in, google, machine, peer, printed, started, times, whole

SHIFT_INVERT = ["scipy_shift_invert", "slepc_shift_invert"]
MATRIX_FREE = ["scipy_lanczos", "scipy_lobpcg", "slepc_krylov_schur"]
# graph, Laplacian, tolerance, peers, whether in --quick. No shift-invert beyond 100,000 nodes: its fill has 1.4e9 non-zeros.
EMBEDDINGS = [("pubmed", "normalized", "1e-6", SHIFT_INVERT + MATRIX_FREE, True),
              ("debian", "normalized", "1e-6", SHIFT_INVERT + MATRIX_FREE, True),
              ("block-20000-45000-3-1", "normalized", "1e-6", SHIFT_INVERT + MATRIX_FREE, True),
              ("pubmed", "combinatorial", "1e-6", SHIFT_INVERT + MATRIX_FREE[1:], True),
              ("block-20000-45000-3-1", "combinatorial", "1e-6", SHIFT_INVERT + MATRIX_FREE[1:], True),
              ("block-200000-1000000-10-2", "normalized", "1e-6", MATRIX_FREE, False),
              ("block-200000-1000000-10-2", "combinatorial", "1e-6", MATRIX_FREE[1:], False),
              ("power_law-1000000-5000000", "normalized", "1e-4", MATRIX_FREE, False)]
ROWS_FILE = ("1000000", "50", "100000", "1")  # of ../shared/tools/sparse_rows.c


class Bench:
    def __init__(self, options):
        self.options = options
        self.source = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
        self.graphs = Graphs(os.path.join(options.build, "graphs"), self.source)
        self.lines = []

    def program(self, name):
        return os.path.join(self.options.build, "apps" if name == "querent" else "tests", name)

    def compare(self, what, ours, peers):
        """One line per peer: (name, arguments of peers.py)."""
        for k, (name, arguments) in enumerate(peers):
            theirs = peer(name, max(self.options.limit, math.ceil(3 * ours.cpu)), *arguments)
            self.say([what if k == 0 else "", ours.text() if k == 0 else "", name.replace("_", " "), theirs.text(),
                      times(ours, theirs)])
        if not peers:
            self.say([what, ours.text(), "–", "", ""])

    def say(self, cells):
        self.lines.append("| " + " | ".join(cells) + " |")
        print(self.lines[-1], file=sys.stderr, flush=True)

    def chosen(self, quick):
        return quick or not self.options.quick

    def embedding(self):
        for name, kind, tolerance, peers, quick in EMBEDDINGS:
            edges = self.graphs.edges(name) if self.chosen(quick) else None
            if edges is None:
                continue
            run = lambda threads: printed([self.program("bench_embedding"), edges, "100", kind, tolerance, str(threads)], threads)
            repeats = 3 if quick else 1
            arguments = [self.graphs.path(name, "npz"), 100, kind, tolerance]
            self.compare(f"embedding of {name}, {kind}, d = 100, {tolerance}", best(lambda: run(1), repeats),
                         [(p, arguments) for p in peers])
            self.compare("the same on two threads", best(lambda: run(2), repeats), [])

    def products(self):
        name = "block-200000-1000000-10-2"
        edges = self.graphs.edges(name) if self.chosen(False) else None
        for label, cost in google(self.program("bench_products"), "/200000").items():
            peers = [("scipy_product", [self.graphs.path(name, "npz")])] if edges and label.startswith("floats/by_degree") else []
            self.compare(f"one product with eight columns, 200,000 nodes, `{label}`", cost, peers)

    def classified_nodes(self):
        for name, quick in (("pubmed", True), ("debian", True), ("power_law-1000000-5000000", False)):
            edges = self.graphs.edges(name) if self.chosen(quick) else None
            if edges is None:
                continue
            command = [self.program("querent"), "run", edges, "--labels", self.graphs.path(name, "labels"), "--learner", "MSG",
                       "--runs", "1", "--no-cache", "--quiet"]
            peers = [("sklearn_classified_nodes", [edges, 100, self.graphs.path(name, "labels")])] if quick else []
            self.compare(f"{name}, from its files to classified nodes", best(lambda: whole([*command, "--threads", "1"]), 2), peers)
            self.compare("the same on two threads", best(lambda: whole([*command, "--threads", "2"], 2), 2), [])

    def rounds(self):
        cost = google(self.program("bench_rounds"), ".*")
        peers = {"round<Rls>/100/3": [("numpy_rls", [100, 3])], "round<Rls>/500/3": [("numpy_rls", [500, 3])],
                 "sparse_round/PA_I": [("sklearn_pa_round", [100_000])]}
        for label, ours in cost.items():
            self.compare(f"a round, `{label}`", ours, peers.get(label, []))

    def reading(self):
        for label, ours in google(self.program("bench_edge_list"), "numbers" if self.options.quick else ".*").items():
            nodes = 1_000_000 if "1e6" in label else 100_000
            wanted = label.startswith("text_to_data") or label.startswith("text_to_rows/numbers")
            self.compare(f"edge list in memory, {10 * nodes:,} edges, `{label}`", ours,
                         [("pandas_edge_list", [nodes])] if wanted else [])

    def stream(self):
        tool = os.path.join(self.graphs.tools, "sparse_rows.c")
        path = self.graphs.path("rows", "svm")
        if self.options.quick or not os.path.exists(tool):
            print("skipped: the pass over a million rows", file=sys.stderr)
            return
        if not os.path.exists(path):
            subprocess.run(["cc", "-O2", tool, "-lm", "-o", path + ".program"], check=True)
            with open(path, "wb") as out:
                subprocess.run([path + ".program", *ROWS_FILE], stdout=out, check=True)
        with open(path, "rb") as file:  # into the page cache
            while file.read(1 << 16):
                pass
        done = started([self.program("bench_stream"), path, "2"], 2, 600)
        passes = {}
        for line in done.stdout.splitlines():
            what, _, rest = line.partition("\tthreads ")
            passes.setdefault((what, rest[0]), []).append(line)
        for k, ((what, threads), lines) in enumerate(passes.items()):
            ours = min(map(cost_in, lines), key=lambda cost: cost.cpu)
            self.compare(f"one pass of PA-I over 1,000,000 rows of 50, {what}, {'two threads' if threads == '2' else 'one thread'}", ours,
                         [("sklearn_stream", [path])] if k == 0 else [])
        run = [self.program("querent"), "run", path, "--stream", "--classes=-1,1", "--learner", "PA-I", "--quiet"]
        self.compare("the same, the whole program", best(lambda: whole(run, 2), 3), [])
        cached = [*run, "--cache"]
        whole(cached, 2)
        self.compare("the same from its cache", best(lambda: whole(cached, 2), 3), [])

    def kernels(self):
        folder = self.graphs.vectors
        if self.options.quick or not os.path.isdir(folder):
            return
        done = started([self.program("bench_kernel"), folder], 1, 600)
        for line in done.stdout.splitlines():
            words = line.split()
            cpu = float(words[words.index("seconds") + 1])
            self.compare(f"one pass of double updating over {words[0]}", Cost(cpu, cpu), [])


PARTS = ["embedding", "products", "classified_nodes", "rounds", "reading", "stream", "kernels"]
HEAD = ["what", "querent", "peer", "its", "times as long"]


def put_between_marks(page, name, text):
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    with open(page) as file:
        old = file.read()
    head, tail = old.index(begin) + len(begin), old.index(end)
    with open(page, "w") as file:
        file.write(old[:head] + "\n" + text + "\n\n" + old[tail:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--only", default=",".join(PARTS))
    parser.add_argument("--write", metavar="PAGE")
    parser.add_argument("--scaling", action="store_true", help="time and memory from 10^4 to 10^7 nodes instead: docs/scaling.tsv")
    parser.add_argument("--under", metavar="COMMAND", default="", help="command that starts every measured program, such as 'taskset -c 1'")
    options = parser.parse_args()
    UNDER.extend(options.under.split())
    bench = Bench(options)
    if options.scaling:
        scaling.main(bench.graphs.folder, bench.program("bench_planted_graph"), bench.program("bench_embedding"), os.path.join(bench.source, "docs", "scaling"))
        return
    on = machine()
    bench.say(HEAD)
    bench.say(["---"] * len(HEAD))
    for part in options.only.split(","):
        getattr(bench, part)()
    text = f"{on}.\n\n" + "\n".join(bench.lines)
    print(text)
    if options.write:
        put_between_marks(options.write, "bench", text)


main()
