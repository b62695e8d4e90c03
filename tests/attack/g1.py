#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Section G of the first hour: every file that people have is read right, or refused with the remedy that works. The files of
tests/data/formats are made by the tools themselves (make.py there); the graph has six nodes, seven edges, two classes."""
import os, shutil
from attack import *

here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../data/formats")
for name in os.listdir(here):
    name == "make.py" or shutil.copy(os.path.join(here, name), ".")


def graph(name, *words, classes=0, says=""):
    ended = expect(f"{name} {' '.join(words)}", run("inspect", name, *words), 0)
    check(f"{name} {' '.join(words)}: the graph", f"graph of 6 nodes, 7 edges, {classes} classes" in ended.stdout.split("\n")[0], ended.stdout)
    check(f"{name} {' '.join(words)}: says {says!r}", says in ended.stdout, ended.stdout)


def rows(name, *words, features, says=""):
    ended = expect(f"{name} {' '.join(words)}", run("inspect", name, *words), 0)
    check(f"{name} {' '.join(words)}: the rows", f" {features} feature" in ended.stdout.split("\n")[0] and "rows" in ended.stdout, ended.stdout)
    check(f"{name} {' '.join(words)}: says {says!r}", says in ended.stdout, ended.stdout)


def refused(name, *words, says):
    expect(f"{name} {' '.join(words)}", run("inspect", name, *words), 3, says)


# graphs
graph("pandas.csv", says="line 1 is a header")
graph("pandas-index.csv", says="'source' and 'target' are the ids")
graph("pandas.tsv")
graph("semicolon.csv")
refused("excel-german.csv", says="write decimal points")
graph("pandas.csv", "--labels", "series.csv", classes=2)
graph("pandas.csv", "--labels", "labels3.csv", classes=2, says="'id' is the id")
graph("pandas.csv", "--labels", "labels3.csv", "--id-column", "id", "--label-column", "size", classes=6)
for name in ("networkx.graphml", "networkx.gml", "networkx.gexf", "networkx.json"):
    graph(name)
    graph(name, "--class-attribute", "area", classes=2, says="'area' is the class")
    refused(name, "--class-attribute", "arae", says="found none")
for name in ("networkx.edgelist", "networkx-no-data.edgelist", "networkx.adjlist", "networkx.multiline", "networkx.net", "igraph.net", "scipy-csr.npz", "scipy-csc.npz", "scipy-coo.npz", "scipy-bsr.npz"):
    graph(name)
graph("igraph.graphml", classes=2)
graph("neo4j.csv", says="':START_ID(Person)'")
graph("gephi.csv")
graph("edge_index.npz", classes=2)
for labels in ("labels-in-order.txt", "labels.npy"):
    graph("neo4j.csv", "--labels", labels, classes=2, says="label 1 is of the node 0")
ended = expect("neo4j-query.csv", run("inspect", "neo4j-query.csv"), 0)
check("a header that looks like an edge is doubted", "if it is a header" in ended.stdout, ended.stdout)
ended = expect("neo4j-query.csv by names", run("inspect", "neo4j-query.csv", "--source-column", "a.name", "--target-column", "b.name"), 0)
check("and is one where it is named", "graph of 6 nodes, 10 edges" in ended.stdout, ended.stdout)
refused(write("adj.txt", "0 1 2 3\n1 2\n3 4 5\n4 5\n"), says="--adjacency")
graph("adj.txt", "--adjacency")
for head, remedy in ((b"ARROW1\0\0", "CSV"), (b"PAR1", "CSV"), (b"\x89HDF\r\n\x1a\n", "mmwrite"), (b"SQLite format 3\0", "CSV"), (b"MATLAB 5.0 MAT-file", "mmwrite"), (b"\x80\x04\x95", "pickle")):
    refused(write("foreign", head + b"\0" * 100), says=remedy)
ended = expect("a dense matrix as .npy", run("inspect", write("adj.npy", b"\x93NUMPY\x01\x00\x76\x00" + b"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }".ljust(117) + b"\n" + bytes(32))), 0)
check("is rows, and says so first", ended.stdout.startswith("adj.npy: 2 rows, 2 features"), ended.stdout)
expect("a dense matrix as a graph", run("inspect", "adj.npy", "--as", "graph"), 3, "save_npz")
import zipfile
for member, remedy in (("[Content_Types].xml", "save it as CSV"), ("archive/data.pkl", "PyTorch")):
    with zipfile.ZipFile("z.zip", "w") as archive:
        archive.writestr(member, "x" * 100)
    refused("z.zip", says=remedy)
refused(write("lines.json", '{"source": 1, "target": 2}\n{"source": 2, "target": 3}\n'), says="node_link_data")

# rows
rows("rows-index.csv", "--one-hot", "--missing", "mean", features=5, says="'colour' became 3 features")
rows("rows-index.csv", "--one-hot", "--missing", "drop", features=5, says="column 1 has no name")
rows("rows-index.csv", "--drop-column", "colour", "--missing", "mean", features=2)
refused("rows-index.csv", "--missing", "mean", says="--one-hot makes features of words")
refused("rows-index.csv", "--one-hot", says="--missing drop")
refused("rows-dates.csv", "--label-column", "kind", "--one-hot", "--missing", "mean", says="looks like a date")
rows("rows-dates.csv", "--label-column", "kind", "--one-hot", "--missing", "mean", "--drop-column", "seen", features=5)
refused(write("names.csv", "x,name,y,k\n" + "".join(f"1,n{i},2,{'ab'[i % 2]}\n" for i in range(999)) + "".join(f"1,m{i},2,a\n" for i in range(1))), says="--one-hot")
expect("too many words", run("inspect", write("names.csv", "x,name,y,k\n" + "".join(f"1,n{i},2,{'ab'[i % 2]}\n" for i in range(1200))), "--one-hot"), 5, "--drop-column")

# in doubt the learner decides; what a table of two or three columns was taken for is said
write("t.csv", "".join(f"{i % 5},{i % 7},{i % 2}\n" for i in range(40)))
ended = expect("a learner of vectors", run("run", "t.csv", "--learner", "PA"), 0)
check("makes it rows", ended.stdout.startswith("t.csv: 40 rows, 2 features") and "taken for rows" in ended.stdout, ended.stdout)
ended = expect("inspect", run("inspect", "t.csv", "--duplicates", "first"), 0)
check("makes it a graph", "graph of" in ended.stdout.split("\n")[0] and "taken for edges" in ended.stdout, ended.stdout)
ended = expect("with a missing value and a class", run("inspect", write("m.csv", "a,b,class\n1,2,x\n3,,y\n"), "--missing", "drop"), 0)
check("is rows", "rows" in ended.stdout or "1 row" in ended.stdout, ended.stdout)

# the file of names in the place of labels; labels outside the largest component; what nothing is known of
ring(400)
ended = expect("names as labels", run("run", "--edges", "e.tsv", "--labels", write("names.tsv", "".join(f"n{i}\tName {i}\n" for i in range(400))), "--learner", "MSG", "--dim", "5", "--budget", "20"), 0, "file of names")
write("two.tsv", "".join(f"a{i} a{i + 1}\n" for i in range(20)) + "".join(f"b{i} b{i + 1}\n" for i in range(5)) + "c1 c2\n")
write("twol.tsv", "".join(f"a{i} {'x' if i < 10 else 'y'}\n" for i in range(21)) + "b0 y\nb1 x\n")
ended = expect("labels outside", run("inspect", "two.tsv", "--labels", "twol.tsv"), 0)
check("are counted", "2 labels of nodes outside it" in ended.stdout, ended.stdout)
expect("all of one class inside", run("run", "two.tsv", "--labels", write("one.tsv", "a0 x\na1 x\nb0 y\n"), "--learner", "MSG", "--dim", "3"), 3, "--component all")
ended = expect("all components", run("run", "two.tsv", "--labels", "twol.tsv", "--component", "all", "--learner", "MSG", "--dim", "5", "--final", "--out", "o"), 0)
import csv
with open("o/predictions.csv", newline="") as file:
    lines = {line["id"]: line for line in csv.DictReader(file)}
odd = [i for i in ("c1", "c2") if i in lines and (lines[i]["predicted"] or lines[i]["final"])]
check("nothing is said of what no label reaches", not odd, [lines.get(i) for i in ("c1", "c2")])
check("something of the others", "b5" not in lines or lines["b5"]["final"] in ("x", "y"), lines.get("b5"))
finish("G")
