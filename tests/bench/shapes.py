#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""shapes.py QUERENT [NAME…] [--laplacian KIND] [--peer-limit S]: graphs of every shape, embedded at the default tolerance by the solver that the
program chooses.

One line per graph: nodes, edges, d, the solver, the largest relative error of an eigenvalue, CPU seconds of the whole program, which reads a
text and writes the rows, and of `inspect`, which only reads it; and those of SciPy from the matrix: shift-invert (eigsh with sigma), and
LOBPCG (with D as its preconditioner, residuals to 1e-4 ‖L‖, at most 1,000 steps) with its own largest error, if they end within S seconds
(60; 0 skips them). Errors are relative to the closed form, otherwise to shift-invert's values, or, if it did not end, to those of eigsh on
‖L‖ − L, which has no time limit and is not a peer. Exits with 1 if an error of ours is above 1 %.
"""
import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile

import numpy as np


# Each returns nodes, edges, and the d smallest non-zero eigenvalues of both Laplacians (combinatorial, normalized), if known.


def path(n):
    k = np.arange(1, n)
    return n, np.c_[k - 1, k], lambda d: 2 - 2 * np.cos(np.pi * k[:d] / n), lambda d: 1 - np.cos(np.pi * k[:d] / (n - 1))


def ring(n):
    def values(d):
        return 2 - 2 * np.cos(2 * np.pi * ((np.arange(d) + 2) // 2) / n)
    return n, np.c_[np.arange(n), (np.arange(n) + 1) % n], values, lambda d: values(d) / 2


def grid(side, dimensions):
    at = np.arange(side**dimensions).reshape([side] * dimensions)
    pairs = [np.c_[np.take(at, range(side - 1), axis=a).ravel(), np.take(at, range(1, side), axis=a).ravel()] for a in range(dimensions)]
    line = 2 - 2 * np.cos(np.pi * np.arange(min(side, 60)) / side)
    return at.size, np.vstack(pairs), lambda d: np.sort(sum(np.meshgrid(*[line] * dimensions)).ravel())[1:d + 1], None


def complete(n):
    return n, np.c_[np.triu_indices(n, 1)], lambda d: np.full(d, float(n)), lambda d: np.full(d, n / (n - 1))


def star(n):
    return n, np.c_[np.zeros(n - 1, int), np.arange(1, n)], np.ones, np.ones


def bipartite(m):
    return 2 * m, np.c_[np.repeat(np.arange(m), m), m + np.tile(np.arange(m), m)], lambda d: np.full(d, float(m)), np.ones


def binary_tree(n):
    return n, np.c_[(np.arange(1, n) - 1) // 2, np.arange(1, n)], None, None


def caterpillar(n):
    half = n // 2
    return n, np.r_[np.c_[np.arange(half - 1), np.arange(1, half)], np.c_[np.arange(half), half + np.arange(half)]], None, None


def barbell(clique, bridge):
    edges = complete(clique)[1]
    line = np.arange(clique - 1, clique + bridge + 1)
    return 2 * clique + bridge, np.r_[edges, np.c_[line[:-1], line[1:]], edges + clique + bridge], None, None


def watts_strogatz(n, neighbours, rewired):
    rng = np.random.default_rng(5)
    u = np.repeat(np.arange(n), neighbours // 2)
    v = (u + np.tile(np.arange(1, neighbours // 2 + 1), n)) % n
    v = np.where(rng.random(len(v)) < rewired, rng.integers(0, n, len(v)), v)
    return n, np.unique(np.sort(np.c_[u, v][u != v], axis=1), axis=0), None, None


def delaunay(n):
    from scipy.spatial import Delaunay
    corners = Delaunay(np.random.default_rng(6).random((n, 2))).simplices
    edges = np.vstack([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [0, 2]]])
    return n, np.unique(np.sort(edges, axis=1), axis=0), None, None


def components(count):
    """Paths of five nodes."""
    first = 5 * np.arange(count)
    edges = np.vstack([np.c_[first + k, first + k + 1] for k in range(4)])
    return 5 * count, edges, lambda d: np.full(d, 2 - 2 * np.cos(np.pi / 5)), lambda d: np.full(d, 1 - np.cos(np.pi / 4))


SHAPES = {  # name: (graph, d)
    "path-1e4": (lambda: path(10**4), 10), "path-1e5": (lambda: path(10**5), 10), "path-1e6": (lambda: path(10**6), 10),
    "ring-1e4": (lambda: ring(10**4), 10), "ring-1e5": (lambda: ring(10**5), 10), "ring-1e6": (lambda: ring(10**6), 10),
    "grid-300^2": (lambda: grid(300, 2), 20), "grid-1000^2": (lambda: grid(1000, 2), 20), "grid-100^3": (lambda: grid(100, 3), 20),
    "complete-3000": (lambda: complete(3000), 20), "star-1e6": (lambda: star(10**6), 20), "bipartite-1000": (lambda: bipartite(1000), 20),
    "binary-tree-1e6": (lambda: binary_tree(10**6), 20), "caterpillar-1e5": (lambda: caterpillar(10**5), 20),
    "barbell-500-1000": (lambda: barbell(500, 1000), 20), "watts-strogatz-1e5": (lambda: watts_strogatz(10**5, 10, 0.1), 20),
    "delaunay-1e5": (lambda: delaunay(10**5), 20), "components-1e5": (lambda: components(10**5), 20),
}


def cpu_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def embedded(program, edges, d, kind, folder):
    """The JSON of the program and its CPU seconds."""
    before = cpu_of_children()
    done = subprocess.run([program, "embed", edges, "--dim", str(d), "--laplacian", kind, "--threads", "1", "--component", "all", "--no-cache", "--json", "--quiet",
                           "--out", os.path.join(folder, "x.npy")], capture_output=True, text=True)
    if done.returncode != 0:
        return {"error": done.stderr.strip().splitlines()[-1]}, 0
    return json.loads(done.stdout), cpu_of_children() - before


def reading(program, edges):
    """CPU seconds of a program that reads the text and counts."""
    before = cpu_of_children()
    subprocess.run([program, "inspect", edges, "--json"], capture_output=True)
    return cpu_of_children() - before


def laplacian(n, edges, kind):
    """L, its norm's bound and its null vector."""
    import scipy.sparse as sp
    S = sp.coo_matrix((np.ones(len(edges)), edges.T), shape=(n, n))
    S = (S + S.T).tocsc()
    D = np.asarray(S.sum(axis=0)).ravel()
    if kind == "combinatorial":
        return (sp.diags(D) - S).tocsc(), np.max(D[edges[:, 0]] + D[edges[:, 1]]), np.ones(n)
    root = sp.diags(1 / np.sqrt(D))
    return (sp.identity(n) - root @ S @ root).tocsc(), 2, np.sqrt(D)


