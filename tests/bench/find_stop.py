#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""find_stop.py QUERENT FOLDER LABELS RUNS [R,R,…] (or `planted N,RELEVANT,HIDDEN`): how often `querent run --find relevant --stop-at-recall R` reaches R, and the
share of the records that it reads, over RUNS orders that begin with one random record of each class. Two other stopping rules for
comparison: the same promise by reading in random order (uniform draws, forecast by the share found so far), and buscar's test on the
orders of --checks 0, with SciPy.

buscar (Callaghan, Müller-Hansen, Statistical stopping criteria for automated screening, Systematic Reviews 9, 2020): the last k
records read are treated as a random sample of those that were unread before; of recall < R at least
K = floor(found/R − found before + 1) of these were relevant; reading stops once P(X ≤ found in the sample) < 0.05 for any k, X
hypergeometric."""
import json
import math
import random
import subprocess
import sys

import numpy as np
from scipy.special import gammaln


def played(querent, folder, labels, runs, *more):
    command = [querent, "run", folder, *(["--labels", labels] if labels != "-" else []), "--find", "relevant", "--seeds", "one-per-class", "--runs", runs,
               "--json", "--quiet", "--threads", "1", *more]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["runs"]


def read_at_random(n, relevant, goal, seed):
    """The share of n records read in random order until a recall below `goal` is rejected."""
    rng = random.Random(seed)
    order = [k < relevant for k in range(n)]
    rng.shuffle(order)
    K = np.arange(n + 1)
    found, evidence, likelihood = 0, 0.0, np.zeros(n + 1)
    for k, hit in enumerate(order):
        forecast = (found + 0.5) / (k + 1)
        evidence += math.log(forecast if hit else 1 - forecast)
        share = (K - found) / (n - k)
        p = np.where((K >= found) & (share <= 1), share if hit else 1 - share, 0)
        with np.errstate(divide="ignore"):
            likelihood += np.log(p)
        found += hit
        fewest = math.floor(found / goal) + 1
        if found and (evidence - likelihood[fewest:found + n - k] >= math.log(20)).all():
            return (k + 1) / n
    return 1.0


def below(k, N, K, n):
    """P(X ≤ k), X of n draws from N of which K are marked; k is small. Arrays of one shape."""
    log = lambda a, b: gammaln(a + 1) - gammaln(b + 1) - gammaln(a - b + 1)
    total = np.zeros(len(N))
    for x in range(int(k.max()) + 1):
        with np.errstate(invalid="ignore"):
            can = (x <= k) & (x <= K) & (n - x <= N - K) & (n >= x)
        at = np.flatnonzero(can)
        total[at] += np.exp(log(K[at], x) + log(N[at] - K[at], n[at] - x) - log(N[at], n[at]))
    return total


def buscar(found_at, n, goal):
    """(share read, recall) when buscar's test stops on an order; it tests after every irrelevant record."""
    hits = np.zeros(n + 1, int)
    hits[found_at] = 1
    found = np.cumsum(hits)
    for read in range(10, n + 1):
        before = np.arange(read)  # start of the sample
        sample, in_sample = read - before, found[read] - found[before]
        K = np.floor(found[read] / goal - found[before] + 1)
        could = (K > in_sample) & (in_sample <= 12)  # beyond, P is large
        if hits[read] or not could.any():
            continue
        at = np.flatnonzero(could)
        if below(in_sample[at], (n - before[at]).astype(float), K[at], sample[at].astype(float)).min() < 0.05:
            return read / n, found[read] / len(found_at)
    return 1.0, 1.0


def planted(n, relevant, hidden):
    """A table with `hidden` relevant rows on the other side of all others: a ranking finds them last."""
    rng, name = random.Random(1), f"/tmp/planted-{n}-{relevant}-{hidden}.csv"
    with open(name, "w") as file:
        file.write(",".join(f"x{j}" for j in range(5)) + ",y\n")
        for i in range(n):
            row = [rng.gauss(0, 1) for _ in range(5)]
            row[0] += 0 if i >= relevant else -3 if i < hidden else 3
            file.write(",".join(f"{x:.4f}" for x in row) + (",relevant\n" if i < relevant else ",other\n"))
    return name


def main():
    querent, folder, labels, runs = sys.argv[1:5]
    if folder == "planted":
        folder, labels = planted(*map(int, labels.split(","))), "-"
    orders = played(querent, folder, labels, runs, "--checks", "0")
    relevant = len(orders[0]["found_at"])
    n = int(orders[0]["rounds"]) - 2
    for goal in (sys.argv[5] if len(sys.argv) > 5 else "0.8,0.9,0.95").split(","):
        result = played(querent, folder, labels, runs, "--stop-at-recall", goal)
        reached = sum(run["recall"] >= float(goal) - 1e-9 for run in result) / len(result)
        read = 1 - sum(run["work_saved"] for run in result) / len(result)
        chance = [read_at_random(n, relevant, float(goal), seed) for seed in range(10)]
        other = [buscar(run["found_at"], n, float(goal)) for run in orders]
        print(f"{folder} R {goal}: reached in {100 * reached:.1f} % of {len(result)} runs, {100 * read:.0f} % read; "
              f"at random {100 * sum(chance) / len(chance):.0f} % read; buscar reached in "
              f"{100 * np.mean([recall >= float(goal) - 1e-9 for _, recall in other]):.1f} %, "
              f"{100 * np.mean([share for share, _ in other]):.0f} % read", flush=True)


if __name__ == "__main__":
    main()
