#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Width and coverage of the interval of the estimated error after a hundred answers.

    ask_interval.py QUERENT DATA [--answers 100,200] [--checks 0.1,0.3] [--orders 20] [--graphs NAME,…] [--threads 1] [--goal RATE]

Plays `run --order pool --learner auto` on graphs of DATA (shared data/graphs), whose labels are the answers, and compares the estimate of
each order with the error of the finished model on all items that were never asked. "cora+" is cora with its words. Prints for each graph
the number of random checks, the error, the mean width of the 95 % interval, the share of orders whose error is below and above it, and
the bias and the root mean square error of the estimate; then the same over all orders. With --goal questions end with --stop-at-error
RATE (or --answers); then it also prints the number of orders that it ended, and of those with an error above the goal.
"""
import argparse
import json
import math
import os
import pathlib
import subprocess
import sys

GRAPHS = ["cora", "cora+", "citeseer", "imdb5000-first4", "pubmed", "amazon-photo"]


def source(folder, words):
    if not (folder / "labels.tsv").exists():  # a data set of the catalogue in files of another format
        return [folder.name, "--component", "largest"]
    edges = next(file for file in (folder / "edges.tsv", folder / "edges.tsv.xz") if file.exists())
    given = ["--edges", edges, "--labels", folder / "labels.tsv", "--lenient"]
    if words:
        return given + ["--features", folder / "features.svm.xz"]
    return given + ["--component", "largest"]


def runs_of(program, folder, words, answers, checks, orders, threads, goal):
    command = [program, "run", *source(folder, words), "--order", "pool", "--learner", "auto", "--budget", answers, "--checks", checks, "--final",
               "--runs", orders, "--threads", threads, "--json", "--quiet", *(["--stop-at-error", goal] if goal else [])]
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, env=os.environ)
    if done.returncode:
        sys.exit(done.returncode)
    return json.loads(done.stdout)["runs"]


class Tally:
    def __init__(self, answers, goal):
        self.answers, self.goal = int(answers), goal
        self.ended = self.fooled = 0
        self.n = self.valued = 0
        self.width = self.error = self.bias = self.square = 0.0
        self.below = self.above = 0

    def add(self, run):
        error, value, low, high = (run[key] for key in ("final_error", "estimated_error", "estimated_error_low", "estimated_error_high"))
        if self.goal and run["queries"] < self.answers:
            self.ended += 1
            self.fooled += error > self.goal
        self.n += 1
        self.error += error
        self.width += high - low
        self.below += error < low
        self.above += error > high
        if value is not None:  # of runs with ten checks or more
            self.valued += 1
            self.bias += value - error
            self.square += (value - error) ** 2

    def __str__(self):
        n, valued = self.n, max(self.valued, 1)
        return (f"{self.error / n:6.3f}  {self.width / n:6.3f}  {100 * self.below / n:5.1f} %  {100 * self.above / n:5.1f} %  {self.bias / valued:+6.3f}  "
                f"{math.sqrt(self.square / valued):6.3f}" + (f"  {self.ended} ended, {self.fooled} above the goal" if self.goal else ""))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--answers", default="100,200")
    parser.add_argument("--checks", default="0.1,0.3")
    parser.add_argument("--orders", type=int, default=20)
    parser.add_argument("--graphs", default=",".join(GRAPHS))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--goal", type=float, default=0)
    given = parser.parse_args()
    print("graph            answers  checks  orders   error   width    below    above    bias    rmse")
    for answers in given.answers.split(","):
        for checks in given.checks.split(","):
            whole = Tally(answers, given.goal)
            for name in given.graphs.split(","):
                tally = Tally(answers, given.goal)
                folder = given.data / name.rstrip("+")
                for run in runs_of(given.program, folder, name.endswith("+"), answers, checks, given.orders, given.threads, given.goal):
                    if run["estimated_error_high"] == 1 and run["estimated_error_low"] == 0:
                        continue  # no check was drawn
                    tally.add(run)
                    whole.add(run)
                print(f"{name:16} {answers:>7}  {checks:>6}  {tally.n:6}  {tally}", flush=True)
            print(f"{'all':16} {answers:>7}  {checks:>6}  {whole.n:6}  {whole}", flush=True)


main()
