#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""S10: a sweep finishes with every query rule, for any range of its parameter."""
from attack import *

rules = [rule["name"] for rule in json.loads(run("learners", "--json").stdout)["query_rules"]]
expect("BBQ", run("sweep", "karate", "--learner", "BBQ", "--rates", "0.01,0.6,0.99", "--dim", "8", "--runs", "2"), 0)
for rule in rules:
    for name, line in (("MSG", ["karate", "--learner", "MSG", "--dim", "8"]), ("PA-I", ["digits", "--classes", "3,8", "--learner", "PA-I"])):
        ended = run("sweep", *line, "--query", rule, "--rates", "0.02,0.9", "--runs", "2")
        refused = ended.returncode == 2 and "error: --rates" not in ended.stderr and "BbqQuery" not in ended.stderr
        expect(f"{rule} with {name}", ended, 2 if refused else 0)  # not every learner accepts every rule
finish("S10")
