# SPDX-License-Identifier: Apache-2.0
"""All blocks of docs/python.md run, in their order."""
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


def test_readmes_lines_run(source):
    pytest.importorskip("networkx")
    pytest.importorskip("pandas")
    block, = re.findall(r"```python\n(.*?)```", (source / "README.md").read_text(), re.S)
    names = {}
    exec(compile(block, "README.md", "exec"), names)
    assert names["session"].asked == 8 and (names["session"].predict_frame()["class"] != None).all()  # noqa: E711


def test_the_notebook_runs(source, tmp_path, monkeypatch):
    import ast
    import json
    for name in ("networkx", "pandas", "matplotlib"):
        pytest.importorskip(name)
    monkeypatch.chdir(tmp_path)
    cells = json.loads((source / "docs/tour.ipynb").read_text())["cells"]
    assert len(cells) >= 30
    names, shown = {}, []
    for k, cell in enumerate(cells):
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"cell {k}", "exec"), names)
        if last is not None:
            shown.append(eval(compile(ast.Expression(last.value), f"cell {k}", "eval"), names))
            assert shown[-1] is None or cell["outputs"], f"docs/notebook.py stores what cell {k} shows"
    accuracy = [value for value in shown if isinstance(value, float)]
    assert len(accuracy) == 3 and min(accuracy) > 0.8  # guessing has 1/2
    truths = [value for value in shown if isinstance(value, (bool, np.bool_))]
    assert len(truths) == 4 and all(truths)
    assert (tmp_path / "karate.png").stat().st_size > 1000
