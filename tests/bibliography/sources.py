#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""sources.py QUERENT: the folder that `querent graph` writes is a source of run, sweep, train, predict, embed, inspect and ask,
which shows its titles; NetworkX and igraph read its exports; a list of members and groups gives the same graph."""
import csv, json, pathlib, random, subprocess, sys, tempfile, warnings


def run(*arguments, status=0, **more):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, **more)
    assert done.returncode == status, (arguments, done.returncode, done.stderr)
    return done


def library(tmp):
    """160 papers of two communities of 25 people, each by two to four people of one community; a tenth also has an outsider."""
    rng = random.Random(7)
    people = {side: [f"{side}{chr(97 + k)}, Given" for k in range(25)] for side in ("Left", "Right")}
    records = []
    for k in range(160):
        side = ("Left", "Right")[k % 2]
        authors = rng.sample(people[side], rng.randint(2, 4))
        if k % 10 == 0:
            authors[-1] = rng.choice(people[("Right", "Left")[k % 2]])
        words = " ".join(rng.choice(("graphs labels spectra" if side == "Left" else "cells genes mice").split()) for _ in range(4))
        records.append(f"TY  - JOUR\nID  - p{k}\n" + "".join(f"AU  - {a}\n" for a in authors) +
                       f"TI  - On {words} number {k}\nT2  - Journal of {side} matters\nPY  - {1990 + k % 30}\nKW  - {side}\nER  - \n")
    (tmp / "library.ris").write_text("\n".join(records))
    for kind in ("coauthors", "papers-by-author"):
        run("graph", tmp / "library.ris", "--kind", kind, "--label-from", "keyword", "--out", tmp / kind, "--quiet",
            "--export", "graphml,pajek,vosviewer")
    return tmp / "coauthors", tmp / "papers-by-author"


def rows(path):
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]


def edges_of(folder):
    return {frozenset((u, v)): float(w) for u, v, w in rows(folder / "edges.tsv")}


def test_every_command_takes_the_folder(tmp):
    people, papers = library(tmp)
    nodes = len(rows(people / "labels.tsv"))
    assert nodes == 50
    inspected = json.loads(run("inspect", people, "--json").stdout)
    assert inspected["source"]["nodes"] == nodes and inspected["source"]["edges"] == len(edges_of(people))
    done = json.loads(run("run", people, "--learner", "auto", "--budget", "10", "--json", "--out", tmp / "result").stdout)
    assert done["source"]["classes"] == 2 and done["runs"][0]["queries"] <= 10 and done["mean"]["error_rate"] < 0.5
    with open(tmp / "result/predictions.csv", newline="") as file:
        assert {row["id"] for row in csv.DictReader(file)} == {row[0] for row in rows(people / "labels.tsv")}
    assert (tmp / "result/curve.png").read_bytes()[:4] == b"\x89PNG"
    swept = json.loads(run("sweep", papers, "--learner", "MSG", "--rates", "0.2", "--runs", "2", "--json").stdout)
    assert swept["source"]["nodes"] == 160, swept["source"]
    run("train", people, "--learner", "MSG", "--dim", "5", "--model", tmp / "model")
    predicted = run("predict", "--model", tmp / "model", people).stdout.splitlines()
    assert len(predicted) >= nodes, predicted[:3]
    run("embed", people, "--dim", "5", "--out", tmp / "rows.tsv")
    assert len((tmp / "rows.tsv").read_text().splitlines()) >= nodes


def test_ask_shows_titles(tmp):
    people, papers = library(tmp)
    for folder in (people, papers):
        output = run("ask", folder, "--classes", "Left,Right", "--json", input='{"quit":true}\n').stdout.splitlines()
        question = json.loads(output[0])
        assert question["type"] == "question" and question["classes"] == ["Left", "Right"], question
        wanted = dict(zip(rows(folder / "nodes.tsv")[0], next(row for row in rows(folder / "nodes.tsv")[1:] if row[0] == question["item"])))
        shown = question["fields"]
        if folder == people:
            assert shown["titles"] == wanted["titles"] and "On " in shown["titles"] and shown["name"] == wanted["name"], shown
            assert "Journal of" in shown["venues"] and shown["papers"] == wanted["papers"], shown
        else:
            assert shown["title"] == wanted["title"] and shown["title"].startswith("On ") and shown["year"] == wanted["year"], shown
    # The user answers five questions; the answers are stored in the folder and outlive the run, and all nodes are
    # predicted.
    process = subprocess.Popen([PROGRAM, "ask", papers, "--classes", "Left,Right", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    answered = 0
    while answered < 5:
        line = json.loads(process.stdout.readline())
        if line["type"] == "question":
            answer = "Left" if any(word in line["fields"]["title"] for word in ("graphs", "labels", "spectra")) else "Right"
            process.stdin.write(json.dumps({"id": line["id"], "answer": answer}) + "\n")
            process.stdin.flush()
        answered += line["type"] == "accepted"
    process.communicate('{"quit":true}\n')
    assert process.returncode == 0
    run("ask", papers, "--export", tmp / "export")
    with open(tmp / "export/predictions.csv", newline="") as file:
        assert len(list(csv.DictReader(file))) >= 100


def test_an_incidence_is_the_same_graph(tmp):
    people, _ = library(tmp)
    (tmp / "labels.tsv").write_text((people / "labels.tsv").read_text())
    of_list = ["--incidence", people / "incidence.tsv", "--labels", tmp / "labels.tsv"]
    one, other = (json.loads(run("run", *source, "--learner", "MSG", "--dim", "6", "--json").stdout) for source in (of_list, [people]))
    assert one["source"]["nodes"] == other["source"]["nodes"] and one["source"]["edges"] == other["source"]["edges"] == len(edges_of(people))
    assert one["runs"] and one["mean"]["queries"] > 0 and abs(one["mean"]["error_rate"] - other["mean"]["error_rate"]) < 0.2
    bad = tmp / "bad.tsv"
    bad.write_text("ann\tp1\nbob\n")
    assert "bad.tsv:2:" in run("run", "--incidence", bad, "--labels", tmp / "labels.tsv", "--learner", "MSG", status=3).stderr


def test_others_read_the_exports(tmp):
    people, papers = library(tmp)
    for folder in (people, papers):
        wanted, names = edges_of(folder), {row[0]: row[1] for row in rows(folder / "nodes.tsv")[1:]}
        order = list(names)
        # VOSviewer's manual: a map with the columns id, label, … and a network of id, id, strength
        header, *items = rows(folder / "vosviewer_map.txt")
        assert header == ["id", "label", "description", "weight<papers>"] and [int(item[0]) for item in items] == list(range(1, len(order) + 1))
        network = {frozenset((order[int(u) - 1], order[int(v) - 1])): float(w) for u, v, w in rows(folder / "vosviewer_network.txt")}
        assert network == wanted
        try:
            import networkx
        except ImportError:
            print("   skipped: no NetworkX")
        else:
            graph = networkx.read_graphml(folder / "graph.graphml")
            key = networkx.get_node_attributes(graph, "id")
            assert {frozenset((key[u], key[v])): w for u, v, w in graph.edges(data="weight")} == wanted
            assert {key[u]: name for u, name in graph.nodes(data="name")} == names
            assert {data["class"] for _, data in graph.nodes(data=True)} == {"Left", "Right"}
            pajek = networkx.read_pajek(folder / "graph.net")
            by_name = {names[node]: node for node in order}
            assert {frozenset((by_name[u], by_name[v])): w for u, v, w in pajek.edges(data="weight")} == wanted
        try:
            import igraph
        except ImportError:
            print("   skipped: no igraph")
        else:
            warnings.simplefilter("ignore")
            graph = igraph.Graph.Read_GraphML(str(folder / "graph.graphml"))
            # igraph reserves the attribute "id", so nodes are compared in the order of the file.
            assert {frozenset((order[e.source], order[e.target])): e["weight"] for e in graph.es} == wanted
            assert graph.vs["name"] == list(names.values())
            pajek = igraph.Graph.Read_Pajek(str(folder / "graph.net"))
            assert {frozenset((order[e.source], order[e.target])): e["weight"] for e in pajek.es} == wanted


def main():
    chosen = sys.argv[2:]
    for name, test in sorted(globals().items()):
        if name.startswith("test_") and (not chosen or any(part in name for part in chosen)):
            with tempfile.TemporaryDirectory() as tmp:
                print(name.replace("_", " "), flush=True)
                test(pathlib.Path(tmp))
    return 0


PROGRAM = sys.argv[1] if len(sys.argv) > 1 else None
if __name__ == "__main__":
    sys.exit(main())
