#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `querent embed --extend` costs, and how good its rows are: embed_extend.py QUERENT FOLDER LEARNT RUNS

One node in a hundred is taken out of the graph in FOLDER (edges.tsv, labels.tsv, perhaps .xz); the rest is embedded, and the whole both
again and by --extend. Prints CPU seconds of the two commands, and of the new nodes the share that least squares, learnt from LEARNT
labels of old nodes, gets wrong with either rows; in brackets its standard error. Needs numpy."""
import lzma
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np


def lines(file):
    text = file.read_text() if file.exists() else lzma.open(f"{file}.xz", "rt").read()
    return [line.split()[:2] for line in text.splitlines() if line and line[0] not in "#%"]


def seconds(program, *words):
    before = os.times()
    subprocess.run([program, "embed", *map(str, words), "--component", "all", "--threads", "1", "-q"], check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def rows_of(file):
    ids = [line.split("\t")[0] for line in file.with_suffix(".nodes.tsv").read_text().splitlines()[1:]]
    return dict(zip(ids, np.load(file)))


def wrong(rows, label, learnt, asked):
    classes = sorted(set(label.values()))
    X, Z = (np.array([rows[node] for node in nodes]) for nodes in (learnt, asked))
    X, Z = (np.hstack([M / np.maximum(np.linalg.norm(M, axis=1, keepdims=True), 1e-300), np.ones((len(M), 1))]) for M in (X, Z))
    Y = np.array([[1.0 if label[node] == of else 0.0 for of in classes] for node in learnt])
    W = np.linalg.solve(X.T @ X + 0.1 * np.eye(X.shape[1]), X.T @ Y)
    return np.mean([classes[k] != label[node] for k, node in zip((Z @ W).argmax(axis=1), asked)])


def main():
    program, folder, count, runs = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    edges, label = lines(folder / "edges.tsv"), dict(lines(folder / "labels.tsv"))
    nodes = sorted({node for edge in edges for node in edge} & set(label))
    took, errors = [], []
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        for run in range(runs):
            rng = np.random.default_rng(run)
            came = set(rng.choice(nodes, len(nodes) // 100, replace=False))
            (work / "old.tsv").write_text("".join(f"{a}\t{b}\n" for a, b in edges if a not in came and b not in came))
            (work / "all.tsv").write_text("".join(f"{a}\t{b}\n" for a, b in edges))
            seconds(program, "--edges", work / "old.tsv", "--no-cache", "--out", work / "old.npy")
            took.append((seconds(program, "--edges", work / "all.tsv", "--no-cache", "--out", work / "whole.npy"),
                         seconds(program, "--edges", work / "all.tsv", "--extend", work / "old.npy", "--out", work / "extended.npy")))
            whole, new = rows_of(work / "whole.npy"), rows_of(work / "extended.npy")
            known = rows_of(work / "old.npy")
            learnt = list(rng.choice([node for node in nodes if node in known], count, replace=False))
            asked = [node for node in nodes if node not in known and np.any(new[node] != 0)]
            errors.append((wrong(whole, label, learnt, asked), wrong(new, label, learnt, asked)))
    (a, b), E = np.mean(took, axis=0), np.array(errors)
    mean, error = E.mean(axis=0), E.std(axis=0, ddof=1) / runs ** 0.5
    print(f"| {folder.name} | {len(came)} of {len(nodes):,} | {a:.2f} | {b:.2f} | {mean[0]:.3f} ({error[0]:.3f}) | {mean[1]:.3f} ({error[1]:.3f}) |")


if __name__ == "__main__":
    main()
