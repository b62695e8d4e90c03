#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the files of this folder: one small graph and one small table as Debian 12's tools write them (pandas 1.5.3,
NetworkX 2.8.8, igraph 0.10.2, SciPy 1.10.1, NumPy 1.24.2). Neo4j's, Gephi's and Excel's forms are by hand, after their
documentation. The graph: a triangle of class x, a triangle of class y, one edge between them, with weights 1 to 7."""
import json, os
import igraph, networkx as nx, numpy as np, pandas as pd, scipy.sparse as sp

os.chdir(os.path.dirname(os.path.abspath(__file__)))
names = ["Müller, J. 0", "Ada", "Bob", "Cem", "Dora", "Emil"]
edges = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3)]
classes = ["x"] * 3 + ["y"] * 3
weights = [float(w) for w in range(1, 8)]
table = pd.DataFrame({"source": [names[u] for u, v in edges], "target": [names[v] for u, v in edges], "weight": weights})
table.to_csv("pandas.csv", index=False)
table.to_csv("pandas-index.csv")
table.to_csv("pandas.tsv", index=False, sep="\t")
table.to_csv("excel-german.csv", index=False, sep=";", decimal=",")
table.astype({"weight": int}).to_csv("semicolon.csv", index=False, sep=";")
labels = pd.Series(classes, index=names)
labels.to_csv("series.csv")
pd.DataFrame({"id": names, "size": range(6), "label": classes}).to_csv("labels3.csv", index=False)

G = nx.Graph()
for i in range(6):
    G.add_node(i, area=classes[i])
for (u, v), w in zip(edges, weights):
    G.add_edge(u, v, weight=w)
nx.write_graphml(G, "networkx.graphml")
nx.write_gml(G, "networkx.gml")
nx.write_gexf(G, "networkx.gexf")
nx.write_edgelist(G, "networkx.edgelist")
nx.write_edgelist(G, "networkx-no-data.edgelist", data=False)
nx.write_adjlist(G, "networkx.adjlist")
nx.write_multiline_adjlist(G, "networkx.multiline")
nx.write_pajek(nx.relabel_nodes(G, str), "networkx.net")
json.dump(nx.node_link_data(G), open("networkx.json", "w"))
g = igraph.Graph(edges=edges)
g.vs["label"] = classes
g.es["weight"] = weights
g.write_graphml("igraph.graphml")
g.vs["name"] = [f"n {i}" for i in range(6)]
g.write_pajek("igraph.net")

u, v = np.array(edges).T
S = sp.coo_matrix((np.tile(weights, 2), (np.r_[u, v], np.r_[v, u])), shape=(6, 6))
for form in ("csr", "csc", "coo", "bsr"):
    sp.save_npz(f"scipy-{form}.npz", S.asformat(form) if form != "bsr" else S.tobsr((2, 2)))
np.save("numpy.npy", S.toarray())
np.savez("edge_index.npz", x=np.eye(6, 3), edge_index=np.array([np.r_[u, v], np.r_[v, u]]), y=np.array([0, 0, 0, 1, 1, 1]))
np.save("labels.npy", np.array(classes))
open("labels-in-order.txt", "w").write("\n".join(classes) + "\n")

open("neo4j.csv", "w").write(":START_ID(Person),weight:int,:END_ID(Person),:TYPE\n" +
                             "".join(f"{u},{int(w)},{v},KNOWS\n" for (u, v), w in zip(edges, weights)))
open("neo4j-query.csv", "w").write('"a.name","b.name"\n' + "".join(f'"{names[u]}","{names[v]}"\n' for u, v in edges + [(1, 3), (2, 4), (1, 5)]))
open("gephi.csv", "w").write("Source,Target,Type,Id,Label,Weight\n" +
                             "".join(f"{u},{v},Undirected,{k},,{w}\n" for k, ((u, v), w) in enumerate(zip(edges, weights))))

rows = pd.DataFrame({"size": [1.5, 2, None, 4], "colour": ["red", "blue", "red", "green"], "new": [True, False, True, True], "kind": list("abab")})
rows.to_csv("rows-index.csv")
rows.assign(seen=pd.date_range("2024-01-30", periods=4)).to_csv("rows-dates.csv", index=False)
