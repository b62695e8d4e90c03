#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""defaults.py QUERENT [SET …]: how far each linear learner's defaults are from its best setting, as the Markdown table of docs/learning.md.

Every label is asked, one random order (seed 0), one pass; the best of a grid of powers of two (delta, phi, r, alpha: of the values below).
Missing data sets are skipped by name."""

import itertools
import json
import subprocess
import sys

C = [2.0 ** k for k in range(-10, 5, 2)]
STEP = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3]
GRIDS = {
    "Perceptron": {}, "PA": {}, "PA-I": {"C": C}, "PA-II": {"C": C}, "PAUM": {"tau_plus": [0.1, 1, 10], "tau_minus": [0.1, 1, 10]},
    "CW-diag": {"phi": [0.05, 0.1, 0.2533, 0.5244, 0.8416, 1.2816]}, "AROW": {"r": [0.01, 0.1, 1, 3, 10, 100]},
    "SCW-I": {"phi": [0.2533, 0.5244, 1.0364, 1.6449], "C": C}, "SCW-II": {"phi": [0.2533, 0.5244, 1.0364, 1.6449], "C": C},
    "FTRL-proximal": {"alpha": STEP}, "SGD": {"eta": STEP}, "SGD:loss=hinge": {"eta": STEP}, "SGD:loss=squared-hinge": {"eta": STEP},
    "DA": {"delta": [0.01, 0.1, 1, 10], "eta": STEP}, "MD": {"delta": [0.01, 0.1, 1, 10], "eta": STEP},
    "AdaGrad": {"delta": [0.01, 0.1, 1, 10], "eta": STEP}, "SOP": {"a": [0.1, 1, 10, 100]}, "SOAL": {"eta": STEP, "gamma": [0.1, 1, 10, 100, 1000]},
    "PA-I:average=yes": {"C": C}, "Perceptron:average=yes": {},
}
SETS = {"a9a": ["a9a"], "w8a": ["w8a"], "spam_corpus": ["spam_corpus"], "connect-4": ["connect-4_binary"],
        "mnist.t 4, 9": ["mnist.t", "--classes", "4,9", "--scale", "unit", "--bias"], "mnist.t 3, 5": ["mnist.t", "--classes", "3,5", "--scale", "unit", "--bias"]}


def errors(querent, source, names):
    """Error rate by the name of the learner with its parameters."""
    command = [querent, "run", *source, "--query", "all", "--json", "--quiet"]
    for name in names:
        command += ["--learner", name]
    ended = subprocess.run(command, capture_output=True, text=True)
    if ended.returncode != 0:
        raise RuntimeError(ended.stderr.strip())
    report = json.loads(ended.stdout)
    results = report.get("results", [report])
    return dict(zip(names, (result["mean"]["error_rate"] for result in results)))


def settings(name, grid):
    separator = "," if ":" in name else ":"
    for values in itertools.product(*grid.values()):
        if values:
            yield name + separator + ",".join(f"{key}={value:g}" for key, value in zip(grid, values))


def defaults_of(querent, name):
    params = json.loads(subprocess.run([querent, "learners", name.split(":")[0], "--json"], capture_output=True, text=True).stdout)["params"]
    return {param["key"]: param["default"] for param in params}


def main():
    querent, wanted = sys.argv[1], sys.argv[2:] or list(SETS)
    table = {name: {} for name in GRIDS}
    for title in wanted:
        for name, grid in GRIDS.items():
            known = defaults_of(querent, name)
            others = [one for one in settings(name, grid)
                      if any(float(part.split("=")[1]) != known[part.split("=")[0]]
                             for part in one.split(":")[1].split(",") if not part.startswith(("loss", "average")))]
            try:
                found = errors(querent, SETS[title], [name, *others])
            except RuntimeError as problem:
                print(f"skipped: {title}: {problem}", file=sys.stderr)
                break
            best = min(found, key=found.get)
            table[name][title] = (found[name], found[best], best)
            print(title, name, f"{found[name]:.4f}", f"{found[best]:.4f}", best, file=sys.stderr)
    print("| learner | " + " | ".join(wanted) + " |\n| --- |" + " ---: |" * len(wanted))
    for name, cells in table.items():
        line = []
        for title in wanted:
            if title not in cells:
                line.append("")
                continue
            default, best, setting = cells[title]
            ratio = default / best if best > 0 else 1
            line.append(f"{default:.4f}" if ratio <= 1.1 else f"**{default:.4f}** ({best:.4f}: {setting.split(':')[1]})")
        print(f"| {name} | " + " | ".join(line) + " |")


if __name__ == "__main__":
    main()
