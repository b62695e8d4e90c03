#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""draw_classes.py FOLDER PREDICTIONS.csv PICTURE.png [COMPONENTS]: the largest components of a graph of people or papers (those
of `querent graph`), each node in the colour of its final class (`run --final`), asked nodes with a ring, the person with most co-authors by name."""
import csv, pathlib, sys
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import networkx as nx

COLOURS = ["#2a78d6", "#1baf7a", "#eda100", "#4a3aa7", "#e34948", "#e87ba4", "#eb6834"]
INK, GREY = "#222222", "#8a8a85"


def read(path):
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]


def short(name):
    family, _, given = name.partition(", ")
    return f"{given[:1]}. {family}" if given else family


def placed(graph, components, width=38.0):
    """Each component by Kamada and Kawai's springs, with a width that grows with its number of people, in rows."""
    positions, x, y, high = {}, 0.0, 0.0, 0.0
    for part in components:
        size = len(part) ** 0.5
        slot = max(size, 3.4)
        if x + slot > width:
            x, y, high = 0.0, y - high - 1.9, 0.0
        inside = nx.kamada_kawai_layout(graph.subgraph(sorted(part)), scale=size / 2)
        positions |= {node: (x + slot / 2 + dx, y - size / 2 + dy) for node, (dx, dy) in inside.items()}
        x, high = x + slot + 1.2, max(high, size)
    return positions


def main():
    folder, predictions, picture = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    shown = int(sys.argv[4]) if len(sys.argv) > 4 else 12
    graph = nx.Graph()
    for u, v, weight in read(folder / "edges.tsv"):
        graph.add_edge(u, v, weight=float(weight))
    names = {row[0]: row[1] for row in read(folder / "nodes.tsv")[1:]}
    with open(predictions, newline="", encoding="utf-8") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    components = sorted(nx.connected_components(graph), key=lambda part: (-len(part), min(part)))[:shown]
    graph = graph.subgraph(sorted(set().union(*components)))
    positions = placed(graph, components)
    classes = sorted({rows[node]["final"] for node in graph if node in rows})
    colour = {name: COLOURS[k] if k < len(COLOURS) else GREY for k, name in enumerate(classes)}

    figure, axes = plt.subplots(figsize=(10, 4.6), dpi=120)
    nx.draw_networkx_edges(graph, positions, ax=axes, edge_color="#d6d6d2", width=0.6)
    for name in classes:
        nodes = [node for node in sorted(graph) if node in rows and rows[node]["final"] == name]
        asked = [rows[node]["queried"] == "yes" for node in nodes]
        nx.draw_networkx_nodes(graph, positions, nodes, ax=axes, node_size=34, node_color=colour[name],
                               edgecolors=[INK if one else "white" for one in asked], linewidths=[1.5 if one else 0.5 for one in asked])
        axes.scatter([], [], s=40, color=colour[name], label=f"{name} ({len(nodes)})")
    axes.scatter([], [], s=40, facecolor="white", edgecolor=INK, linewidth=1.5, label="asked")
    for part in components:  # below it the name of the person with most co-authors
        node = max(sorted(part), key=lambda one: graph.degree(one, weight="weight"))
        middle = sum(positions[one][0] for one in part) / len(part)
        axes.text(middle, min(positions[one][1] for one in part) - 0.35, short(names[node]), ha="center", va="top", fontsize=7, color=INK)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 0.02), ncol=len(classes) + 1, frameon=False, fontsize=9)
    axes.set_title(f"{graph.number_of_nodes()} people in the {len(components)} largest groups, by their predicted class", fontsize=11,
                   color=INK, loc="left")
    axes.set_aspect("equal")
    axes.axis("off")
    figure.savefig(picture, bbox_inches="tight")


if __name__ == "__main__":
    main()
