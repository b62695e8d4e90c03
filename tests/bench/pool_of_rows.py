#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A pool of vectors: learners of the catalogue compared with scikit-learn's logistic regression with uncertainty sampling.

  /usr/bin/python3 tests/bench/pool_of_rows.py QUERENT TRAIN TEST [--budgets 325,1628] [--orders 5] [--learners A,B] [--peer]
  /usr/bin/python3 tests/bench/pool_of_rows.py QUERENT ROWS --hold-out 0.3333 --budgets 1% --orders 20 [--learners A,B]

First form: all of TRAIN may be asked, the error is on TEST (LIBSVM files of two classes). The peer begins with random labels until it
has two per class, then asks the row whose probability is closest to one half, refitted (C = 1) after every fifth answer.
Second form: a random third is held out; each learner with its own rule and the same learner with `--query random` on the same orders,
with the difference, its standard error and Student's t."""
import argparse
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path


def errors(arguments, learner, more=()):
    command = [arguments.querent, "run", *more, "--as", "vectors", "--learner", learner, "--order", "pool", "--runs", str(arguments.orders), "--json", "--quiet"]
    runs = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)["runs"]
    return [run["test_error"] for run in runs], sum(run["seconds"] for run in runs) / len(runs)


def mean(values):
    return sum(values) / len(values)


def spread(values):
    return math.sqrt(sum((v - mean(values)) ** 2 for v in values) / max(1, len(values) - 1))


def peer(train, test, budget, order, every=5, start=2):
    """Error of logistic regression after `budget` labels chosen by its own uncertainty."""
    import numpy as np
    from sklearn.linear_model import LogisticRegression
    X, y = train
    rng = np.random.default_rng(order)
    lot = rng.permutation(len(y))
    asked = [i for c in np.unique(y) for i in lot[y[lot] == c][:start]]
    left = np.ones(len(y), bool)
    left[asked] = False
    while True:
        model = LogisticRegression(solver="liblinear").fit(X[asked], y[asked])
        more = min(every, budget - len(asked))
        if more <= 0:
            return float(np.mean(model.predict(test[0]) != test[1]))
        away = np.abs(model.decision_function(X))
        away[~left] = np.inf
        chosen = np.argpartition(away, more)[:more]
        asked.extend(chosen)
        left[chosen] = False


def beside_peer(arguments, folder):
    lines = Path(arguments.train).read_text().splitlines()
    test = Path(arguments.test).read_text().splitlines()
    rows, ids = folder / "rows.svm", folder / "test.txt"
    rows.write_text("\n".join(lines + test) + "\n")
    ids.write_text("\n".join(str(i + 1) for i in range(len(lines), len(lines) + len(test))) + "\n")
    print("| labels | learner | error on the test rows | s per run |\n| --- | --- | --- | --- |")
    for budget in arguments.budgets.split(","):
        for learner in arguments.learners.split(","):
            found, seconds = errors(arguments, learner, [str(rows), "--test", str(ids), "--budget", budget])
            print(f"| {budget} | {learner} | {mean(found):.4f} ± {spread(found):.4f} | {seconds:.2f} |", flush=True)
        if arguments.peer:
            from sklearn.datasets import load_svmlight_files
            X, y, Xt, yt = load_svmlight_files([arguments.train, arguments.test])
            found = [peer((X, y), (Xt, yt), int(budget), order) for order in range(arguments.orders)]
            print(f"| {budget} | logistic regression, uncertainty | {mean(found):.4f} ± {spread(found):.4f} | |", flush=True)


def beside_random(arguments):
    print("| labels | learner | own rule | random labels | difference | t |\n| --- | --- | --- | --- | --- | --- |")
    for budget in arguments.budgets.split(","):
        for learner in arguments.learners.split(","):
            more = [arguments.train, "--budget", budget, "--hold-out", str(arguments.hold_out)]
            own, _ = errors(arguments, learner, more)
            drawn, _ = errors(arguments, learner, [*more, "--query", "random"])
            apart = [a - b for a, b in zip(own, drawn)]
            error = spread(apart) / math.sqrt(len(apart))
            t = mean(apart) / error if error > 0 else 0
            print(f"| {budget} | {learner} | {mean(own):.4f} | {mean(drawn):.4f} | {mean(apart):+.4f} ± {error:.4f} | {t:+.1f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("querent")
    parser.add_argument("train")
    parser.add_argument("test", nargs="?")
    parser.add_argument("--budgets", default="325,1628")
    parser.add_argument("--orders", type=int, default=5)
    parser.add_argument("--learners", default="AROW,SOAL,SOP,D-ADA-I,D-AMD-I,auto")
    parser.add_argument("--hold-out", type=float, default=0)
    parser.add_argument("--peer", action="store_true", help="scikit-learn, too")
    arguments = parser.parse_args()
    if (arguments.test is None) != (arguments.hold_out > 0):
        parser.error("give either TEST or --hold-out")
    if arguments.test is None:
        return beside_random(arguments)
    with tempfile.TemporaryDirectory() as folder:
        beside_peer(arguments, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
