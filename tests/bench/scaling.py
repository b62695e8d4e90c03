# SPDX-License-Identifier: Apache-2.0
"""How time and memory of an embedding grow from 10^4 to 10^6 nodes: the table docs/scaling.tsv and the figure beside it."""
import math
import os
import subprocess
import sys

from measure import best, printed

SIZES = [10_000, 30_000, 100_000, 300_000, 1_000_000]
FAMILIES = {"own_power_law": "power law, 50 blocks", "own_blocks": "10 blocks, bounded hubs"}


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


def draw(table, picture):
    with open(table) as file:
        rows = [line.rstrip("\n").split("\t") for line in file][1:]
    slopes = {f: slope([(float(r[1]), float(r[3])) for r in rows if r[0] == f]) for f in FAMILIES}
    script = [f"set terminal pngcairo size 900,380 font 'sans,10'", f"set output '{picture}'", "set multiplot layout 1,2",
              "set logscale xy", "set format x '10^{%L}'", "set grid xtics ytics lc rgb '#dddddd'", "set key top left samplen 1",
              "set xrange [7e3:1.5e6]", "set xlabel 'nodes'", "set datafile separator '\\t'"]
    for column, label in ((4, "seconds, two threads"), (6, "peak of the process, MB")):
        script.append(f"set ylabel '{label}'")
        script.append("plot " + ", ".join(
            f"'{table}' using (strcol(1) eq '{family}' ? $2 : NaN):{column} with linespoints pt 7 ps 0.8 lw 1.5 title '{title}"
            + (f", slope {slopes[family]:.2f}'" if column == 4 else "'") for family, title in FAMILIES.items()))
    subprocess.run(["gnuplot"], input="\n".join(script) + "\n", text=True, check=True)


def slope(points):
    """Of the logarithms, by least squares."""
    x, y = [math.log(a) for a, _ in points], [math.log(b) for _, b in points]
    mx, my = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)


def main(graphs, program, out):
    measure(graphs, program, out + ".tsv")
    draw(out + ".tsv", out + ".png")
    print(f"written: {os.path.basename(out)}.tsv, {os.path.basename(out)}.png", file=sys.stderr)
