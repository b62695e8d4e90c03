#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Checks pool_columns.py: its paired t-test against SciPy's, marks and counts of a table computed by hand, and the properties of graphs
of unlike_sources.py. Exit 77 without numpy or scipy."""
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
    from scipy.stats import t as student
    from scipy.stats import ttest_rel
except ImportError:
    print("skipped: needs numpy and scipy")
    sys.exit(77)

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2] / "docs")]
from labels import CRITICAL, paired_t
from pool_columns import played, table, verdict
from unlike_sources import Source, rewired

rng = np.random.default_rng(5)
counted = {-1: 0, 0: 0, 1: 0}
for shift in np.linspace(-0.05, 0.05, 60):
    theirs = rng.normal(0.3, 0.03, 20)
    ours = theirs + rng.normal(shift, 0.05, 20)
    test = ttest_rel(ours, theirs)
    assert abs(paired_t(ours, theirs) - test.statistic) < 1e-9
    assert verdict(ours, theirs) == (np.sign(test.statistic) if test.pvalue < 0.05 else 0)
    counted[verdict(ours, theirs)] += 1
assert min(counted.values()) > 5, counted
for orders, critical in CRITICAL.items():
    assert abs(critical - student.ppf(0.975, orders - 1)) < 5e-4, orders
assert verdict([0.2, 0.2, 0.2], [0.2, 0.2, 0.2]) == 0  # equal: no difference, and no deviation
assert verdict([0.2, 0.2, 0.2], [0.1, 0.1, 0.1]) == 1 and verdict([0.1, 0.1, 0.1], [0.2, 0.2, 0.2]) == -1

with tempfile.TemporaryDirectory() as folder:
    file = Path(folder, "a.tsv")
    of = {"pool": [0.30, 0.31, 0.32], "most": [0.20, 0.21, 0.22], "random": [0.40, 0.41, 0.42], "words": [0.31, 0.31, 0.31]}
    file.write_text("".join(f"10\t{o}\t{c}\t{e}\t0.1\n" for c, errors in of.items() for o, e in enumerate(errors)) + "20\t0\tmost\t.2\t0\n")
    lines = table({"a": played(file)}, "pool", ["most", "random", "words", "medoids"])
    assert "| a | 0.310 / 0.210 ▾ |" in table({"a": played(file)}, "pool", ["most"], [2.5])
assert lines[2] == "| a | 10 | 3 | 0.310 | 0.210 ▾ | 0.410 ▴ | 0.310 |", lines[2]
assert lines[-1] == ("\n1 cells, pool first or tied in 0; worse than the class of most in 1 of 1, random, same model in 0 of 1, "
                     "logistic regression on words, random labels in 0 of 1."), lines[-1]

# six classes, 3,000 edges: the number within a class is within four deviations; each fixed end is unchanged
n, m = 600, 3000
y = rng.integers(0, 6, n)
edges = rng.integers(0, n, (m, 2))
edges = edges[edges[:, 0] != edges[:, 1]]
for homophily in (0.1, 0.5, 0.9):
    made = rewired(edges, y, homophily, np.random.default_rng(2))
    assert (made[:, 0] < made[:, 1]).all() and len(set(map(tuple, made))) == len(made)
    # an edge that is drawn twice counts once: about a hundred of 2,700 among the 30,000 pairs of one class
    assert len(made) > 0.9 * len(edges)
    within = np.mean(y[made[:, 0]] == y[made[:, 1]])
    assert abs(within - homophily) < 4 * np.sqrt(homophily * (1 - homophily) / len(made)) + 0.01, (homophily, within)

with tempfile.TemporaryDirectory() as folder:
    data, work = Path(folder, "g"), Path(folder)
    data.mkdir()
    (data / "labels.tsv").write_text("".join(f"v{i}\t{'ab?'[i % 3]}\n" for i in range(60)))
    (data / "edges.tsv").write_text("".join(f"v{i}\tv{(i + 1) % 60}\t1\nv{i}\tv{(i + 3) % 60}\t1\n" for i in range(60)))
    (data / "features.svm").write_text("".join(f"0 {i % 3 + 1}:1 {i + 4}:1\n" for i in range(60)))
    plain, graph, both = (Source(f"g{change}+words", work) for change in ("", "~permuted", "~permuted-all"))
    assert len(plain.y) == 40 and plain.edges.max() == 39  # nodes without a label are left out
    own = lambda source: np.array([row[0] for row in source.words]) - 1  # the word that determines the class
    assert (own(plain) == plain.y).all() and (own(graph) == graph.y).all() and (own(both) != both.y).any()
    assert (graph.y != plain.y).any() and sorted(graph.y) == sorted(plain.y) and (graph.edges == plain.edges).all()
    test, rest = plain.split(3)
    assert len(test) == 13 and sorted([*test, *rest]) == list(range(40))
print("as SciPy, by hand, as made")
