#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The seed of a run in JSON repeats this run alone."""
from attack import *

timeless = lambda one: {k: v for k, v in one.items() if k != "seconds"}
for line in (["karate", "--learner", "MSG", "--dim", "8"], ["digits", "--classes", "3,8", "--learner", "RPA-I"], ["karate", "--learner", "auto", "--dim", "8", "--final"],
             ["karate", "--learner", "MSG", "--dim", "8", "--hold-out", "0.3"], ["karate", "--learner", "thrifty", "--dim", "8", "--budget", "10"]):
    for seed in ("0", "7", "18446744073709551615"):
        runs = json.loads(expect(f"{line[2]}", run("run", *line, "--runs", "4", "--seed", seed, "--json"), 0).stdout)["runs"]
        check(f"{line}: run 0 of seed {seed} has that seed", runs[0]["seed"] == int(seed))
        for k, one in enumerate(runs):
            again = json.loads(run("run", *line, "--seed", str(one["seed"]), "--json").stdout)["runs"][0]
            check(f"{line}: run {k} of seed {seed}", timeless(again) == timeless(one), (again, one))
finish("issue 23")
