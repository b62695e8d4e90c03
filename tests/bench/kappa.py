#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""kappa.py [TABLES]: how often the 95 % interval of κ contains the true κ (apps/experiment/annotator_agreement.hpp), by simulated tables of
two annotators with the same class shares. Each cell: coverage, and in brackets that without the two added answers."""
import sys

import numpy as np

TABLES = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
ITEMS, KAPPAS = (20, 50, 200), (0, 0.4, 0.8, 0.95)
SHARES = {"1/2, 1/2": [0.5, 0.5], "1/4 each": [0.25] * 4, ".1, .9": [0.1, 0.9], ".05, .95": [0.05, 0.95], ".02, .98": [0.02, 0.98]}


def estimate(counts):
    """κ and its standard error for tables along the first axis; NaN where chance explains all."""
    n = counts.sum((1, 2))
    p = counts / n[:, None, None]
    rows, columns = p.sum(2), p.sum(1)
    chance = (rows * columns).sum(1)
    chance = np.where(chance >= 1 - 1e-12, np.nan, chance)
    kappa = (np.trace(p, axis1=1, axis2=2) - chance) / (1 - chance)
    weight = (columns[:, :, None] + rows[:, None, :]) * (1 - kappa)[:, None, None]
    same = np.eye(p.shape[1], dtype=bool)
    variance = (p * np.where(same, 1 - weight, weight) ** 2).sum((1, 2)) - (kappa - chance * (1 - kappa)) ** 2
    return kappa, np.sqrt(np.maximum(variance, 0) / n) / (1 - chance)


def coverage(counts, true, prior):
    kappa, _ = estimate(counts)
    centre, error = estimate(counts + prior / counts.shape[1] ** 2)
    low, high = np.minimum(kappa, centre - 1.96 * error), np.maximum(kappa, centre + 1.96 * error)
    known = ~np.isnan(kappa)  # otherwise no interval is shown
    return ((low <= true + 1e-12) & (true - 1e-12 <= high))[known].mean()


rng = np.random.default_rng(0)
print("| class shares | κ | " + " | ".join(f"{n} items" for n in ITEMS) + " |\n| --- | --- |" + " --- |" * len(ITEMS))
for name, shares in SHARES.items():
    for true in KAPPAS:
        joint = (1 - true) * np.outer(shares, shares) + true * np.diag(shares)
        tables = [rng.multinomial(n, joint.ravel(), TABLES).reshape(-1, len(shares), len(shares)).astype(float) for n in ITEMS]
        print(f"| {name} | {true} | " + " | ".join(f"{coverage(t, true, 2):.3f} ({coverage(t, true, 0):.3f})" for t in tables) + " |")
