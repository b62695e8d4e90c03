# SPDX-License-Identifier: Apache-2.0
"""peers.py PEER LIMIT ARGUMENT…: runs the program that a user would take from Debian instead, once, on one thread.

Prints wall and CPU seconds of the work alone (without imports and the input, such as a matrix), the peak memory of the process
and, for eigenpairs, the largest residual relative to ‖L‖. SIGPROF ends the process after LIMIT CPU seconds.
"""
import glob
import io
import resource
import signal
import sys
import time

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def measured(limit, work, times=1):
    """Runs `work`, which repeats the measured operation `times` times, and prints the cost of one; returns its result."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, limit)
    wall, cpu = time.perf_counter(), cpu_seconds()
    result = work()
    wall, cpu = time.perf_counter() - wall, cpu_seconds() - cpu
    signal.setitimer(signal.ITIMER_PROF, 0)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"wall {wall / times:.9f} s\tcpu {cpu / times:.9f} s\tpeak {peak:.0f} MB", end="\t")
    return result


class Laplacian:
    """L of the graph in a file of graphs.py, its null vector of length 1 and a bound of its norm."""

    def __init__(self, path, kind):
        S = sp.load_npz(path)
        degree = np.asarray(S.sum(axis=1)).ravel()
        if kind == "normalized":
            root = sp.diags(degree**-0.5)
            self.L, null, self.norm = sp.identity(len(degree)) - root @ S @ root, np.sqrt(degree), 2.0
        else:
            self.L, null, self.norm = sp.diags(degree) - S, np.ones(len(degree)), 2.0 * degree.max()
        self.L = self.L.tocsr()
        self.null = null / np.linalg.norm(null)

    def print_residual(self, vectors):
        product = self.L @ vectors
        left = product - vectors * (vectors * product).sum(axis=0)
        print(f"residual {np.linalg.norm(left, axis=0).max() / self.norm:.1e}")


def scipy_shift_invert(limit, path, d, kind, tolerance):
    from scipy.sparse.linalg import eigsh
    p = Laplacian(path, kind)
    p.print_residual(measured(limit, lambda: eigsh(p.L.tocsc(), k=d + 1, sigma=-1e-6 * p.norm, which="LM", tol=tolerance))[1])


def scipy_lanczos(limit, path, d, kind, tolerance):
    from scipy.sparse.linalg import eigsh
    p = Laplacian(path, kind)
    turned = p.norm * sp.identity(p.L.shape[0]) - p.L
    p.print_residual(measured(limit, lambda: eigsh(turned, k=d + 1, which="LA", tol=tolerance))[1])


def scipy_lobpcg(limit, path, d, kind, tolerance):
    from scipy.sparse.linalg import lobpcg
    p = Laplacian(path, kind)
    X = np.random.default_rng(1).standard_normal((p.L.shape[0], d))
    jacobi = sp.diags(1 / p.L.diagonal())
    p.print_residual(measured(limit, lambda: lobpcg(p.L, X, M=jacobi, Y=p.null[:, None], tol=tolerance * p.norm,
                                                    maxiter=1000, largest=False))[1])


def slepc(limit, path, d, kind, tolerance, invert):
    for which in ("petsc", "slepc"):  # Debian has one module per number type, outside the path
        sys.path += glob.glob(f"/usr/lib/{which}dir/{which}*/*-real/lib/python3/dist-packages")
    from petsc4py import PETSc
    from slepc4py import SLEPc
    p = Laplacian(path, kind)
    as_petsc = lambda v: PETSc.Vec().createWithArray(np.ascontiguousarray(v))
    A = PETSc.Mat().createAIJ(size=p.L.shape, csr=(p.L.indptr.astype(np.int32), p.L.indices.astype(np.int32), p.L.data))

    def work():
        solver = SLEPc.EPS().create()
        solver.setOperators(A)
        solver.setProblemType(SLEPc.EPS.ProblemType.HEP)
        solver.setDimensions(d)
        solver.setTolerances(tolerance * p.norm, 100_000)
        solver.setConvergenceTest(SLEPc.EPS.Conv.ABS)
        solver.setDeflationSpace([as_petsc(p.null)])
        if invert:
            solver.setWhichEigenpairs(SLEPc.EPS.Which.TARGET_MAGNITUDE)
            solver.setTarget(-1e-6 * p.norm)
            transform = solver.getST()
            transform.setType("sinvert")
            transform.getKSP().setType("preonly")
            transform.getKSP().getPC().setType("cholesky")
            transform.getKSP().getPC().setFactorSolverType("cholmod")
        else:
            solver.setWhichEigenpairs(SLEPc.EPS.Which.SMALLEST_REAL)
        solver.solve()
        return solver

    solver = measured(limit, work)
    if solver.getConverged() < d:
        raise SystemExit("did not converge")
    x, vectors = A.createVecRight(), np.empty((p.L.shape[0], d))
    for k in range(d):
        solver.getEigenvector(k, x)
        vectors[:, k] = x.getArray()
    p.print_residual(vectors)


def slepc_krylov_schur(limit, path, d, kind, tolerance):
    slepc(limit, path, d, kind, tolerance, False)


def slepc_shift_invert(limit, path, d, kind, tolerance):
    slepc(limit, path, d, kind, tolerance, True)


def sklearn_classified_nodes(limit, edges, d, labels):
    """From the files of a graph to a prediction for every node, made before its label is shown."""
    import pandas
    from sklearn.linear_model import PassiveAggressiveClassifier
    from sklearn.manifold import spectral_embedding

    def work():
        ends = pandas.read_csv(edges, sep=" ", header=None).to_numpy()
        y = pandas.read_csv(labels, sep=" ", header=None).to_numpy()[:, 1]
        S = sp.csr_matrix((np.ones(2 * len(ends)), (np.r_[ends[:, 0], ends[:, 1]], np.r_[ends[:, 1], ends[:, 0]])))
        rows = spectral_embedding(S, n_components=d, random_state=1)
        return online_mistakes(PassiveAggressiveClassifier(loss="hinge"), rows / np.abs(rows).max(), y)

    measured(limit, work)
    print()


def online_mistakes(learner, rows, y):
    classes, mistakes = np.unique(y), 0
    for t in range(len(y)):
        mistakes += t > 0 and learner.predict(rows[t:t + 1])[0] != y[t]
        learner.partial_fit(rows[t:t + 1], y[t:t + 1], classes=classes)
    return mistakes


def sklearn_stream(limit, path):
    from sklearn.datasets import load_svmlight_file
    from sklearn.linear_model import PassiveAggressiveClassifier

    def work():
        X, y = load_svmlight_file(path)
        PassiveAggressiveClassifier(max_iter=1, tol=None, shuffle=False, loss="hinge", fit_intercept=False).fit(X, y)

    measured(limit, work)
    print()


def pandas_edge_list(limit, nodes):
    """From text in memory to a symmetric matrix and its components."""
    import pandas
    rng = np.random.default_rng(1)
    text = pandas.DataFrame(rng.integers(0, nodes, (10 * nodes, 2))).to_csv(None, sep="\t", header=False, index=False)
    text = text.encode()

    def work():
        ends = pandas.read_csv(io.BytesIO(text), sep="\t", header=None).to_numpy()
        _, ends = np.unique(ends, return_inverse=True)
        u, v = ends.reshape(-1, 2).T
        S = sp.csr_matrix((np.ones(2 * len(u)), (np.r_[u, v], np.r_[v, u])))
        return connected_components(S, directed=False)

    measured(limit, work)
    print()


def numpy_rls(limit, d, K):
    """Predict and learn in every round with the Sherman–Morrison formula."""
    rng = np.random.default_rng(1)
    rows = rng.uniform(-1, 1, (1024, d))
    A_inverse, B = np.eye(d), np.zeros((K, d))
    rounds = 2_000_000 // d

    def work():
        nonlocal A_inverse
        for t in range(rounds):
            x = rows[t % 1024]
            u = A_inverse @ x
            np.argmax(B @ u)
            A_inverse -= np.outer(u, u / (1 + x @ u))
            B[t % 1024 % K] += x

    measured(limit, work, rounds)
    print()


def sklearn_pa_round(limit, features):
    """Predict and learn row by row, 50 non-zeros each."""
    from sklearn.linear_model import PassiveAggressiveClassifier
    rng = np.random.default_rng(1)
    rounds = 2000
    rows = [sp.csr_matrix((rng.random(50), (np.zeros(50, int), rng.choice(features, 50, replace=False))), shape=(1, features))
            for _ in range(rounds)]
    learner = PassiveAggressiveClassifier(loss="hinge", fit_intercept=False).partial_fit(rows[0], [0], classes=[0, 1])

    def work():
        for t, row in enumerate(rows):
            learner.predict(row)
            learner.partial_fit(row, [t * 7 // 3 % 2])

    measured(limit, work, rounds)
    print()


def scipy_product(limit, path):
    """One product of the adjacency matrix with eight columns of doubles."""
    S = sp.load_npz(path)
    X = np.random.default_rng(1).standard_normal((S.shape[0], 8))
    measured(limit, lambda: [S @ X for _ in range(20)], 20)
    print()


if __name__ == "__main__":
    number = lambda word: int(word) if word.isdigit() else float(word) if word[0].isdigit() else word
    globals()[sys.argv[1]](float(sys.argv[2]), *map(number, sys.argv[3:]))
