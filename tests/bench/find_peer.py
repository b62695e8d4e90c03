#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""find_peer.py FOLDER LABELS PRIORS [RUNS]: ASReview's default (ELAS u4), written again with scikit-learn, on the
folder of `querent graph`, from the same known records as `querent run --find`: mean and standard error over runs of
WSS@95 and ATD, and one line per run on standard error.

ELAS u4: TF-IDF of words and pairs of words of title and abstract (sublinear, max_df 0.95), a linear SVM with squared
hinge loss, C = 0.11, relevant records weighing 9.8 times the others in total; it asks the most certain record, one at a
time up to 100 records, five up to 1,000, then a hundred (asreview/asreview, models/models.py)."""
import csv
import json
import sys

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.svm import LinearSVC

RATIO, C = 9.8, 0.11


def fit(rows, labels):
    relevant, others = labels.sum(), (labels == 0).sum()
    weight = np.where(labels == 1, 1.0, relevant / (RATIO * max(others, 1)))
    return LinearSVC(C=C, loss="squared_hinge", random_state=0).fit(
        rows, labels, sample_weight=weight * len(labels) / weight.sum())


def read_in_order(rows, labels, prior):
    """The records after `prior` in reading order, until all relevant ones are found."""
    known, unread = list(prior), np.ones(len(labels), bool)
    unread[known] = False
    while labels[unread].any():
        score = fit(rows[known], labels[known]).decision_function(rows)
        score[~unread] = -np.inf
        batch = 1 if len(known) < 100 else 5 if len(known) < 1000 else 100
        for i in np.argsort(-score, kind="stable")[:batch]:
            if unread[i]:
                known.append(i)
                unread[i] = False
    return known[len(prior):]


def measures(order, labels, prior):
    n = len(labels) - len(prior)
    ranks = [k + 1 for k, i in enumerate(order) if labels[i]]
    return 0.95 - ranks[int(np.ceil(0.95 * len(ranks) - 1e-9)) - 1] / n, np.mean(ranks) / n


def main():
    folder, label_file, prior_file = sys.argv[1:4]
    csv.field_size_limit(1 << 30)
    with open(folder + "/nodes.tsv", newline="") as f:
        nodes = list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))
    lines = [line.rstrip("\n").split("\t") for line in open(label_file)]
    position = {node["id"]: k for k, node in enumerate(nodes)}
    labels = np.zeros(len(nodes), int)
    for name, label in lines:
        labels[position[name]] = label == "relevant"
    rows = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True, max_df=0.95).fit_transform(
        [f'{node["title"]} {node["abstract"] or ""}' for node in nodes]).tocsr()
    found = []
    priors = [json.loads(line) for line in open(prior_file)]
    for one in priors[:int(sys.argv[4]) if len(sys.argv) > 4 else None]:
        prior = [position[lines[r][0]] for r in one["prior_inclusions"] + one["prior_exclusions"]]
        found.append(measures(read_in_order(rows, labels, prior), labels, set(prior)))
        print("{:.4f}\t{:.4f}".format(*found[-1]), file=sys.stderr, flush=True)
    mean, error = np.mean(found, 0), np.std(found, 0, ddof=1) / np.sqrt(len(found))
    print(f"WSS@95 {mean[0]:.3f} ± {error[0]:.3f}, ATD {mean[1]:.3f} ± {error[1]:.3f}, {len(found)} runs")


if __name__ == "__main__":
    main()
