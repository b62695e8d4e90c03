# SPDX-License-Identifier: Apache-2.0
# embedding_peers.py BENCH_EMBEDDING EDGES [d] [normalized|combinatorial] [peer ...]: the d smallest eigenpairs of the
# largest component of an edge list of two integers a line, by this project and by SciPy in the same run, one thread,
# CPU seconds. Peers: shift-invert (eigsh on a SuperLU factorisation), lobpcg (Jacobi preconditioner), lanczos (eigsh on
# 2I - L, normalized only).
import resource, subprocess, sys, time
import numpy as np, scipy.sparse as sp
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import eigsh, lobpcg

program, path = sys.argv[1:3]
d = int(sys.argv[3]) if len(sys.argv) > 3 else 100
kind = sys.argv[4] if len(sys.argv) > 4 else "normalized"
peers = sys.argv[5:] or ["shift-invert", "lobpcg"]
print(subprocess.run([program, path, str(d), kind, "1e-6", "1"], capture_output=True, text=True, check=True).stdout, end="")

u, v = np.loadtxt(path, dtype=np.int64, comments="#", usecols=(0, 1)).T
n = max(u.max(), v.max()) + 1
u, v = u[u != v], v[u != v]
S = sp.csr_matrix((np.ones(2 * len(u)), (np.r_[u, v], np.r_[v, u])), shape=(n, n))
S.data[:] = 1  # an edge that is listed twice
_, part = connected_components(S, directed=False)
keep = np.flatnonzero(part == np.bincount(part).argmax())
S = S[keep][:, keep]
degree = np.asarray(S.sum(axis=1)).ravel()
n = len(degree)
if kind == "normalized":
    root = sp.diags(degree**-0.5)
    L, null, norm = sp.identity(n) - root @ S @ root, np.sqrt(degree), 2.0
else:
    L, null, norm = sp.diags(degree) - S, np.ones(n), 2.0 * degree.max()
L = L.tocsr()
null /= np.linalg.norm(null)


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


for peer in peers:
    start = cpu()
    if peer == "shift-invert":
        values, vectors = eigsh(L.tocsc(), k=d + 1, sigma=-1e-6 * norm, which="LM", tol=1e-6)
    elif peer == "lanczos":
        values, vectors = eigsh(2 * sp.identity(n) - L, k=d + 1, which="LA", tol=1e-7)
    else:
        block = np.random.default_rng(1).standard_normal((n, d))
        values, vectors = lobpcg(L, block, M=sp.diags(1 / L.diagonal()), Y=null[:, None], tol=1e-6 * norm,
                                 maxiter=1000, largest=False)
    seconds = cpu() - start
    residual = np.linalg.norm(L @ vectors - vectors * (vectors * (L @ vectors)).sum(axis=0), axis=0).max() / norm
    print(f"{path}\tSciPy {peer}\t{kind}\td {d}\tcpu {seconds:.2f} s\tresidual {residual:.1e}", flush=True)
