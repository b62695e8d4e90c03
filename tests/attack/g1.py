#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Section G of the first hour: common files are read correctly, or rejected with a remedy that works; its rows are G1 to G26, in their
order. The files of tests/data/formats were written by the original tools (make.py there); the graph has six nodes, seven edges and two
classes."""
import csv, os, shutil, struct
from attack import *

here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../data/formats")
for name in os.listdir(here):
    name == "make.py" or shutil.copy(os.path.join(here, name), ".")


def read(name, *words, what, message=""):
    """The file is read; the first line of the summary contains `what`, any line `says`."""
    shown = " ".join([name, *words])
    ended = expect(shown, run("inspect", name, *words), 0)
    check(f"{shown}: {what!r} comes first", what in ended.stdout.split("\n")[0], ended.stdout)
    check(f"{shown}: says {message!r}", message in ended.stdout, ended.stdout)


def graph(name, *words, classes=0, message=""):
    read(name, *words, what=f"graph of 6 nodes, 7 edges, {classes} classes", message=message)


def rows(name, *words, features, message=""):
    read(name, *words, what=f" rows, {features} feature", message=message)


def refused(name, *words, message, code=3):
    expect(" ".join([name, *words]), run("inspect", name, *words), code, message)


at("G1")  # a CSV of pandas with a header, quoted names and weights
graph("pandas.csv", message="line 1 is a header")
graph("pandas.tsv")
read(write("quoted.csv", '"Smith, J.","Doe, A.",3\n"Doe, A.","Roe, B.",1\n'), what="graph of 3 nodes, 2 edges", message="weighted")
at("G2")  # with the index column
graph("pandas-index.csv", message="'source' and 'target' are the ids")
at("G3")  # semicolons; with decimal commas
graph("semicolon.csv")
refused("excel-german.csv", message="write decimal points")
at("G4")  # a table of labels with three columns
graph("pandas.csv", "--labels", "labels3.csv", classes=2, message="'id' is the id")
graph("pandas.csv", "--labels", "labels3.csv", "--id-column", "id", "--label-column", "size", classes=6)
graph("pandas.csv", "--labels", "series.csv", classes=2)
refused("pandas.csv", "--labels", "labels3.csv", "--id-column", "idd", message="id")
write("bars.txt", "Ada|2|Bob\nBob|1|Cy\nCy|5|Ada\nCy|3|Dan\n")  # --columns: what each column is, in their order
read("bars.txt", "--delimiter", "|", "--columns", "source,weight,target", what="graph of 4 nodes, 4 edges", message="weighted")
read("bars.txt", "--delimiter", "|", "--columns", "source,-,target", what="graph of 4 nodes, 4 edges")
graph("pandas.csv", "--labels", "labels3.csv", "--columns", "id,-,label", classes=2)
graph("pandas.csv", "--labels", "labels3.csv", "--columns", "source,target", "--columns", "id,label,-", classes=6)
for columns in (["--columns", "source,target"], ["--source-column", "1", "--target-column", "2"]):  # numbers do not name columns: the first edge counts
    graph(write("numbers.txt", "1 2\n2 3\n3 1\n4 5\n5 6\n6 4\n1 4\n"), *columns)
rows(write("id.csv", "r1,yes,1,2\nr2,no,3,4\nr3,no,5,6\n"), "--columns", "id,label", features=2)
rows("id.csv", "--columns", "id,label,feature,-", features=1)
for columns in ("id,size", "source,weight", "id,id,label", "source,target,label", "label,weight", "id", "", "source,,target"):
    refused("pandas.csv", "--columns", columns, message="--columns", code=2)
at("G5")  # GraphML of NetworkX: the class is an attribute
for number, name in ((5, "networkx.graphml"), (6, "networkx.gml"), (7, "networkx.gexf"), (16, "networkx.json")):
    at(f"G{number}")
    graph(name)
    graph(name, "--class-attribute", "area", classes=2, message="'area' is the class")
    refused(name, "--class-attribute", "arae", message="found none")
at("G8")
graph("networkx.net")
graph("igraph.net")
at("G9")
graph("igraph.graphml", classes=2)
at("G10")
graph("neo4j.csv", message="':START_ID(Person)'")
graph("gephi.csv")
at("G11")
ended = expect("neo4j-query.csv", run("inspect", "neo4j-query.csv"), 0)
check("a header that looks like an edge gets a warning", "if it is a header" in ended.stdout, ended.stdout)
read("neo4j-query.csv", "--source-column", "a.name", "--target-column", "b.name", what="graph of 6 nodes, 10 edges")
for number, kind, head, remedy in ((12, "a pickle of Planetoid", b"\x80\x04\x95", "pickle"), (18, "Parquet", b"PAR1", "CSV"), (18, "HDF5", b"\x89HDF\r\n\x1a\n", "mmwrite"),
                                   (18, "SQLite", b"SQLite format 3\0", "CSV"), (18, "MATLAB", b"MATLAB 5.0 MAT-file", "mmwrite"), (18, "Arrow", b"ARROW1\0\0", "CSV")):
    at(f"G{number}")
    refused(write(kind.split()[-1] + ".x", head + b"\0" * 100), message=remedy)
at("G13")
graph("edge_index.npz", classes=2)
at("G14")  # OGB: edges as numbers, one label per line in the order of the nodes
write("edge.csv", "0,1\n1,2\n2,0\n3,4\n4,5\n5,3\n0,3\n"), write("node-label.csv", "0\n0\n0\n1\n1\n1\n")
graph("edge.csv", message="")
graph("edge.csv", "--labels", "node-label.csv", classes=2, message="label 1 is of the node 0")
for labels in ("labels-in-order.txt", "labels.npy"):
    graph("neo4j.csv", "--labels", labels, classes=2, message="label 1 is of the node 0")
at("G15")
for form in ("csr", "csc", "coo", "bsr"):
    graph(f"scipy-{form}.npz")
read(write("adj.npy", npy("(2, 2)", bytes(32))), what="adj.npy: 2 rows, 2 features")
read("adj.npy", "--as", "graph", what="graph of 1 node, 0 edges")
at("G17")
refused(write("lines.json", '{"source": 1, "target": 2}\n{"source": 2, "target": 3}\n'), message="node_link_data")
at("G19")  # words, True and False, dates
rows("rows-index.csv", "--one-hot", "--missing", "mean", features=5, message="'colour' was replaced by 3 indicator features")
rows("rows-index.csv", "--drop-column", "colour", "--missing", "mean", features=2)
refused("rows-index.csv", "--missing", "mean", message="--one-hot converts words to features")
refused("rows-dates.csv", "--label-column", "kind", "--one-hot", "--missing", "mean", message="looks like a date")
rows("rows-dates.csv", "--label-column", "kind", "--one-hot", "--missing", "mean", "--drop-column", "seen", features=5)
rows(write("flags.csv", "x,y,new,k\n1,2,True,a\n2,3,False,b\n3,4,True,a\n"), features=3)
refused(write("names.csv", "x,name,y,k\n" + "".join(f"1,n{i},2,{'ab'[i % 2]}\n" for i in range(1000))), message="--one-hot")
refused(write("names.csv", "x,name,y,k\n" + "".join(f"1,n{i},2,{'ab'[i % 2]}\n" for i in range(1200))), "--one-hot", message="--drop-column", code=5)
at("G20")
rows("rows-index.csv", "--one-hot", "--missing", "drop", features=5)
refused("rows-index.csv", "--one-hot", message="--missing drop")
at("G21")  # two columns of numbers and a class
read(write("m.csv", "a,b,class\n1,2,x\n3,,y\n4,5,y\n"), "--missing", "drop", what="rows, 2 features")
write("t.csv", "".join(f"{i % 5},{i % 7},{i % 2}\n" for i in range(40)))
ended = expect("a learner of vectors", run("run", "t.csv", "--learner", "PA"), 0)
check("makes it rows", ended.stdout.startswith("t.csv: 40 rows, 2 features") and "was read as rows" in ended.stdout, ended.stdout)
read("t.csv", "--duplicates", "first", what="graph of", message="was read as edges")
at("G22")
rows("rows-index.csv", "--one-hot", "--missing", "drop", features=5, message="column 1 has no name")
at("G23")  # NetworkX's lists: of lines, of neighbours, of edges
for name in ("networkx.multiline", "networkx.adjlist", "networkx.edgelist", "networkx-no-data.edgelist"):
    graph(name)
refused(write("adj.txt", "0 1 2 3\n1 2\n3 4 5\n4 5\n"), message="--adjacency")
graph("adj.txt", "--adjacency")
at("G24")  # byte order mark, CRLF
text = open("pandas.csv", "rb").read()
graph(write("bom.csv", b"\xef\xbb\xbf" + text), message="line 1 is a header")
graph(write("crlf.csv", text.replace(b"\n", b"\r\n")), message="line 1 is a header")
rows(write("bom-rows.csv", b"\xef\xbb\xbf" + b"x,y,z,k\r\n1,2,3,a\r\n2,3,4,b\r\n"), features=3)
at("G25")  # a file of names given as labels, with twenty thousand classes: the warning comes before learning
ring(20000)
write("names.tsv", "".join(f"n{i}\tName {i}\n" for i in range(20000)))
at_once = run("run", "--edges", "e.tsv", "--labels", "names.tsv", "--learner", "MSG", "--dim", "2", "--budget", "20", "--no-cache", timeout=60)
check("twenty thousand classes of one node each get a warning", "file of names" in at_once.stderr and "20000" in at_once.stderr.replace(",", ""), at_once.stderr)
check("and end", at_once.returncode != 999, at_once)
doubt = next((line for line in at_once.stderr.split("\n") if "file of names" in line), "nothing")
expect("inspect of the file of names", run("inspect", "--edges", "e.tsv", "--labels", "names.tsv", "--json"), 0, doubt)
expect("inspect of the labels has no warning", run("inspect", "--edges", "e.tsv", "--labels", "l.tsv"), 0, silent=True)
at("G26")
for kind, member, remedy in (("xlsx", "[Content_Types].xml", "save it as CSV"), ("pt", "archive/data.pkl", "PyTorch")):
    with zipfile.ZipFile("z.zip", "w") as archive:
        archive.writestr(member, "x" * 100)
    refused("z.zip", message=remedy)

at("components")  # labels outside the largest component; nodes that no label reaches
write("two.tsv", "".join(f"a{i} a{i + 1}\n" for i in range(20)) + "".join(f"b{i} b{i + 1}\n" for i in range(5)) + "c1 c2\n")
write("twol.tsv", "".join(f"a{i} {'x' if i < 10 else 'y'}\n" for i in range(21)) + "b0 y\nb1 x\n")
ended = expect("labels outside", run("inspect", "two.tsv", "--labels", "twol.tsv"), 0)
check("are counted", "2 labels of nodes outside it" in ended.stdout, ended.stdout)
expect("all of one class inside", run("run", "two.tsv", "--labels", write("one.tsv", "a0 x\na1 x\nb0 y\n"), "--learner", "MSG", "--dim", "3"), 3, "--component all")
ended = expect("all components", run("run", "two.tsv", "--labels", "twol.tsv", "--component", "all", "--learner", "MSG", "--dim", "5", "--final", "--out", "o"), 0)
with open("o/predictions.csv", newline="") as file:
    lines = {line["id"]: line for line in csv.DictReader(file)}
odd = [i for i in ("c1", "c2") if i in lines and (lines[i]["predicted"] or lines[i]["final"])]
check("nodes that no label reaches have no prediction", not odd, [lines.get(i) for i in ("c1", "c2")])
check("the others have one", "b5" not in lines or lines["b5"]["final"] in ("x", "y"), lines.get("b5"))
finish("G", [f"G{k}" for k in range(1, 27)])
