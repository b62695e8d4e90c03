# SPDX-License-Identifier: Apache-2.0
"""How time and memory of an embedding grow from 10^4 to 10^7 nodes: the table docs/scaling.tsv, which docs/figures.py draws."""
import os
import subprocess
import sys

from measure import best, printed

SIZES = [10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000]
FAMILIES = ("power_law", "blocks")
LIMIT = 3600.0  # seconds of a run


def measure(folder, generator, program, table):
    with open(table, "w", encoding="utf-8") as out:
        print("family\tnodes\tedges\twall s\tCPU s\tMB", file=out)
        for family in FAMILIES:
            for n in SIZES:
                edges = os.path.join(folder, f"{family}-{n}.txt")
                with open(edges, "wb") as text:
                    subprocess.run([generator, str(n), family], stdout=text, check=True)
                embedding = [program, edges, "100", "normalized", "auto", "2"]
                cost = best(lambda: printed(embedding, 2, LIMIT), 3 if n < 300_000 else 1)
                os.remove(edges)
                if cost.failed or cost.exceeded:
                    sys.exit(f"{family}, {n} nodes: {cost.text()}")
                print(family, cost.nodes, cost.edges, f"{cost.wall:.3f}", f"{cost.cpu:.3f}", f"{cost.peak:.0f}", sep="\t", file=out, flush=True)
                print(family, cost.nodes, cost.text(), file=sys.stderr, flush=True)


def main(folder, generator, program, out):
    measure(folder, generator, program, out + ".tsv")
    print(f"written: {os.path.basename(out)}.tsv; docs/figures.sh draws it", file=sys.stderr)
