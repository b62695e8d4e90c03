# SPDX-License-Identifier: Apache-2.0
"""The module as a guest of Python's process: errors, memory, threads, Ctrl-C."""
import gc
import pathlib
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import scipy.sparse as sp

import querent


def blocks(n, degree=8, seed=0):
    rng = np.random.default_rng(seed)
    i, j = rng.integers(0, n, (2, n * degree // 2))
    S = sp.coo_array((np.ones(len(i)), (i, j)), shape=(n, n)).tocsr()
    S = S.maximum(S.T).tolil()
    S.setdiag(0)
    S = S.tocsr()
    S.eliminate_zeros()
    return S


def test_errors_are_pythons(tmp_path):
    (tmp_path / "e.tsv").write_text("1 2\n2 x y z\n")
    with pytest.raises(querent.DataError, match="e.tsv:2"):
        querent.read_graph(tmp_path / "e.tsv")
    assert issubclass(querent.DataError, ValueError)
    with pytest.raises(OSError):
        querent.read_graph(tmp_path / "nothing.tsv")
    with pytest.raises(ValueError, match="laplacian"):
        querent.SpectralEmbedding(laplacian="other").fit(blocks(20))


def test_importing_it_imports_no_other_library():
    said = subprocess.run([sys.executable, "-c", "import sys, querent; print([m for m in ('sklearn', 'pandas', 'scipy',"
                           " 'networkx', 'matplotlib') if m in sys.modules])"], capture_output=True, text=True)
    assert said.stdout.strip() == "[]", said.stderr


def test_nothing_leaks():
    nx = pytest.importorskip("networkx")
    G = querent.as_graph(nx.karate_club_graph())
    X = np.random.default_rng(0).normal(size=(20, 3))
    y = np.arange(20) % 2

    def turn():
        querent.SpectralEmbedding(n_components=3).fit(G).embedding_.sum()
        querent.PA_I().fit(X, y).predict(X)
        s = querent.GraphClassifier(n_components=3).session(G)
        s.tell(s.ask(), "a")
        s.predict()

    def memory():
        gc.collect()
        return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * 4096

    for _ in range(60):
        turn()
    before = memory()
    for _ in range(300):
        turn()
    assert memory() - before < 4 << 20  # an embedding that stayed would be 1 KB, a session 20 KB: 300 of them 6 MB


def test_another_thread_runs_while_one_computes():
    G = querent.as_graph(blocks(6000))
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.002)

    other = threading.Thread(target=tick)
    other.start()
    begin = time.perf_counter()
    querent.SpectralEmbedding(n_components=60, tolerance=1e-9).fit(G)
    end = time.perf_counter()
    done.set()
    other.join()
    inside = [t for t in ticks if begin < t < end]
    assert len(inside) >= 3  # with the interpreter held there would be none


def test_ctrl_c_ends_an_embedding():
    script = ("import sys; sys.path.insert(0, %r)\nfrom test_module import blocks\nimport querent\n"
              "G = querent.as_graph(blocks(40000))\nprint('begin', flush=True)\n"
              "querent.SpectralEmbedding(n_components=300, tolerance=1e-13).fit(G)\nprint('end')\n"
              % str(pathlib.Path(__file__).parent))
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begin\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert process.returncode != 0 and "KeyboardInterrupt" in errors
