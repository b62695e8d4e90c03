#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the tables of LABELS.md:  docs/labels.py PATH/TO/querent [targets|sweep|coverage] [SET ...]

targets   the numbers that the project set itself, on the sets they are about
sweep     budgets of 2.5 to 35 % of the nodes; a random third never comes and only tests
coverage  how often the 95 % interval of the estimated error covers the true error
"""
import json
import math
import subprocess
import sys

TUNED = ["cora", "pubmed", "amazon-photo", "email-eu-core", "polbooks", "mnist.t"]
SET_ASIDE = ["citeseer", "coauthor-cs", "imdb-snbc-4genres", "imdb5000-first4", "polblogs",
             "football", "usps", "letter.scale"]
VECTORS = {"mnist.t", "usps", "letter.scale"}
BUDGETS = [2.5, 5, 10, 20, 35]
SWEEP = {
    "auto": ["--learner", "auto", "--features", "ignore"],
    "auto with words": ["--learner", "auto"],
    "random + auto's model": ["--learner", "auto", "--features", "ignore", "--query", "random"],
    "random + words": ["--learner", "auto", "--query", "random"],
    "MSG": ["--learner", "MSG"],
    "BBQ-eps": ["--learner", "BBQ-eps"],
    "DGS": ["--learner", "DGS"],
}
WITH_WORDS = {"cora", "citeseer", "amazon-photo"}


def run(program, name, *options, runs=20):
    source = [name] + (["--knn", "10"] if name in VECTORS else [])
    command = [program, "run", *source, "--json", "--quiet", "--runs", str(runs), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return json.loads(done.stdout)


def cell(mean, *keys):
    return " / ".join(f"{mean[k]:.0f}" if k == "queries" else f"{mean[k]:.4f}" for k in keys)


def targets(program, _):
    rows = [
        ("cora", ["--budget", "295", "--features", "ignore"], "error ≤ .1926 with ≤ 295, graph alone"),
        ("cora", ["--budget", "200", "--features", "ignore"], ""),
        ("pubmed", ["--budget", "375"], "error ≤ .2158 with ≤ 375"),
        ("pubmed", ["--budget", "312"], "ambition: ≤ 312"),
        ("cora", ["--budget", "370", "--component", "largest"], "with words: error ≤ .145 with ≤ 370"),
        ("cora", ["--budget", "370"], "the same, with the nodes outside the largest component"),
        ("cora", ["--budget", "140", "--hold-out", "0.3333", "--component", "largest"],
         "with words: test error ≤ .16 with 140"),
        ("mnist.t", ["--budget", "100", "--final"], "never asked ≤ .06 with 100"),
        ("mnist.t", ["--budget", "100", "--hold-out", "0.3333"], "the same on a random third"),
    ]
    print("| set | options | goal | error | labels | never asked | held out |\n" + "| --- " * 7 + "|")
    for name, options, goal in rows:
        mean = run(program, name, "--learner", "auto", "--final", *options)["mean"]
        test = f"{mean['test_error']:.4f}" if "test_error" in mean else ""
        print(f"| {name} | `{' '.join(options)}` | {goal} | {mean['error_rate']:.4f} | "
              f"{mean['queries']:.0f} | {mean['final_error']:.4f} | {test} |", flush=True)


def paired_t(a, b):
    """t of the differences a − b: negative where a errs less."""
    d = [x - y for x, y in zip(a, b)]
    mean = sum(d) / len(d)
    var = sum((x - mean) ** 2 for x in d) / (len(d) - 1)
    return mean / math.sqrt(var / len(d)) if var > 0 else math.copysign(math.inf, mean) if mean else 0


def sweep(program, names):
    critical = 2.093  # t of 19 degrees of freedom, two sides, 95 %
    first = worse = cells = 0
    print("Test error on the random third that never comes (cumulative error / labels asked); 20 orders.\n")
    print("| set | budget | " + " | ".join(SWEEP) + " | label spreading, random labels |")
    print("| --- " * (len(SWEEP) + 3) + "|")
    for name in names or TUNED + SET_ASIDE:
        for budget in BUDGETS:
            found, texts, spreading = {}, [], ""
            for label, options in SWEEP.items():
                if "words" in label and name not in WITH_WORDS:
                    texts.append("")
                    continue
                component = [] if name in VECTORS else ["--component", "largest"]
                result = run(program, name, *options, *component, "--hold-out", str(1 / 3),
                             "--budget", f"{budget * 1.5}%")  # of the two thirds that come
                found[label] = [r["test_error"] for r in result["runs"]]
                mean = result["mean"]
                texts.append(f"{mean['test_error']:.3f} ({mean['error_rate']:.3f} / {mean['queries']:.0f})")
                if label == "random + auto's model":
                    spreading = f"{mean['spreading_test_error']:.3f}"
                    found["label spreading"] = [r["spreading_test_error"] for r in result["runs"]]
            ours = found.pop("auto")
            rivals = {k: v for k, v in found.items() if "words" not in k}
            cells += 1
            first += all(paired_t(ours, v) <= critical for v in rivals.values())
            worse += paired_t(ours, rivals["random + auto's model"]) > critical
            print(f"| {name} | {budget} % | " + " | ".join(texts) + f" | {spreading} |", flush=True)
    print(f"\nauto (graph alone) first or tied in {first} of {cells} cells; worse than random and the "
          f"same model in {worse}.")


def coverage(program, names):
    print("| set | asking | interval covers | mean width | labels |\n" + "| --- " * 5 + "|")
    for name in names or TUNED + SET_ASIDE:
        for options in (["--ask", "normal"], ["--budget", "10%"]):
            result = run(program, name, "--learner", "thrifty", *options, "--dim", "40", runs=400)
            covered = sum(r["estimated_error_low"] - 1e-12 <= r["error_rate"] <= r["estimated_error_high"] + 1e-12
                          for r in result["runs"]) / len(result["runs"])
            mean = result["mean"]
            width = mean["estimated_error_high"] - mean["estimated_error_low"]
            print(f"| {name} | {' '.join(options)} | {covered:.3f} | {width:.3f} | {mean['queries']:.0f} |",
                  flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[2] not in ("targets", "sweep", "coverage"):
        sys.exit(__doc__)
    {"targets": targets, "sweep": sweep, "coverage": coverage}[sys.argv[2]](sys.argv[1], sys.argv[3:])
