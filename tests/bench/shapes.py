#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""shapes.py QUERENT [NAME…] [--peer-limit S]: graphs of every shape, embedded at the default tolerance by the solver that the program chooses.

A line each: nodes, edges, d, the solver, the worst relative error of an eigenvalue, CPU seconds of the whole program, and CPU seconds of SciPy's
shift-invert (eigsh with sigma, from the matrix) where it ends within S (60; 0 leaves it out). The error is against the closed form; where there is
none, against SciPy's values. Ends with 1 where an error is above 1 %.
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


def path(n):
    return n, np.c_[np.arange(n - 1), np.arange(1, n)], lambda d: 2 - 2 * np.cos(np.pi * np.arange(1, d + 1) / n)


def ring(n):
    return n, np.c_[np.arange(n), (np.arange(n) + 1) % n], lambda d: 2 - 2 * np.cos(2 * np.pi * ((np.arange(d) + 2) // 2) / n)


def grid(side, dimensions):
    at = np.arange(side**dimensions).reshape([side] * dimensions)
    pairs = [np.c_[np.take(at, range(side - 1), axis=a).ravel(), np.take(at, range(1, side), axis=a).ravel()] for a in range(dimensions)]
    line = 2 - 2 * np.cos(np.pi * np.arange(min(side, 60)) / side)
    return at.size, np.vstack(pairs), lambda d: np.sort(sum(np.meshgrid(*[line] * dimensions)).ravel())[1:d + 1]


def complete(n):
    return n, np.c_[np.triu_indices(n, 1)], lambda d: np.full(d, float(n))


def star(n):
    return n, np.c_[np.zeros(n - 1, int), np.arange(1, n)], lambda d: np.ones(d)


def bipartite(m):
    return 2 * m, np.c_[np.repeat(np.arange(m), m), m + np.tile(np.arange(m), m)], lambda d: np.full(d, float(m))


def binary_tree(n):
    return n, np.c_[(np.arange(1, n) - 1) // 2, np.arange(1, n)], None


def caterpillar(n):
    half = n // 2
    return n, np.r_[np.c_[np.arange(half - 1), np.arange(1, half)], np.c_[np.arange(half), half + np.arange(half)]], None


def barbell(clique, bridge):
    _, edges, _ = complete(clique)
    line = np.arange(clique - 1, clique + bridge + 1)
    return 2 * clique + bridge, np.r_[edges, np.c_[line[:-1], line[1:]], edges + clique + bridge], None


def watts_strogatz(n, neighbours, rewired):
    rng = np.random.default_rng(5)
    u = np.repeat(np.arange(n), neighbours // 2)
    v = (u + np.tile(np.arange(1, neighbours // 2 + 1), n)) % n
    v = np.where(rng.random(len(v)) < rewired, rng.integers(0, n, len(v)), v)
    return n, np.unique(np.sort(np.c_[u, v][u != v], axis=1), axis=0), None


def delaunay(n):
    from scipy.spatial import Delaunay
    corners = Delaunay(np.random.default_rng(6).random((n, 2))).simplices
    edges = np.vstack([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [0, 2]]])
    return n, np.unique(np.sort(edges, axis=1), axis=0), None


SHAPES = {  # name: (graph, d)
    "path-1e4": (lambda: path(10**4), 10), "path-1e5": (lambda: path(10**5), 10), "path-1e6": (lambda: path(10**6), 10),
    "ring-1e4": (lambda: ring(10**4), 10), "ring-1e5": (lambda: ring(10**5), 10), "ring-1e6": (lambda: ring(10**6), 10),
    "grid-300^2": (lambda: grid(300, 2), 20), "grid-1000^2": (lambda: grid(1000, 2), 20), "grid-100^3": (lambda: grid(100, 3), 20),
    "complete-3000": (lambda: complete(3000), 20), "star-1e6": (lambda: star(10**6), 20), "bipartite-1000": (lambda: bipartite(1000), 20),
    "binary-tree-1e6": (lambda: binary_tree(10**6), 20), "caterpillar-1e5": (lambda: caterpillar(10**5), 20),
    "barbell-500-1000": (lambda: barbell(500, 1000), 20), "watts-strogatz-1e5": (lambda: watts_strogatz(10**5, 10, 0.1), 20),
    "delaunay-1e5": (lambda: delaunay(10**5), 20),
}


def cpu_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def embedded(program, edges, d, folder):
    """The JSON of the program and its CPU seconds."""
    before = cpu_of_children()
    done = subprocess.run([program, "embed", edges, "--dim", str(d), "--laplacian", "combinatorial", "--threads", "1", "--no-cache", "--json", "--quiet",
                           "--out", os.path.join(folder, "x.npy")], capture_output=True, text=True)
    if done.returncode != 0:
        return {"error": done.stderr.strip().splitlines()[-1]}, 0
    return json.loads(done.stdout), cpu_of_children() - before


def by_scipy(n, edges, d, limit):
    """The d smallest non-zero eigenvalues and CPU seconds, of a process that is ended at `limit`; None where it was."""
    import multiprocessing

    def work(pipe):
        import scipy.sparse as sp
        from scipy.sparse.linalg import eigsh
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        begin = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        S = sp.coo_matrix((np.ones(len(edges)), edges.T), shape=(n, n))
        S = (S + S.T).tocsc()
        L = sp.diags(np.asarray(S.sum(axis=0)).ravel()) - S
        values = np.sort(eigsh(L.tocsc(), k=d + 1, sigma=-1e-9, return_eigenvectors=False))[1:]
        pipe.send((values, resource.getrusage(resource.RUSAGE_SELF).ru_utime - begin))

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
    parser.add_argument("--peer-limit", type=int, default=60)
    options = parser.parse_args()
    failed = False
    print("| graph | nodes | edges | d | solver | worst error | querent, CPU s | SciPy shift-invert, CPU s |\n| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in options.names or SHAPES:
        make, d = SHAPES[name]
        n, edges, closed = make()
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "edges.txt")
            np.savetxt(file, edges, fmt="%d")
            json_of, seconds = embedded(options.program, file, d, folder)
        peer = by_scipy(n, edges, d, options.peer_limit) if options.peer_limit > 0 else None
        beside = f"{peer[1]:.2f}" if peer else f"> {options.peer_limit}" if options.peer_limit > 0 else ""
        if "error" in json_of:
            failed = True
            print(f"| {name} | {n:,} | {len(edges):,} | {d} | {json_of['error']} | | | {beside} |", flush=True)
            continue
        true = closed(d) if closed else peer[0] if peer else None
        error = np.nan if true is None else np.max(np.abs(np.array(json_of["eigenvalues"]) / true - 1))
        failed |= bool(error > 0.01)
        print(f"| {name} | {n:,} | {len(edges):,} | {d} | {json_of['embedding']['solver']} | {error:.1e} | {seconds:.2f} | {beside} |", flush=True)
    sys.exit(failed)


signal.signal(signal.SIGINT, signal.SIG_DFL)
main()
