#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""model_new_nodes.py QUERENT FOLDER…: trains `auto` on four fifths of the nodes of each graph (edges.tsv, labels.tsv), with labels for a tenth
of all nodes, and predicts every node with all edges; mean error on the new nodes and on those of the model over three draws."""
import json
import os
import random
import subprocess
import sys
import tempfile


def table(path):
    with open(path) as file:
        return [line.rstrip("\n").split("\t")[:2] for line in file if line.strip()]


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def errors(querent, edges, labels, seed, folder):
    """(error on new nodes, on known nodes) of one draw."""
    nodes = sorted({node for edge in edges for node in edge})
    new = set(random.Random(seed).sample(nodes, len(nodes) // 5))
    known, every, given, model = (os.path.join(folder, name) for name in ("known.tsv", "all.tsv", "labels.tsv", "model"))
    for path, rows in ((known, [e for e in edges if not new & set(e)]), (every, edges),
                       (given, [row for row in labels.items() if row[0] not in new])):
        with open(path, "w") as file:
            file.writelines("\t".join(row) + "\n" for row in rows)
    output(querent, "train", "--edges", known, "--labels", given, "--lenient", "--learner", "auto", "--seed", str(seed),
           "--budget", str(max(20, len(nodes) // 10)), "--model", model, "--quiet")
    predicted = json.loads(output(querent, "predict", "--model", model, "--edges", every, "--json", "--quiet"))["predictions"]
    wrong = {True: [], False: []}
    for node in predicted:
        if node["id"] in labels and node["predicted"] is not None:
            wrong[node["id"] in new].append(node["predicted"] != labels[node["id"]])
    return [sum(wrong[kind]) / len(wrong[kind]) for kind in (True, False)]


def main():
    for source in sys.argv[2:]:
        edges, labels = table(os.path.join(source, "edges.tsv")), dict(table(os.path.join(source, "labels.tsv")))
        with tempfile.TemporaryDirectory() as folder:
            draws = [errors(sys.argv[1], edges, labels, seed, folder) for seed in range(3)]
        new, known = (sum(column) / len(draws) for column in zip(*draws))
        print(f"{os.path.basename(source)}: new nodes {new:.4f}, nodes of the model {known:.4f}", flush=True)


if __name__ == "__main__":
    main()
