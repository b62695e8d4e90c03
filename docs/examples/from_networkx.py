#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks for ten labels of a NetworkX graph; the attribute "club" stands in for the annotator."""
import networkx
import querent

G = networkx.karate_club_graph()
session = querent.GraphClassifier(budget=10, n_components=8).session(G)
while question := session.ask():
    session.tell(question, G.nodes[question.node]["club"])
predicted = session.predict()
wrong = sum(predicted[i] != G.nodes[node]["club"] for i, node in enumerate(G))
print(f"{wrong} of {len(G)} members in the wrong club, from 10 labels")
