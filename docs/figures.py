#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""figures.py DRAW_FIGURE [--check]: docs/notes/auto.svg from the table of notes/auto.md, docs/scaling.svg from scaling.tsv and
docs/stopping.svg from stopping.tsv, in the style of the program's own figures (DRAW_FIGURE is tests/bench/draw_figure.cpp).
--check: fails if these files are different."""
import json
import os
import re
import subprocess
import sys

DOCS = os.path.dirname(os.path.abspath(__file__))
BUDGETS = [2.5, 5, 10, 20, 35]
LINES = {"auto": "auto", "random + auto's model": "random labels, auto's model",
         "label spreading, random labels": "random labels, label spreading", "MSG": "MSG", "auto with words": "auto with words"}


def labels():
    """One panel per set: the means of the table that `docs/labels.py … compare` wrote."""
    page = open(os.path.join(DOCS, "notes", "auto.md"), encoding="utf-8").read()
    rows = [[cell.strip() for cell in line.strip("|").split("|")]
            for line in re.search(r"<!-- compare -->\n(.*?)<!-- /compare -->", page, re.S)[1].split("\n") if line.startswith("|")]
    head, sets = rows[0], {}
    for row in rows[2:]:
        of_set = sets.setdefault(row[0], {name: ([], []) for name in LINES})
        for name in LINES:
            if cell := row[head.index(name)]:
                of_set[name][0].append(float(row[head.index("budget")].split()[0]))
                of_set[name][1].append(float(cell.split()[0]))
    last_row = 3 * ((len(sets) - 1) // 3)  # three panels per row: axes have titles at the left and below
    return {"title": "error on a third of the nodes that is never asked, against labels asked", "panels": [
        {"title": name, "x_label": "labels asked, % of all nodes" if k >= last_row else "", "y_label": "" if k % 3 else "error",
         "log_x": True, "y_min": 0, "x_ticks": BUDGETS,
         "series": [{"name": LINES[line], "x": x, "mean": y, "spread": [0] * len(x)} for line, (x, y) in of_set.items()]}
        for k, (name, of_set) in enumerate(sets.items())]}


def table_of(name):
    with open(os.path.join(DOCS, name), encoding="utf-8") as table:
        return [line.rstrip("\n").split("\t") for line in table]


def stopping():
    """One panel per review: the records found and the interval of how many exist, against the records read."""
    rows, panels = table_of("stopping.tsv"), []
    for review in dict.fromkeys(row[0] for row in rows[1:]):
        mine = [row for row in rows[1:] if row[0] == review]
        read = [float(row[1]) for row in mine]
        panels.append({"title": f"{review}, {mine[0][5]} to find", "x_label": "records read", "y_label": "" if panels else "relevant records", "y_min": 0,
                       "series": [{"name": name, "x": read, "mean": [float(row[rows[0].index(column)]) for row in mine], "spread": [0] * len(mine)}
                                  for name, column in (("exist, at most", "at most"), ("found", "found"))]})
    return {"title": "what is known until the goal of 90 % is reached", "panels": panels}


def scaling():
    rows = table_of("scaling.tsv")
    families = {"power_law": "power law, 50 blocks", "blocks": "10 blocks, bounded hubs"}
    panels = []
    for column, label in (("wall s", "seconds, two threads"), ("MB", "peak of the process, MB")):
        k = rows[0].index(column)
        series = []
        for family, title in families.items():
            mine = [row for row in rows[1:] if row[0] == family]
            series.append({"name": title, "x": [float(r[1]) for r in mine], "mean": [float(r[k]) for r in mine], "spread": [0] * len(mine)})
        panels.append({"x_label": "nodes", "y_label": label, "log_x": True, "log_y": True, "series": series})
    return {"title": "an embedding of 100 columns, five edges per node", "panels": panels}


def main():
    for name, figure in (("notes/auto", labels()), ("scaling", scaling()), ("stopping", stopping())):
        path = os.path.join(DOCS, name + ".svg")
        svg = subprocess.run([sys.argv[1], "page"], input=json.dumps(figure).encode(), check=True, capture_output=True).stdout
        if sys.argv[2:] != ["--check"]:
            with open(path, "wb") as file:
                file.write(svg)
        elif open(path, "rb").read() != svg:
            sys.exit(f"{path} is not what its table says: draw it again with docs/figures.py")


if __name__ == "__main__":
    main()
