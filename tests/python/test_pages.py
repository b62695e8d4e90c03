# SPDX-License-Identifier: Apache-2.0
"""Every block of docs/python.md runs, in its order."""
import re

import numpy as np
import pytest
import scipy.sparse as sp


def test_the_page_runs(source):
    pytest.importorskip("networkx")
    pytest.importorskip("pandas")
    text = (source / "docs/python.md").read_text()
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 4))
    names = {"X": X, "y": np.where(X[:, 0] > 0, "a", "b"),
             "edges_of_new_nodes": sp.csr_array(([1.0], ([0], [3])), shape=(1, 34))}
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(blocks) == 3
    for k, block in enumerate(blocks):
        if "label_spreading" in block:
            block = block.replace("label_spreading(G, y)", "label_spreading(G, ['a'] + [None] * 32 + ['b'])")
        exec(compile(block, f"docs/python.md block {k + 1}", "exec"), names)
    assert names["session"].asked == 8
    assert names["run"].queries <= 60
