#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cost of the Python module: converting a matrix, ask and tell, partial_fit, importing, two threads.

  PYTHONPATH=build/release/python /usr/bin/python3 tests/bench/python_module.py [enter|session|stream|import|threads ...]

Markdown on standard output. CPU seconds, the best of several; for two threads wall seconds. Ratios are within one run."""
import ctypes
import gc
import os
import subprocess
import sys
import threading
import time
import warnings

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np  # noqa: E402
import scipy.sparse as sp  # noqa: E402

import querent  # noqa: E402
from querent._rows import as_rows  # noqa: E402


def cpu(call, times=5):
    """The minimum CPU seconds of several calls."""
    best = np.inf
    for _ in range(times):
        begin = time.process_time()
        call()
        best = min(best, time.process_time() - begin)
    return best


def peak():
    return int(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1]) / 1024


def reset_peak():
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")


def grown(call):
    """Increase of the process's peak memory in megabytes."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)  # memory freed by earlier calls must not hide the increase
    reset_peak()
    before = peak()
    kept = call()
    return peak() - before, kept


def a_ring(n, each):
    """Every node joined to each/2 on either side."""
    step = np.concatenate([np.arange(-each // 2, 0), np.arange(1, each // 2 + 1)])
    columns = np.sort((np.arange(n)[:, None] + step) % n, axis=1).ravel()
    return sp.csr_array((np.ones(n * each), columns, np.arange(0, n * each + 1, each)), shape=(n, n))


def least_grown(call, times=3):
    """The minimum of several: the system assigns pages in steps of two megabytes."""
    return min(grown(call)[0] for _ in range(times))


def of_types(S, index, values):
    """The same matrix in these types; SciPy's constructor would convert indices to 32 bits if they fit."""
    X = sp.csr_array((values, S.indices, S.indptr), shape=S.shape)
    X.indices, X.indptr = S.indices.astype(index), S.indptr.astype(index)
    return X


def enter():
    print("| a CSR matrix of 10⁷ entries, 500,000 rows | indices | values | CPU | memory above |\n| --- | --- | --- | --- | --- |")
    S = a_ring(500_000, 20)
    for index in (np.int32, np.int64):
        for value in (np.float32, np.float64, bool):
            X = of_types(S, index, S.data.astype(value))

            def rows(X=X):
                found = as_rows(X)
                found.check()
                return found

            first = cpu(rows, 1)
            print(f"| rows, each read once | {index.__name__} | {value.__name__} | {cpu(rows) * 1e3:.0f} ms "
                  f"(the first time {first * 1e3:.0f}) | {least_grown(rows):.1f} MB |", flush=True)
            del X
    for index in (np.int32, np.int64):
        for name, values in (("all one", S.data), ("float64", S.data * 2.5), ("float32", (S.data * 2.5).astype(np.float32))):
            X = of_types(S, index, values)
            call = lambda X=X: querent.as_graph(X)  # noqa: E731
            print(f"| a graph, checked | {index.__name__} | {name} | {cpu(call) * 1e3:.0f} ms | {least_grown(call):.1f} MB |", flush=True)


def session():
    rng = np.random.default_rng(0)
    for n in (100, 1000):
        X = rng.normal(size=(n, 2))
        y = (X[:, 0] > 0).astype(int)
        take = min(n, 400)

        def whole():
            s = querent.GraphClassifier(budget=take, checks=0).row_session(X, classes=[0, 1])
            for _ in range(take):
                q = s.ask()
                s.tell(q, y[q.index])

        def core():
            s = querent.GraphClassifier(budget=take, checks=0).row_session(X, classes=[0, 1])._session
            inside = 0.0
            for _ in range(take):
                begin = time.thread_time()
                q = s.next()
                inside += time.thread_time() - begin
                begin = time.thread_time()
                s.answer(q[1], int(y[q[1]]))
                inside += time.thread_time() - begin
            return inside

        begin = cpu(lambda: querent.GraphClassifier(budget=take, checks=0).row_session(X, classes=[0, 1]))
        both, inside = (cpu(whole) - begin) / take, min(core() for _ in range(5)) / take
        print(f"| a question and its answer, {n} rows of 2 | {both * 1e6:.1f} µs, of which in C++ {inside * 1e6:.1f}: "
              f"overhead {(both - inside) * 1e6:.1f} µs |", flush=True)


def stream(n=1_000_000, each=50, d=50_000):
    from sklearn.linear_model import PassiveAggressiveClassifier, SGDClassifier
    warnings.simplefilter("ignore")
    rng = np.random.default_rng(0)
    columns = (np.arange(each) * (d // each) + rng.integers(0, d // each, (n, each))).astype(np.int32).ravel()
    X = sp.csr_array((rng.random(n * each), columns, np.arange(0, n * each + 1, each, dtype=np.int32)), shape=(n, d))
    y = (X @ rng.normal(size=d) > 0).astype(int)
    print("| rows a call | querent.PA_I | PassiveAggressiveClassifier | times | SGDClassifier | times |\n| --- | --- | --- | --- | --- | --- |")
    for batch, rows in ((1, 1000), (10, 10_000), (100, 50_000), (1000, 200_000), (n, n)):
        parts = [(X[i:i + batch], y[i:i + batch]) for i in range(0, min(rows, n), batch)]
        found = []
        for make in (lambda: querent.PA_I(C=1.0), lambda: PassiveAggressiveClassifier(C=1.0),
                     lambda: SGDClassifier(learning_rate="constant", eta0=0.01, penalty=None)):
            def learn():
                model = make()
                for rows_, labels in parts:
                    model.partial_fit(rows_, labels, classes=[0, 1])
            found.append(cpu(learn, 2) / min(rows, n) * 1e6)
        print(f"| {batch:,} | {found[0]:.2f} µs a row | {found[1]:.2f} | {found[1] / found[0]:.1f} | {found[2]:.2f} | "
              f"{found[2] / found[0]:.1f} |", flush=True)
    rows = as_rows(X)
    labels = y.astype(np.int32)
    core = cpu(lambda: querent._querent.Learner("PA-I", "", {}, d, 2).learn(rows, labels), 3)
    play = cpu(lambda: querent._querent.Learner("PA-I", "all", {}, d, 2).play(rows, labels), 3)
    whole = cpu(lambda: querent.PA_I().partial_fit(X, y, classes=[0, 1]), 3)
    print(f"\n{n:,} rows of {each}: partial_fit {whole:.3f} s, the loop of C++ over the same rows {core:.3f} s, "
          f"predicting before learning as `querent run --stream` does {play:.3f} s")


def importing():
    clock = "import time; begin = time.process_time(); {}; print(time.process_time() - begin)"
    least = {}
    for _ in range(11):
        for words in ("import numpy", "import querent", "import numpy, inspect, dataclasses, pathlib; begin = time.process_time(); import querent"):
            predicted = subprocess.run([sys.executable, "-c", clock.format(words)], check=True, capture_output=True, text=True).stdout
            least[words] = min(float(predicted) * 1e3, least.get(words, np.inf))
    numpy, whole, after = least.values()
    print(f"| import querent | {whole:.0f} ms CPU, of which NumPy {numpy:.0f}; {after:.0f} where NumPy is there |")


def threads():
    rng = np.random.default_rng(0)
    n = 20_000
    i, j = rng.integers(0, n, (2, 4 * n))
    keep = i != j
    S = sp.coo_array((np.ones(keep.sum()), (i[keep], j[keep])), shape=(n, n)).tocsr()
    S = S.maximum(S.T)
    G = querent.as_graph(sp.csr_array(S))

    def embed():
        querent.SpectralEmbedding(n_components=60, tolerance=1e-8).fit(G)

    found = []
    for _ in range(5):
        begin = time.perf_counter()
        embed()
        embed()
        both = time.perf_counter() - begin
        used = time.process_time()
        begin = time.perf_counter()
        pair = [threading.Thread(target=embed) for _ in range(2)]
        for thread in pair:
            thread.start()
        for thread in pair:
            thread.join()
        wall = time.perf_counter() - begin
        found.append((wall / both, (time.process_time() - used) / wall))
    print(f"| two embeddings in two threads, over one after the other | {min(found)[0]:.2f} (the best of {len(found)}; "
          f"{max(busy for _, busy in found):.2f} processors were busy; load {os.getloadavg()[0]:.1f}) |")


if __name__ == "__main__":
    for name in sys.argv[1:] or ["enter", "session", "stream", "import", "threads"]:
        {"enter": enter, "session": session, "stream": stream, "import": importing, "threads": threads}[name]()
