# SPDX-License-Identifier: Apache-2.0
"""How time and memory of an embedding grow from 10^4 to 10^6 nodes: the table docs/scaling.tsv, which docs/figures.py draws."""
import os
import sys

from measure import best, printed

SIZES = [10_000, 30_000, 100_000, 300_000, 1_000_000]
FAMILIES = ("own_power_law", "own_blocks")


def measure(graphs, program, table):
    with open(table, "w") as out:
        print("family\tnodes\tedges\twall s\tCPU s\tMB", file=out)
        for family in FAMILIES:
            for n in SIZES:
                edges = graphs.edges(f"{family}-{n}")
                with open(edges, "rb") as file:
                    m = sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))
                with open(graphs.path(f"{family}-{n}", "labels"), "rb") as file:
                    nodes = sum(1 for _ in file)
                cost = best(lambda: printed([program, edges, "100", "normalized", "auto", "2"], 2), 3 if n < 300_000 else 1)
                print(family, nodes, m, f"{cost.wall:.3f}", f"{cost.cpu:.3f}", f"{cost.peak:.0f}", sep="\t", file=out, flush=True)
                print(family, nodes, cost.text(), file=sys.stderr, flush=True)


def main(graphs, program, out):
    measure(graphs, program, out + ".tsv")
    print(f"written: {os.path.basename(out)}.tsv; docs/figures.sh draws it", file=sys.stderr)
