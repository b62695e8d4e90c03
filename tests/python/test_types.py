# SPDX-License-Identifier: Apache-2.0
"""The stubs match the module, and everything public has types and a docstring."""
import inspect
import os
import subprocess
import sys

import pytest

import querent


SKIP_NUMPY = "[mypy]\nignore_missing_imports = True\n[mypy-numpy.*]\nfollow_imports = skip\n"  # its stubs take a minute and
                                                                                               # are not ours


def has_mypy():
    return subprocess.run([sys.executable, "-c", "import mypy.stubtest"], capture_output=True).returncode == 0


@pytest.mark.skipif(not has_mypy(), reason="mypy is missing")
def test_stubtest_finds_every_name_and_argument(tmp_path):
    (tmp_path / "mypy.ini").write_text(SKIP_NUMPY)
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "--concise", "--mypy-config-file", "mypy.ini", "querent"],
                          capture_output=True, text=True, env={**os.environ, "MYPYPATH": os.environ["PYTHONPATH"]}, cwd=tmp_path)
    assert "querent._querent.Graph" in done.stdout, done.stdout + done.stderr  # private parts have no stub, so this proves
                                                                               # that it has looked
    assert not [line for line in done.stdout.splitlines() if not line.startswith("querent._querent")], done.stdout


@pytest.mark.skipif(not has_mypy(), reason="no mypy here")
def test_mypy_knows_a_strangers_types(tmp_path):
    (tmp_path / "mine.py").write_text(
        "import pandas, querent\n"
        "session = querent.GraphClassifier(budget=3).session([[0, 1], [1, 2]])\n"
        "q = session.ask()\n"
        "reveal_type(q)\n"
        "reveal_type(querent.PA_I(C=0.1))\n"
        "frame: pandas.DataFrame = session.predict_frame()\n"
        "name: str = q.node if q else ''\n"
        "wrong: int = session.predict_frame()\n"
        "querent.PA_I(D=0.1)\n"
        "querent.SpectralEmbedding(n_components='ten')\n")
    (tmp_path / "pandas.pyi").write_text("class DataFrame: ...\n")  # stands in for a user's installed stubs
    (tmp_path / "mypy.ini").write_text(SKIP_NUMPY)
    done = subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), "mine.py"], capture_output=True,
                          text=True, env={**os.environ, "MYPYPATH": os.environ["PYTHONPATH"]}, cwd=tmp_path)
    output = done.stdout
    assert "Question, None]" in output and "querent.learners.PA_I" in output, output + done.stderr
    assert 'mine.py:9: error: Unexpected keyword argument "D"' in output
    assert 'mine.py:8: error: Incompatible types in assignment (expression has type "DataFrame"' in output
    assert "mine.py:10: error" in output and "Found 3 errors" in output, output


@pytest.mark.skipif(not has_mypy(), reason="no mypy here")
def test_mypy_knows_all_that_the_page_uses(source, tmp_path):
    import re
    blocks = re.findall(r"```python\n(.*?)```", (source / "docs/python.md").read_text(), re.S)
    (tmp_path / "page.py").write_text("from typing import Any\nX: Any\ny: Any\nedges_of_new_nodes: Any\n" + "\n".join(blocks) + (
        "from querent import GraphClassifier, PA_I\nwrong: float = session.estimate_[0]\nmodel = PA_I(random_state=None).fit(X, y)\n"
        "model.classes_, model.n_features_in_, model.n_iter_, model.feature_names_in_\nclf = GraphClassifier(n_jobs=None)\n"
        "clf.session_, clf.classes_, clf.n_features_in_, embedding.residuals_, embedding.graph_\n"))
    (tmp_path / "mypy.ini").write_text(SKIP_NUMPY)
    done = subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), "page.py"], capture_output=True,
                          text=True, env={**os.environ, "MYPYPATH": os.environ["PYTHONPATH"]}, cwd=tmp_path)
    assert 'has type "Optional[float]"' in done.stdout and "Found 1 error" in done.stdout, done.stdout + done.stderr


def public():
    for name in querent.__all__:
        thing = getattr(querent, name)
        if inspect.isfunction(thing) or inspect.isclass(thing):
            yield name, thing
    for name, thing in vars(querent.datasets).items():
        if inspect.isfunction(thing) and thing.__module__ == "querent.datasets" and name[0] != "_":
            yield f"datasets.{name}", thing


@pytest.mark.parametrize("name, thing", list(public()))
def test_everything_public_says_what_it_is(name, thing):
    assert thing.__doc__, name
    if inspect.isfunction(thing):
        text = inspect.getdoc(thing)
        for parameter in inspect.signature(thing).parameters.values():
            assert parameter.name in text, f"{name}: {parameter.name}"
        assert "Returns" in text, name
    elif inspect.isclass(thing):
        for member, value in vars(thing).items():
            if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                assert inspect.getdoc(value), f"{name}.{member}"
