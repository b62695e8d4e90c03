#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the tables of docs/notes/auto.md:  docs/labels.py PATH/TO/querent [pool|second-looks|targets|compare|coverage] [SET ...]

pool      few labels chosen from all nodes, ten splits (--orders): accuracy on 1,000 random nodes per
          split that are never asked, or on all nodes never asked, and the estimate of the error;
          --data DIR has the data sets outside the catalogue
second-looks  the gain of --second-looks if 0, 10 and 30 % of the answers are wrong, on the same orders:
          accuracy on 1,000 nodes that are never asked, or on all nodes never asked; ten orders
targets   the goals of the project, on their data sets
compare   budgets of 2.5 to 35 % of the nodes; a random third never arrives and is the test set.
          Finished cells are kept below --cells DIR and not played again; --jobs N at a time;
          --budgets 2.5,20 and --orders N make it shorter; --kept uses only finished cells;
          --write FILE.md puts the table between its marks (docs/figures.py draws it)
coverage  how often the 95 % interval of the estimated error contains the true error
"""
import argparse
import hashlib
import json
import math
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TUNED = ["polbooks", "email-eu-core", "cora", "amazon-photo", "mnist.t", "pubmed"]
SET_ASIDE = ["karate", "football", "polblogs", "imdb5000-first4", "citeseer", "usps",
             "imdb-snbc-4genres", "letter.scale", "harp-dblp", "coauthor-cs", "github-social", "debian"]
# Orders: 20; 200 if the held-out third has at most a hundred nodes and orders are fast; fewer if they take minutes.
ORDERS = {"karate": 200, "football": 200, "polbooks": 200, "debian": 2}
VECTORS = {"mnist.t", "usps", "letter.scale"}
WITH_WORDS = {"cora", "citeseer", "amazon-photo"}
BUDGETS = [2.5, 5, 10, 20, 35]
AUTO, RANDOM, SPREADING = "auto", "random + auto's model", "label spreading, random labels"
RIVALS = {"MSG": "MSG", "BBQ-eps": "BBQ-eps", "DGS": "DGS"}
# One process plays all learners with the same query options, so that the source is prepared once.
GROUPS = [
    (["--features", "ignore"], {AUTO: "auto", **RIVALS}),
    (["--features", "ignore", "--query", "random"], {RANDOM: "auto"}),
    (["--features", "use"], {"auto with words": "auto"}),
    (["--features", "use", "--query", "random"], {"random + words": "auto"}),
]


def command(program, name, *options, runs=20):
    source = [name] + (["--knn", "10"] if name in VECTORS else [])
    return [program, "run", *source, "--json", "--quiet", "--runs", str(runs), *options]


def played(words):
    """The JSON output of a command; exits if the command fails."""
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}\n{done.stderr}")
    return json.loads(done.stdout)


def run(program, name, *options, runs=20):
    return played(command(program, name, *options, runs=runs))


def play_group(program, cells, name, budget, orders, group, kept):
    """The cells of one set, budget and group of options: {column: runs}; with `kept` none are played."""
    options, columns = group
    if name in VECTORS:
        options = [o for o in options if o not in ("--features", "ignore")]
    else:
        options = options + ["--component", "largest"]
    options = options + ["--hold-out", str(1 / 3), "--budget", f"{budget * 1.5:g}%"]
    found, missing = {}, {}
    for column, learner in columns.items():
        key = " ".join(command("", name, "--learner", learner, *options, runs=orders))
        file = cells / f"{name}-{budget:g}-{hashlib.sha256(key.encode()).hexdigest()[:16]}.json"
        if file.exists():
            found[column] = json.loads(file.read_text())
        else:
            missing[column] = (learner, file)
    if missing and not kept:
        learners = [word for learner, _ in missing.values() for word in ("--learner", learner)]
        answer = run(program, name, *learners, *options, runs=orders)
        for (column, (_, file)), result in zip(missing.items(), answer.get("results", [answer])):
            found[column] = result["runs"]
            part = file.with_suffix(f".{os.getpid()}")
            part.write_text(json.dumps(result["runs"]))
            part.rename(file)
            print(f"{name} {budget} % {column}", file=sys.stderr, flush=True)
    return found

# Student's t of n − 1 degrees of freedom, two sides, 95 %.
CRITICAL = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 10: 2.262, 20: 2.093, 200: 1.972}


def paired_t(a, b):
    """t of the differences a − b: negative if a has fewer errors."""
    d = [x - y for x, y in zip(a, b)]
    mean = sum(d) / len(d)
    var = sum((x - mean) ** 2 for x in d) / (len(d) - 1)
    return mean / math.sqrt(var / len(d)) if var > 0 else math.copysign(math.inf, mean) if mean else 0


def test_errors(found):
    """{column: the error on the held-out third, one per order}, including label spreading."""
    errors = {column: [r["test_error"] for r in runs] for column, runs in found.items()}
    errors[SPREADING] = [r["spreading_test_error"] for r in found[RANDOM]]
    return errors


def compare(program, options):
    columns = [AUTO, RANDOM, SPREADING, *RIVALS, "auto with words", "random + words"]
    names = options.sets or TUNED + SET_ASIDE
    cells = Path(options.cells)
    cells.mkdir(parents=True, exist_ok=True)
    orders = {name: options.orders or ORDERS.get(name, 20) for name in names}
    tasks = [(name, budget, group) for name in names for budget in options.budgets
             for group in GROUPS if "use" not in group[0] or name in WITH_WORDS]
    with ThreadPoolExecutor(options.jobs) as pool:
        played = list(pool.map(
            lambda t: play_group(program, cells, t[0], t[1], orders[t[0]], t[2], options.kept),
            tasks))
    table = {}
    for (name, budget, _), found in zip(tasks, played):
        table.setdefault((name, budget), {}).update(found)
    table = {cell: found for cell, found in table.items() if {AUTO, RANDOM, *RIVALS} <= set(found)}
    lines = []
    say = lines.append
    say("Error on the third of the nodes that never arrives; ▾ where `auto` is worse and ▴ where it "
          "is better by a paired t-test at 5 %.\n")
    say("| set | orders | budget | labels | " + " | ".join(columns) + " |")
    say("| --- " * (len(columns) + 4) + "|")
    first = worse = 0
    for (name, budget), found in table.items():
        errors = test_errors(found)
        ours, texts, good = errors[AUTO], [], True
        for column in columns:
            if column not in errors:
                texts.append("")
                continue
            theirs = errors[column]
            mean = sum(theirs) / len(theirs)
            text = f"{mean:.3f}"
            t = paired_t(ours, theirs)
            if abs(t) > CRITICAL[len(ours)] and "words" not in column:
                text += " ▾" if t > 0 else " ▴"
                good = good and t < 0
                worse += column == RANDOM and t > 0
            texts.append(text)
        first += good
        labels = sum(r["queries"] for r in found[AUTO]) / len(ours)
        say(f"| {name} | {len(ours)} | {budget:g} % | {labels:.0f} | {' | '.join(texts)} |")
    say(f"\n`auto` (graph alone) is first or tied in {first} of {len(table)} cells, "
          f"{100 * first / len(table):.0f} %; worse than random + the same model in {worse}.")
    print("\n".join(lines))
    if options.write:
        write(Path(options.write), "\n".join(lines))


def write(page, text):
    """Puts the table into the page between its marks; docs/figures.py draws it."""
    begin, end = "<!-- compare -->\n", "<!-- /compare -->"
    old = page.read_text()
    head, tail = old.index(begin) + len(begin), old.index(end)
    page.write_text(old[:head] + "\n" + text + "\n\n" + old[tail:])


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


WORDS, WRONG, ALONE, DIGITS = "words", "words, 30 % of answers wrong", "graph alone", "10-NN of raw pixels"
# Numbers of labels for two, five, ten and twenty per class, with the goals for the accuracy in per cent: on 1,000 test nodes if words
# are used, otherwise on all nodes never asked.
POOL = [("planetoid-cora", WORDS, (14, 72.5), (35, 81), (70, 83.5), (140, 86)),
        ("planetoid-citeseer", WORDS, (12, 65), (30, 69.5), (60, 71.5), (120, 74.3)),
        ("coauthor-cs", WORDS, (30, 88.6), (75, 91), (150, 92.3), (300, 93)),
        ("planetoid-cora", WRONG, (140, 80)),
        ("amazon-photo", WORDS, (16, None), (40, None), (80, None), (160, None)),
        ("cora", ALONE, (14, 74), (35, 77.5), (70, 81), (140, 84)),
        ("citeseer", ALONE, (12, 67.5), (30, 69), (60, 70.5), (120, 73.2)),
        ("pubmed", ALONE, (6, 75.5), (15, 76.5), (30, 77), (60, 77.5)),
        ("mnist.t", DIGITS, (10, 80), (50, 93.5), (100, 95), (400, 96.5))]
TEST_NODES = 1000
SECOND_LOOKS = [("planetoid-cora", True, 140), ("email-eu-core", False, 210), ("amazon-photo", True, 160)]  # with words?


def pool_source(name, kind, data):
    """The words of a command for the set and its test nodes, and the name of the error in the results."""
    if kind == DIGITS:
        return [name, "--knn", "10"], "final_error"
    if kind == ALONE:
        return [name, "--features", "ignore", "--component", "largest"], "final_error"
    folder = Path(data, name)
    labels = (folder / "labels.tsv").read_text().splitlines()
    labelled = sum(not line.endswith("\t?") for line in labels)
    words = ["--edges", str(next(folder.glob("edges.tsv*"))), "--labels", str(folder / "labels.tsv"),
             "--features", str(folder / "features.svm.xz"), "--nodes-from-labels", "--component", "all",
             "--hold-out", f"{(TEST_NODES + 0.5) / labelled:.9f}"]
    return words + (["--oracle-error", "0.3"] if kind == WRONG else []), "test_error"


def pool(program, options):
    orders = options.orders or 10
    print("| set | what is seen | labels | goal | asked from the pool | asked at random, same model | estimated error, width | s per run |\n"
          + "| --- " * 8 + "|")
    for name, kind, *cells in POOL:
        if options.sets and name not in options.sets:
            continue
        source, error = pool_source(name, kind, options.data)
        for labels, goal in cells:
            common = [program, "run", *source, "--learner", "auto", "--order", "pool", "--json", "--quiet",
                      "--budget", str(labels), "--runs", str(orders), "--final", *options.option]
            texts = []
            for asking in ([], ["--query", "random"]):
                if asking and options.no_random:
                    texts.append("")
                    continue
                answer = played(common + asking)
                mean, std = answer["mean"], answer["std"]
                texts.append(f"{100 - 100 * mean[error]:.1f} ± {100 * std[error]:.1f}")
                if not asking:
                    width = mean["estimated_error_high"] - mean["estimated_error_low"]
                    value = mean["estimated_error"]  # empty with fewer than ten checks
                    estimate, seconds = f"{'–' if value is None else format(value, '.3f')}, {width:.2f}", mean["seconds"]
            print(f"| {name} | {kind} | {labels} | {goal or ''} | {texts[0]} | {texts[1]} | {estimate} | {seconds:.2f} |",
                  flush=True)


def relabelling(program, options):
    orders = options.orders or 10
    print("| set | labels | wrong answers | without | `--second-looks` |\n" + "| --- " * 5 + "|")
    for name, with_words, labels in SECOND_LOOKS:
        if options.sets and name not in options.sets:
            continue
        source, error = pool_source(name, WORDS, options.data) if with_words else ([name], "final_error")
        for wrong in ["0", "0.1", "0.3"]:
            common = [program, "run", *source, "--learner", "auto", "--order", "pool", "--json", "--quiet", "--budget", str(labels),
                      "--runs", str(orders), "--final", "--oracle-error", wrong]
            found = []
            for asking in (common, [*common, "--second-looks"]):
                found.append([100 - 100 * one[error] for one in played(asking)["runs"]])
            t = paired_t(found[1], found[0])
            mark = "" if abs(t) <= CRITICAL[orders] else " ▴" if t > 0 else " ▾"
            print(f"| {name} | {labels} | {100 * float(wrong):.0f} % | {sum(found[0]) / orders:.1f} | {sum(found[1]) / orders:.1f}{mark} |",
                  flush=True)


def coverage(program, options):
    print("| set | asking | interval covers | mean width | labels |\n" + "| --- " * 5 + "|")
    for name in options.sets or TUNED + SET_ASIDE:
        for asking in (["--asking", "normal"], ["--budget", "10%"]):
            result = run(program, name, "--learner", "thrifty", *asking, "--dim", "40", runs=400)
            covered = sum(r["estimated_error_low"] - 1e-12 <= r["error_rate"] <= r["estimated_error_high"] + 1e-12
                          for r in result["runs"]) / len(result["runs"])
            mean = result["mean"]
            width = mean["estimated_error_high"] - mean["estimated_error_low"]
            print(f"| {name} | {' '.join(asking)} | {covered:.3f} | {width:.3f} | {mean['queries']:.0f} |",
                  flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("what", choices=["pool", "second-looks", "targets", "compare", "coverage"])
    parser.add_argument("sets", nargs="*", metavar="SET")
    parser.add_argument("--cells", default="build/labels")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--orders", type=int)
    parser.add_argument("--kept", action="store_true")
    parser.add_argument("--data", default="../shared/data/graphs")
    parser.add_argument("--option", action="append", default=[], help="a further word of each command of pool")
    parser.add_argument("--no-random", action="store_true", help="pool without the column with random labels")
    parser.add_argument("--write")
    parser.add_argument("--budgets", type=lambda s: [float(b) for b in s.split(",")],
                        default=BUDGETS)
    given = parser.parse_args()
    {"pool": pool, "second-looks": relabelling, "targets": targets, "compare": compare, "coverage": coverage}[given.what](given.program, given)
