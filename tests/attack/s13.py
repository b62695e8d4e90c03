#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""S13: text that is not UTF-8, or contains a NUL, is rejected with its place in every array of text; shards with NaN rows, an unknown
Laplacian or a repeated node are damaged (exit 6)."""
import glob, hashlib, os, shutil, struct
from attack import *

ring4 = dict(adj_data=npy_real([1] * 8), adj_indices=npy_whole([1, 3, 0, 2, 1, 3, 0, 2]), adj_indptr=npy_whole([0, 2, 4, 6, 8]), adj_shape=npy_whole([4, 4]))
good = [b"a", b"b", b"a", b"b"]
for shown, bad in (("0xff", b"\xff"), ("Latin-1", b"Zo\xeb"), ("a cut character", b"\xc3"), ("a surrogate", b"\xed\xa0\x80"), ("NUL", b"a\0b"), ("overlong", b"\xc0\xaf")):
    odd = npy_words([bad, b"b", b"a", b"b"], 3)
    expect(f"labels with {shown}", run("inspect", npz("g.npz", **ring4, labels=odd)), 3, "labels.npy:byte")
    expect(f"class names with {shown}", run("inspect", npz("g.npz", **ring4, labels=npy_whole([0, 1, 0, 1]), class_names=npy_words([bad, b"b"], 3))), 3, "class_names.npy:byte")
    expect(f"node names with {shown}", run("inspect", npz("g.npz", **ring4, node_names=npy_words([bad, b"n1", b"n2", b"n3"], 3))), 3, "node_names.npy:byte")
    expect(f"y with {shown}", run("inspect", npz("r.npz", X=npy("(4, 1)", struct.pack("<4d", 1, 2, 3, 4), "<f8"), y=odd)), 3, "y.npy:byte")
expect("good ones", run("inspect", npz("g.npz", **ring4, labels=npy_words(good, 1))), 0)

if run("embed", "karate", "--dim", "3", "--out", "k.npy", "--quiet").returncode == 0:
    import_rows, import_nodes = open("k.npy", "rb").read(), open("k.nodes.tsv", "rb").read()

    def shard(rows=import_rows, nodes=import_nodes, laplacian="normalized", count=34, eigenvalues=(.1, .2, .3)):
        shutil.rmtree("k.shards", True), os.makedirs("k.shards")
        write("k.shards/rows-0000.npy", rows), write("k.shards/nodes-0000.tsv", nodes)
        sha = lambda b: hashlib.sha256(b).hexdigest()
        write("k.shards/manifest.json", json.dumps({"format": "querent embedding shards 1", "source": "k", "laplacian": laplacian, "solver": "s", "seconds": 1, "eigenvalues": list(eigenvalues),
              "residuals": [0] * len(eigenvalues), "shards": [{"nodes": count, "rows_sha256": sha(rows), "nodes_sha256": sha(nodes)}]}))
        return run("embed", "k.shards", "--out", "merged.npy", "--quiet")

    lines = import_nodes.splitlines(True)
    expect("shards as they are", shard(), 0)
    expect("shards with a NaN row", shard(rows=import_rows[:-8] + struct.pack("<d", float("nan"))), 6)
    expect("shards with an unknown Laplacian", shard(laplacian="other"), 6)
    expect("shards with a node twice", shard(nodes=b"".join(lines[:2] + lines[1:2] + lines[3:])), 6)
    expect("shards that claim 2^60 nodes", shard(count=2**60), 6)
    expect("shards with too few eigenvalues", shard(eigenvalues=(.1,)), 6)
else:
    check("karate is embedded", False)
finish("S13")