def shift_invert(L, norm, null, d):
    from scipy.sparse.linalg import eigsh
    return np.sort(eigsh(L, k=d + 1, sigma=-1e-9 * max(norm, 1), return_eigenvectors=False))[1:]


def without_inverse(L, norm, null, d):
    import scipy.sparse as sp
    from scipy.sparse.linalg import eigsh
    return np.sort(norm - eigsh(norm * sp.identity(L.shape[0]) - L, k=d + 1, ncv=8 * d, which="LA", tol=1e-5, return_eigenvectors=False))[1:]


def by_lobpcg(L, norm, null, d):
    import scipy.sparse as sp
    from scipy.sparse.linalg import lobpcg
    X = np.random.default_rng(1).standard_normal((L.shape[0], d))
    values, _ = lobpcg(L, X, M=sp.diags(1 / L.diagonal()), Y=null[:, None] / np.linalg.norm(null), tol=1e-4 * norm, maxiter=1000, largest=False)
    return np.sort(values)


def by_peer(solve, n, edges, kind, d, limit):
    """The d smallest non-zero eigenvalues and CPU seconds, from a process with a time limit; None if it reached the limit."""
    import multiprocessing

    def work(pipe):
        import warnings
        warnings.simplefilter("ignore")
        L, norm, null = laplacian(n, edges, kind)
        begin = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        resource.setrlimit(resource.RLIMIT_CPU, (int(begin) + limit, int(begin) + limit))
        pipe.send((solve(L, norm, null, d), resource.getrusage(resource.RUSAGE_SELF).ru_utime - begin))

    if limit == 0:
        return None
    here, there = multiprocessing.Pipe(False)
    process = multiprocessing.get_context("fork").Process(target=work, args=(there,))
    process.start()
    there.close()
    try:
        return here.recv()
    except EOFError:
        return None
    finally:
        process.join()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--laplacian", choices=["combinatorial", "normalized"], default="combinatorial")
    parser.add_argument("--peer-limit", type=int, default=60)
    options = parser.parse_args()
    kind, limit, failed = options.laplacian, options.peer_limit, False
    heads = ["graph", "nodes", "edges", "d", "solver", "worst error", "querent, CPU s", "reading alone", "shift-invert, CPU s", "LOBPCG, CPU s", "its worst error"]
    print(f"| {' | '.join(heads)} |\n| {' | '.join('---' for _ in heads)} |")
    for name in options.names or SHAPES:
        make, d = SHAPES[name]
        n, edges, *closed = make()
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "edges.txt")
            np.savetxt(file, edges, fmt="%d")
            json_of, seconds = embedded(options.program, file, d, kind, folder)
            only_read = reading(options.program, file)
        # for many components both would search as many zeros
        exact, rough = [None if name.startswith("components") else by_peer(solve, n, edges, kind, d, limit) for solve in (shift_invert, by_lobpcg)]
        known = closed[kind == "normalized"]
        witness = exact if known or exact or not limit else by_peer(without_inverse, n, edges, kind, d, 600)
        true = known(d) if known else witness[0] if witness else None

        def worst(values):
            return np.nan if true is None else np.max(np.abs(np.array(values) / true - 1))

        def beside(peer):
            return f"{peer[1]:.2f}" if peer else f"> {limit}" if limit and not name.startswith("components") else ""

        if "error" in json_of:
            failed = True
            ours = [json_of["error"], "", "", ""]
        else:
            failed |= bool(worst(json_of["eigenvalues"]) > 0.01)
            ours = [json_of["embedding"]["solver"], f"{worst(json_of['eigenvalues']):.1e}", f"{seconds:.2f}", f"{only_read:.2f}"]
        theirs = [beside(exact), beside(rough), f"{worst(rough[0]):.1e}" if rough else ""]
        print(f"| {' | '.join([name, f'{n:,}', f'{len(edges):,}', str(d), *ours, *theirs])} |", flush=True)
    sys.exit(failed)


signal.signal(signal.SIGINT, signal.SIG_DFL)
main()
