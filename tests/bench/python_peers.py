#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Python module compared with scikit-learn and NetworkX on the same data in one run.

  PYTHONPATH=build/release/python /usr/bin/python3 tests/bench/python_peers.py [NODES]

Each program runs in a process of its own: CPU seconds of the call alone, its peak memory beyond imports and data, and its error.
Blocks: a planted partition with four blocks, where a node has three of five neighbours in its own block."""
import json
import os
import subprocess
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np  # noqa: E402
import scipy.sparse as sp  # noqa: E402

BUDGET, LIMIT = 40, 120


def blocks(n, degree=10, classes=4):
    rng = np.random.default_rng(0)
    y = np.arange(n) % classes
    m = n * degree // 2
    i = rng.integers(0, n, m)
    own = rng.random(m) < 0.6
    j = np.where(own, (i + classes * rng.integers(1, n // classes, m)) % n, rng.integers(0, n, m))
    keep = i != j
    S = sp.coo_matrix((np.ones(keep.sum()), (i[keep], j[keep])), shape=(n, n)).tocsr()
    S = S.maximum(S.T).tocsr()
    S.data[:] = 1
    ring = sp.coo_matrix((np.ones(n), (np.arange(n), (np.arange(n) + classes) % n)), shape=(n, n)).tocsr()
    hop = sp.coo_matrix((np.ones(classes - 1), (np.arange(classes - 1), np.arange(1, classes))), shape=(n, n)).tocsr()
    S = S.maximum(ring).maximum(ring.T).maximum(hop).maximum(hop.T).tocsr()  # connected
    return S, y


def digits():
    from sklearn.datasets import load_digits
    X, y = load_digits(return_X_y=True)
    return X / np.linalg.norm(X, axis=1)[:, None], y


def residual(S, values, vectors):
    """The largest of |L v - l v|, L = I - D^-1/2 S D^-1/2."""
    r = 1 / np.sqrt(np.asarray(S.sum(1)).ravel())
    L = sp.identity(S.shape[0]) - sp.diags(r) @ S @ sp.diags(r)
    return float(np.max(np.linalg.norm(L @ vectors - vectors * values, axis=0)))


def rayleigh(S, vectors):
    """Eigenvalues of the span of some vectors, and their residual, for methods that return no eigenvalues."""
    Q = np.linalg.qr(vectors)[0]
    r = 1 / np.sqrt(np.asarray(S.sum(1)).ravel())
    L = sp.identity(S.shape[0]) - sp.diags(r) @ S @ sp.diags(r)
    values, turn = np.linalg.eigh(Q.T @ (L @ Q))
    return residual(S, values, Q @ turn)


class Peers:
    """name: (prepare() -> data, call(data) -> result, error(data, result)), only the call is measured."""

    def __init__(self, n):
        self.n = n

    def querent_embedding(self):
        import querent
        S, y = blocks(self.n)
        G = querent.as_graph(S)

        def error(e):
            V = e.embedding_ * np.sqrt(e.eigenvalues_)
            return residual(S, e.eigenvalues_, V)
        return lambda: querent.SpectralEmbedding(n_components=16, tolerance=1e-5).fit(G), error

    def sklearn_embedding(self):
        from sklearn.manifold import spectral_embedding
        S, y = blocks(self.n)
        degree = np.sqrt(np.asarray(S.sum(1)).ravel())
        return (lambda: spectral_embedding(S, n_components=16, eigen_solver="arpack", random_state=0, drop_first=True),
                lambda Z: rayleigh(S, Z * degree[:, None]))

    def sklearn_lobpcg(self):
        from sklearn.manifold import spectral_embedding
        S, y = blocks(self.n)
        degree = np.sqrt(np.asarray(S.sum(1)).ravel())
        return (lambda: spectral_embedding(S, n_components=16, eigen_solver="lobpcg", random_state=0, drop_first=True),
                lambda Z: rayleigh(S, Z * degree[:, None]))

    def querent_layout(self):
        import querent
        S, y = blocks(self.n // 4)
        G = querent.as_graph(S)
        return (lambda: querent.SpectralEmbedding(n_components=2, laplacian="combinatorial", tolerance=1e-5).fit(G),
                lambda e: combinatorial(S, e.embedding_))

    def networkx_layout(self):
        import networkx as nx
        S, y = blocks(self.n // 4)
        G = nx.from_scipy_sparse_array(S)
        return lambda: nx.spectral_layout(G, dim=2), lambda place: combinatorial(S, np.array([place[i] for i in range(S.shape[0])]))

    def querent_spreading(self):
        import querent
        S, y = blocks(self.n)
        G, known = querent.as_graph(S), few(y)
        return lambda: querent.label_spreading(G, known, alpha=0.9), lambda predicted: wrong(predicted, y, known)

    def sklearn_spreading(self):
        from sklearn.semi_supervised import LabelSpreading
        X, y = digits()
        known = few(y, 100)
        return (lambda: LabelSpreading(kernel="knn", n_neighbors=10, alpha=0.9).fit(X, known).transduction_,
                lambda predicted: wrong(predicted, y, known))

    def querent_spreading_of_rows(self):
        import querent
        from sklearn.neighbors import kneighbors_graph
        X, y = digits()
        known = few(y, 100)

        def call():
            S = kneighbors_graph(X, 10)
            return querent.label_spreading(S.maximum(S.T), known, alpha=0.9)
        return call, lambda predicted: wrong(predicted, y, known)

    def querent_rows(self):
        import querent
        X, y, X_test, y_test = many_rows()
        return lambda: querent.PA_I(C=0.1).fit(X, y), lambda model: float(np.mean(model.predict(X_test) != y_test))

    def sklearn_sgd(self):
        from sklearn.linear_model import SGDClassifier
        X, y, X_test, y_test = many_rows()
        return lambda: SGDClassifier(max_iter=1, tol=None, random_state=0).fit(X, y), lambda m: float(np.mean(m.predict(X_test) != y_test))

    def querent_asking(self):
        import querent
        S, y = blocks(self.n // 4)

        def call():
            s = querent.GraphClassifier(budget=BUDGET, n_components=16).session(S, classes=range(4))
            while (q := s.ask()):
                s.tell(q, int(y[q.node]))
            return s.predict()
        return call, lambda predicted: float(np.mean(predicted != y))

    def modal_like_loop(self):
        """Uncertainty sampling as in modAL: fit, predict_proba of the pool, ask the least certain item."""
        from sklearn.linear_model import LogisticRegression
        from sklearn.manifold import spectral_embedding
        S, y = blocks(self.n // 4)

        def call():
            Z = spectral_embedding(S, n_components=16, eigen_solver="lobpcg", random_state=0, drop_first=True)
            Z = Z / np.linalg.norm(Z, axis=1)[:, None]
            known = list(np.random.default_rng(0).permutation(len(y))[:8])
            model = LogisticRegression(C=100)
            while True:
                if len(set(y[known])) > 1:
                    model.fit(Z[known], y[known])
                    if len(known) >= BUDGET:
                        return model.predict(Z)
                    p = np.sort(model.predict_proba(Z), axis=1)
                    p[known] = [[0] * (p.shape[1] - 1) + [1]] * len(known)
                    known.append(int(np.argmax(1 - p[:, -1])))
                else:
                    known.append(int(np.setdiff1d(np.arange(len(y)), known)[0]))
        return call, lambda predicted: float(np.mean(predicted != y))


def few(y, count=40):
    known = np.full(len(y), -1)
    chosen = np.random.default_rng(1).permutation(len(y))[:count]
    known[chosen] = y[chosen]
    return known


def wrong(predicted, y, known):
    return float(np.mean((predicted != y)[known < 0]))


def combinatorial(S, Z):
    """The residual of the span relative to the norm of D - S."""
    Q = np.linalg.qr(Z)[0]
    degree = np.asarray(S.sum(1)).ravel()
    L = sp.diags(degree) - S
    values, turn = np.linalg.eigh(Q.T @ (L @ Q))
    V = Q @ turn
    return float(np.max(np.linalg.norm(L @ V - V * values, axis=0)) / (2 * degree.max()))


def many_rows(n=200_000, each=50, d=50_000):
    rng = np.random.default_rng(0)
    columns = (np.arange(each) * (d // each) + (d // each * rng.random((n, each)) ** 3).astype(int)).astype(np.int32).ravel()
    X = sp.csr_matrix((np.full(n * each, each ** -0.5), columns, np.arange(0, n * each + 1, each, dtype=np.int32)), shape=(n, d))
    y = (X @ rng.normal(size=d) > 0).astype(int)
    return X[: n // 2], y[: n // 2], X[n // 2:], y[n // 2:]


def peak():
    return int(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1]) / 1024


def one(name, n):
    call, error = getattr(Peers(n), name)()
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")
    before, begin = peak(), time.process_time()
    result = call()
    used = time.process_time() - begin
    print(json.dumps({"seconds": used, "memory": peak() - before, "error": error(result)}))


PAIRS = [("16 eigenvectors, the largest residual", ["querent_embedding", "sklearn_embedding", "sklearn_lobpcg"]),
         ("a layout by 2 eigenvectors, the residual", ["querent_layout", "networkx_layout"]),
         ("label spreading on a graph, 40 labels, errors", ["querent_spreading"]),
         ("label spreading on digits, 100 labels, errors", ["querent_spreading_of_rows", "sklearn_spreading"]),
         ("one pass over 100,000 rows of 50, errors on as many", ["querent_rows", "sklearn_sgd"]),
         (f"asking for {BUDGET} labels of a graph, errors", ["querent_asking", "modal_like_loop"])]


def main():
    if len(sys.argv) > 2:
        return one(sys.argv[1], int(sys.argv[2]))
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    print(f"| {n:,} nodes (layouts and asking: {n // 4:,}) | CPU | memory above | error | times as long |\n| --- | --- | --- | --- | --- |")
    for what, names in PAIRS:
        ours = None
        for name in names:
            try:
                done = subprocess.run([sys.executable, "-W", "ignore", __file__, name, str(n)], capture_output=True, text=True,
                                      timeout=LIMIT * 5)
            except subprocess.TimeoutExpired:
                print(f"| {what}: {name.replace('_', ' ')} | > {LIMIT} s |  |  |  |", flush=True)
                continue
            if done.returncode:
                print(f"| {what}: {name.replace('_', ' ')} | failed: {done.stderr.strip().splitlines()[-1][:80]} |  |  |  |", flush=True)
                continue
            predicted = json.loads(done.stdout)
            ours = ours or predicted["seconds"]
            print(f"| {what}: {name.replace('_', ' ')} | {predicted['seconds']:.3g} s | {predicted['memory']:.0f} MB | {predicted['error']:.2g} | "
                  f"{predicted['seconds'] / ours:.2g} |", flush=True)


if __name__ == "__main__":
    main()
