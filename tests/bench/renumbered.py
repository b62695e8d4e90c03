#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether results with few labels on a graph without features depend on the numbering of its nodes.

    renumbered.py QUERENT SET LABELS [--orders 8] [--data ../shared/data/graphs]

Shuffles the lines of the edge list, whose order numbers the nodes, and asks for LABELS labels from the pool. Prints the error on items
never asked for each order, and the mean. Needs numpy and scipy, like unlike_sources.py.
"""
import argparse
import json
import pathlib
import random
import statistics
import subprocess
import tempfile

from unlike_sources import lines_of


def error(options, labels, lines_of_edges, order):
    random.Random(order).shuffle(lines_of_edges)
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as edges:
        edges.write("\n".join(lines_of_edges) + "\n")
        edges.flush()
        words = [options.program, "run", "--edges", edges.name, "--labels", str(labels), "--component", "largest", "--lenient", "--learner", "auto",
                 "--order", "pool", "--budget", str(options.labels), "--final", "--runs", "1", "--threads", "1", "--json", "--quiet"]
        done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)["mean"]["final_error"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("set")
    parser.add_argument("labels", type=int)
    parser.add_argument("--orders", type=int, default=8)
    parser.add_argument("--data", default="../shared/data/graphs")
    options = parser.parse_args()
    folder = pathlib.Path(options.data, options.set)
    (labels,) = list(folder.glob("labels.tsv")) or list(folder.glob("*labels.txt"))
    (edges,) = list(folder.glob("edges.tsv*")) or [file for file in folder.glob("*.txt") if file != labels]
    errors = [error(options, labels, lines_of(folder, edges.name.removesuffix(".xz")), order) for order in range(options.orders)]
    print(options.set, options.labels, *(f"{one:.3f}" for one in errors), f"mean {statistics.mean(errors):.4f}", sep="\t")


if __name__ == "__main__":
    main()
