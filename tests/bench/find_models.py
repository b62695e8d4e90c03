#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""find_models.py FOLDER LABELS PRIORS RUNS [MODEL…]: variants of the model of `--find` (learners/session/find.hpp) in NumPy, on the
folder of `querent graph`, from the first RUNS lines of PRIORS: mean and standard error over runs of WSS@95 and ATD.

A model is a sum of processes, joined by +, each written as exact:noise:shares, e.g. 0.4:mean:all (the program), 1:balanced:all, or
1:balanced:all+0.1:balanced:all. `exact` is e, or several as in 0.4,1, compared by leave-one-out; `noise` is the noise of the other class, or `balanced`: 9.8 m₋/m₊ times that of the
class, computed at every refit; or `mean`: of this, at least 10, and of 10 in logarithms; `shares` is the share of the citations, or `all`: by leave-one-out, as in the program."""
import csv
import json
import math
import sys

import numpy as np

from find_peer import measures

FOUND, INTERCEPT, LABEL_NOISE, COMPARED, RATIO = 0.3, 0.1, 0.02, 400, 9.8
SHARES = (0, 0.2, 0.35, 0.5, 0.7)
REFITS = {2 * m for m in (1, 2, 3, 5, 7, 10, 14, 20)} | {math.ceil(40 * 2 ** (k / 2)) for k in range(1, 30)}
SLOPES, OFFSETS = 0.5 * 40 ** (np.arange(15) / 14), np.arange(-4, 5) / 4


def rows_of(path):
    """The rows of an svmlight file as a dense matrix."""
    rows = [[field.split(":") for field in line.split()[1:]] for line in open(path)]
    X = np.zeros((len(rows), 1 + max(int(column) for row in rows for column, _ in row)), np.float32)
    for i, row in enumerate(rows):
        for column, value in row:
            X[i, int(column)] = float(value)
    return X


def at_length_one(Z):
    lengths = np.linalg.norm(Z, axis=1, keepdims=True)
    return Z / np.where(lengths > 1e-9 * lengths.max(), lengths, np.inf)


def broad(K):
    """Cosines of the 128 principal components, each weighted by its eigenvalue: the second power of auto/kernels.hpp."""
    values, vectors = np.linalg.eigh(K.astype(float))
    Z = at_length_one(vectors[:, -128:] * np.sqrt(np.maximum(values[-128:], 0)))
    Z -= Z.mean(0)
    values, vectors = np.linalg.eigh(Z.T @ Z)
    Z = at_length_one(Z @ vectors * np.sqrt(np.maximum(values, 0) / values[-1]))
    return (Z @ Z.T).astype(np.float32)


def log_prediction(mu, y):
    z = np.minimum(-SLOPES[:, None, None] * (y * (mu - OFFSETS[:, None])), 700)
    logs = np.log((1 - LABEL_NOISE) / (1 + np.exp(z)) + LABEL_NOISE / 2).sum(-1)
    return logs.max() + np.log(np.exp(logs - logs.max()).mean())


def spread(items, most):
    return [items[k * len(items) // most] for k in range(most)] if len(items) > most else items


class Process:
    def __init__(self, text, words, squares, citations):
        exact, noise, shares = text.split(":")
        self.kernels = words, squares, citations
        self.kind = noise
        self.other = 10.0 if noise in ("balanced", "mean") else float(noise)
        self.mixtures = np.array([((1 - s) * e, (1 - s) * (1 - e), s) for e in map(float, exact.split(","))
                                  for s in (SHARES if shares == "all" else (float(shares),))])

    def begin(self, known, y):
        self.y, self.known, self.theta = y, [], self.mixtures.mean(0)
        self.rebuild()
        for item in known:
            self.add(item)

    def noise(self, item):
        return FOUND if self.y[item] > 0 else self.other

    def rebuild(self):
        self.F, self.H, self.columns = np.zeros(len(self.y)), np.zeros((64, len(self.y)), np.float32), 0
        for item in self.known:
            self.step(item)

    def step(self, item):
        k = np.float32(INTERCEPT) + sum(np.float32(weight) * K[item] for weight, K in zip(self.theta, self.kernels))
        k -= self.H[:self.columns, item] @ self.H[:self.columns]
        rho = max(float(k[item]), 0) + self.noise(item)
        if self.columns == len(self.H):
            self.H = np.vstack([self.H, np.zeros_like(self.H)])
        self.H[self.columns] = k / np.float32(np.sqrt(rho))
        self.columns += 1
        self.F += k * ((self.y[item] - self.F[item]) / rho)

    def add(self, item):
        self.known.append(item)
        if len(self.known) not in REFITS:
            self.step(item)
            return
        found = sum(self.y[i] > 0 for i in self.known)
        balanced = RATIO * FOUND * (len(self.known) - found) / max(found, 1)
        if self.kind == "balanced":
            self.other = max(balanced, FOUND)
        if self.kind == "mean":
            self.other = math.sqrt(10 * max(balanced, 10))
        self.compare()
        self.rebuild()

    def compare(self):
        found = [i for i in self.known if self.y[i] > 0]
        others = [i for i in self.known if self.y[i] < 0]
        found = spread(found, max(COMPARED // 2, COMPARED - len(others)))
        at = found + spread(others, COMPARED - len(found))
        if not found or not others or len(self.mixtures) == 1:
            return
        y, noise = self.y[at].astype(float), np.diag([self.noise(i) for i in at])
        kernels = [K[np.ix_(at, at)].astype(float) for K in self.kernels]
        logs = []
        for theta in self.mixtures:
            inverse = np.linalg.inv(INTERCEPT + sum(weight * K for weight, K in zip(theta, kernels)) + noise)
            logs.append(log_prediction(y - inverse @ y / np.diag(inverse), y))
        weight = np.exp(np.array(logs) - max(logs))
        self.theta = weight @ self.mixtures / weight.sum()


def read_in_order(processes, labels, prior):
    unread = np.ones(len(labels), bool)
    unread[prior] = False
    for process in processes:
        process.begin(prior, np.where(labels == 1, 1, -1))
    order = []
    while labels[unread].any():
        item = int(np.argmax(np.where(unread, sum(process.F for process in processes), -np.inf)))
        unread[item] = False
        order.append(item)
        for process in processes:
            process.add(item)
    return order


def main():
    folder, label_file, prior_file, runs = sys.argv[1:5]
    csv.field_size_limit(1 << 30)
    with open(folder + "/nodes.tsv", newline="") as f:
        position = {node["id"]: k for k, node in enumerate(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))}
    with open(label_file, newline="") as f:
        rows = [(position[row["openalex_id"].rsplit("/", 1)[1]], int(row["label_included"])) for row in csv.DictReader(f)]
    labels = np.zeros(len(position), int)
    for item, label in rows:
        labels[item] = label
    words, citations = (X @ X.T for X in (rows_of(f"{folder}/{name}.svm") for name in ("terms", "references")))
    squares = broad(words)
    priors = [json.loads(line) for line in open(prior_file)][:int(runs)]
    for model in sys.argv[5:] or ["0.4:mean:all"]:
        found = []
        for one in priors:
            prior = [rows[r][0] for r in one["prior_inclusions"] + one["prior_exclusions"]]
            processes = [Process(text, words, squares, citations) for text in model.split("+")]
            found.append(measures(read_in_order(processes, labels, prior), labels, set(prior)))
        mean, error = np.mean(found, 0), np.std(found, 0, ddof=1) / np.sqrt(len(found))
        print(f"{model}: WSS@95 {mean[0]:.3f} ± {error[0]:.3f}, ATD {mean[1]:.3f} ± {error[1]:.3f}, {len(found)} runs", flush=True)


if __name__ == "__main__":
    main()
