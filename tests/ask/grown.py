#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A graph grows by a few nodes between two starts: grown.py QUERENT

The second start does not wait for the whole embedding, keeps the answer, predicts the new nodes by their neighbours and embeds
the whole meanwhile; the third start finds it."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from served import check

NODES, NEW = 10_400, 100  # smaller graphs are always embedded as a whole


def edges(nodes):
    """Two halves, even and odd; each node is joined to its neighbours on a ring of its half and to one further node."""
    half = [(i, (i + step) % NODES) for i in range(NODES) for step in (2, 6, 2 * (i * i % 97) + 2)] + [(0, 1)]
    return "".join(f"{a} {b}\n" for a, b in sorted({(min(e), max(e)) for e in half if e[0] != e[1]}) if a < nodes and b < nodes)


def ask(program, folder, *words):
    environment = {**os.environ, "QUERENT_CACHE": str(folder / "cache")}
    return subprocess.Popen([program, "ask", *map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env=environment)


def summary(program, folder):
    """The messages at a start; without a terminal the program then ends."""
    return ask(program, folder, folder / "mine").communicate("")[1]


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        graph, kept = folder / "graph.txt", lambda: len(list((folder / "cache" / "embeddings").glob("*.embedding")))
        graph.write_text(edges(NODES - NEW))
        first = ask(program, folder, "--edges", graph, "--classes", "even,odd", "--out", folder / "mine", "--dim", "20", "--json")
        question = json.loads(first.stdout.readline())
        answer = {"id": question["id"], "answer": "odd" if int(question["item"]) % 2 else "even"}
        first.communicate(json.dumps(answer) + '\n{"quit":true}\n')
        check(first.returncode == 0 and kept() == 1, "the first start embeds the whole graph")

        graph.write_text(edges(NODES))
        output = summary(program, folder)
        check(f"{NEW} nodes new since the last start: their rows are computed from their neighbours" in output, output)
        second = ask(program, folder, folder / "mine", "--json")
        question = json.loads(second.stdout.readline())
        check(question["asked"] == 1, "the answer is stored", question)
        until = time.monotonic() + 200
        while kept() < 2 and time.monotonic() < until:
            time.sleep(0.1)
        second.communicate('{"quit":true}\n')
        check(second.returncode == 0 and kept() == 2, "the whole graph is embedded while questions are answered")

        output = summary(program, folder)
        check("new since" not in output and "embedding from the cache" in output, output)
    print("a grown graph: new nodes are placed at once, the whole graph is embedded for the next start")


main()
