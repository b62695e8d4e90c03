#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/noisy_graph.py SEED NAME: writes NAME.tsv and NAME.labels, a graph of 8,000 nodes whose two classes no model can
separate: 25 communities of power-law degrees, each with its own share of the second class. docs/notes/auto.md uses it. Needs numpy."""
import sys

import numpy as np

NODES, MEAN_DEGREE, COMMUNITIES, INSIDE = 8000, 15, 25, 0.7
rng = np.random.default_rng(int(sys.argv[1]))
propensity = np.minimum((1 - rng.random(NODES)) ** (-1 / 1.5), np.sqrt(NODES))
community = rng.choice(COMMUNITIES, NODES, p=rng.dirichlet(np.full(COMMUNITIES, 2.0)))
share = rng.beta(0.45, 1.0, COMMUNITIES)  # share of the second class: often near 0, sometimes near 1/2 or 1
label = (rng.random(NODES) < share[community]).astype(int)
everywhere = propensity / propensity.sum()
members = [np.flatnonzero(community == c) for c in range(COMMUNITIES)]
within = [everywhere[m] / everywhere[m].sum() for m in members]
mass = np.array([everywhere[m].sum() for m in members])
edges = set()
while len(edges) < NODES * MEAN_DEGREE // 2:
    draws = NODES * MEAN_DEGREE // 2 - len(edges) + 10
    inside = int((rng.random(draws) < INSIDE).sum())
    ends = [(m, p, count) for m, p, count in zip(members, within, rng.multinomial(inside, mass / mass.sum()))]
    for nodes, p, count in [*ends, (np.arange(NODES), everywhere, draws - inside)]:
        for i, j in zip(rng.choice(nodes, count, p=p), rng.choice(nodes, count, p=p)):
            if i != j:
                edges.add((min(i, j), max(i, j)))
with open(sys.argv[2] + ".tsv", "w") as out:
    out.writelines(f"{i}\t{j}\n" for i, j in sorted(edges))
with open(sys.argv[2] + ".labels", "w") as out:
    out.writelines(f"{i}\tc{y}\n" for i, y in enumerate(label))
