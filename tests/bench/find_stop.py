#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""find_stop.py QUERENT FOLDER LABELS RUNS [R,R,…]: how often `querent run --find relevant --stop-at-recall R` reaches R,
and what share of the records it reads, over RUNS orders that begin with one record of each class drawn at random; beside
it the same promise by reading at random: every draw is even, and the forecast is what was found so far."""
import json
import math
import random
import subprocess
import sys


def played(querent, folder, labels, runs, goal):
    command = [querent, "run", folder, "--labels", labels, "--find", "relevant", "--seeds", "one-per-class", "--runs", runs,
               "--stop-at-recall", goal, "--json", "--quiet", "--threads", "2"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["runs"]


def read_at_random(n, relevant, goal, seed):
    """The share of n records that is read until fewer than `goal` of the relevant ones found is refuted, at random."""
    rng = random.Random(seed)
    order = [k < relevant for k in range(n)]
    rng.shuffle(order)
    found, evidence, likelihood = 0, 0.0, [0.0] * (n + 1)
    for k, hit in enumerate(order):
        forecast = (found + 0.5) / (k + 1)
        evidence += math.log(forecast if hit else 1 - forecast)
        for K in range(n + 1):
            p = (K - found) / (n - k)
            p = p if hit else 1 - p
            likelihood[K] += math.log(p) if 0 < p <= 1 and K >= found else -math.inf
        found += hit
        fewest = math.floor(found / goal) + 1
        if found and all(evidence - likelihood[K] >= math.log(20) for K in range(fewest, found + n - k)):
            return (k + 1) / n
    return 1.0


def main():
    querent, folder, labels, runs = sys.argv[1:5]
    for goal in (sys.argv[5] if len(sys.argv) > 5 else "0.8,0.9,0.95").split(","):
        result = played(querent, folder, labels, runs, goal)
        n = result[0]["rounds"]
        reached = sum(run["recall_at_stop"] >= float(goal) - 1e-9 for run in result) / len(result)
        read = 1 - sum(run["work_saved"] for run in result) / len(result)
        relevant = sum(line.rstrip("\n").endswith("\trelevant") for line in open(labels)) - 1
        chance = [read_at_random(n - 2, relevant, float(goal), seed) for seed in range(10)]
        print(f"{folder} R {goal}: reached in {100 * reached:.1f} % of {len(result)} runs, {100 * read:.0f} % read, "
              f"{100 * sum(chance) / len(chance):.0f} % at random", flush=True)


if __name__ == "__main__":
    main()
