# SPDX-License-Identifier: Apache-2.0
"""Functions that use the program, pages and sweeps; and data sets by name."""
import csv
import json
import subprocess
import urllib.parse
import urllib.request

import numpy as np
import pytest

import querent


def post(address, answer):
    place = urllib.parse.urlsplit(address)
    token = urllib.parse.parse_qs(place.query)["token"][0]
    request = urllib.request.Request(f"http://{place.netloc}/api/answer", json.dumps({"by": "me", **answer}).encode(),
                                     {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
    return json.load(urllib.request.urlopen(request, timeout=60))


def test_a_session_is_served_and_learns_what_people_say(karate, tmp_path, program, monkeypatch):
    monkeypatch.setenv("QUERENT_PROGRAM", program)
    session = querent.GraphClassifier(n_components=8, budget=20).session(karate, classes=["a", "b"])
    session.tell(33, "b")
    with session.serve(tmp_path / "mine") as served:
        assert served.address.startswith("http://127.0.0.1:") and served.address in served._repr_html_()
        assert served.sync() == 0  # the page has the label of 33, too
        post(served.address, {"item": "1", "answer": "a"})  # node 0 is the first of the file
        post(served.address, {"item": "3", "answer": "c"})
        assert served.sync() == 2 and list(session.classes_) == ["a", "b", "c"]
        assert session.predict()[0] == "a" and session.predict()[2] == "c"
        post(served.address, {"item": "3", "answer": "b"})
        assert served.sync() == 1 and session.predict()[2] == "b"
        store = served.store
    assert served.address is None and served.sync() == 0
    log = subprocess.run([program, "ask", store, "--log"], capture_output=True, text=True, check=True).stdout
    output = [json.loads(line) for line in log.splitlines()]
    assert [(e["item"], e["class"]) for e in output if "item" in e] == [("34", "b"), ("1", "a"), ("3", "c"), ("3", "b")]
    answers = subprocess.run([program, "ask", store, "--json", "--quiet"], input='{"item":"5","answer":"a"}\n{"quit":true}\n',
                             capture_output=True, text=True, check=True).stdout
    assert '"accepted"' in answers
    assert served.sync() == 1 and session.predict()[4] == "a"  # querent ask uses the same store
    with session.serve(tmp_path / "mine") as again:
        assert again.sync() == 0


def test_the_module_and_the_program_predict_the_same_after_the_same_answers(karate, tmp_path, program, monkeypatch):
    monkeypatch.setenv("QUERENT_PROGRAM", program)
    session = querent.GraphClassifier(n_components=8, budget=20).session(karate, classes=["a", "b", "c"])
    with session.serve(tmp_path / "mine") as served:
        for node in (0, 33, 5, 31, 2):
            post(served.address, {"item": str(node + 1), "answer": "a" if node < 17 else "b"})
        assert served.sync() == 5 and [item for item, _ in session._session.answers] == [0, 33, 5, 31, 2]
        store = served.store
    asked = subprocess.run([program, "ask", store, "--json", "--quiet"], input='{"quit":true}\n', capture_output=True, text=True,
                           check=True).stdout
    question = json.loads(asked.splitlines()[0])
    share = session.predict_proba()[int(question["item"]) - 1]
    assert question["prediction"]["class"] == "abc"[share.argmax()]
    assert abs(question["prediction"]["confidence"] - share.max()) < 1e-9
    q = session.ask()
    assert np.allclose([q.class_probabilities[c] for c in session.classes_], session.predict_proba()[q.index], rtol=0, atol=1e-12)
    subprocess.run([program, "ask", store, "--export", tmp_path / "table", "--quiet"], check=True)
    with open(tmp_path / "table/predictions.csv", newline="") as file:
        table = {int(row["id"]) - 1: row for row in csv.DictReader(file)}
    for node, (label, row) in enumerate(zip(session.predict(), session.predict_proba())):
        assert table[node]["class"] == label and abs(float(table[node]["probability"]) - row.max()) < 1e-9, node


def test_the_oldest_of_a_thousand_answers_is_transferred(karate, tmp_path, program, monkeypatch):
    monkeypatch.setenv("QUERENT_PROGRAM", program)
    session = querent.GraphClassifier(n_components=2).session(karate, classes=["a", "b"])
    with session.serve(tmp_path / "mine") as served:
        post(served.address, {"item": "1", "answer": "a"})
        for k in range(1001):
            post(served.address, {"item": "34", "answer": "ab"[k % 2]})
        assert served.sync() == 2 and session._session.answers == [(0, 0), (33, 0)]


def test_without_the_program_it_says_what_to_install(karate, tmp_path, monkeypatch):
    session = querent.GraphClassifier(n_components=4).session(karate)
    monkeypatch.setenv("QUERENT_PROGRAM", str(tmp_path / "nothing"))
    with pytest.raises(querent.ProgramNotFound, match="not a program"):
        session.serve(tmp_path / "mine")
    monkeypatch.delenv("QUERENT_PROGRAM")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(querent.program, "__file__", str(tmp_path / "a/b/c/program.py"))
    with pytest.raises(OSError, match="install the Debian package"):
        session.serve(tmp_path / "mine")


def test_a_sweep_is_the_programs_and_a_frame(program, source, monkeypatch, tmp_path):
    monkeypatch.setenv("QUERENT_PROGRAM", program)
    found = querent.sweep("karate", learners=["MSG", "RLS-all"], rates=[0.5], runs=2, n_components=8,
                          options=["--dim", "8", "--no-cache"])
    output = json.loads(subprocess.run([program, "sweep", "karate", "--learner", "MSG", "--learner", "RLS-all", "--rates", "0.5",
                                      "--runs", "2", "--dim", "8", "--no-cache", "--json", "--quiet"], capture_output=True,
                                     text=True, check=True).stdout)
    frame = found.frame()
    assert list(frame["error_rate"]) == [cell["mean"]["error_rate"] for cell in output["cells"]]
    assert len(found.runs()) == 4 and "MSG" in repr(found) and "<table" in found._repr_html_()
    pytest.importorskip("matplotlib").use("Agg")
    import matplotlib.pyplot as plt
    axes = found.plot(plt.figure().gca())
    assert axes.get_xlabel() == "share of labels asked"
    data = querent.datasets.load("karate")
    again = querent.sweep(data.graph, data.labels, learners=["MSG", "RLS-all"], rates=[0.5], runs=2, n_components=8,
                          options=["--no-cache"]).frame()
    assert np.allclose(again["query_rate"], frame["query_rate"], atol=0.2)  # another number of nodes, so other orders
    with pytest.raises(ValueError, match="MSG"):
        querent.sweep("karate", learners=["MSH"])
    with pytest.raises(ValueError, match="neither a data set nor a file"):
        querent.sweep(tmp_path / "nothing.tsv")


def test_a_sweep_of_something_else_is_told_what_to_pass(karate):
    pd = pytest.importorskip("pandas")
    X = np.random.default_rng(0).normal(size=(30, 3))
    for source, found in ((pd.DataFrame(X), r"a DataFrame of shape \(30, 3\)"), (X, r"an array of shape \(30, 3\)"), (karate, "networkx")):
        with pytest.raises(TypeError, match=f"source: expected a data set's name, a file, or .* together with labels y, found .*{found}"):
            querent.sweep(source)
    with pytest.raises(ValueError, match=r"source: expected columns source, target .*; for rows pass source.to_numpy\(\)"):
        querent.sweep(pd.DataFrame(X, columns=list("abc")), np.arange(30) % 2)


def test_a_sweep_of_rows_in_memory(program, monkeypatch):
    monkeypatch.setenv("QUERENT_PROGRAM", program)
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 4))
    frame = querent.sweep(X, np.where(X[:, 0] > 0, "right", "left"), learners="PA-I", rates=[0.5], runs=2).frame()
    assert list(frame["learner"]) == ["PA-I"] and frame["error_rate"][0] < 0.4


def test_data_sets_by_name():
    assert {"karate", "digits"} <= set(querent.datasets.names())
    assert set(querent.datasets.names("graph")).isdisjoint(querent.datasets.names("vectors"))
    karate = querent.datasets.load("karate")
    assert karate.graph.num_nodes == 34 and karate.graph.num_edges == 78 and len(karate.classes) == 2
    digits = querent.datasets.load("digits")
    assert digits.X.shape == (1797, 64) and len(digits.classes) == 10
    assert querent.datasets.frame().loc["karate", "rows"] == 34
    assert querent.datasets.paths("karate")["edges"].is_file()
    with pytest.raises(ValueError, match="karate"):
        querent.datasets.load("karat")


def test_a_session_with_words_asks_and_predicts_as_the_program(program, tmp_path):
    """Sixty nodes in three blocks, with ten words, of which one in five depends on the block."""
    draw = np.random.default_rng(5)
    block = np.arange(60) % 3
    edges, lines = set(), []
    for i in range(60):
        for j in draw.choice(60, 6, replace=False):
            if i != j and (block[i] == block[j] or draw.random() < 0.2):
                edges.add((min(i, j), max(i, j)))
    for i in range(60):
        words = sorted(set(draw.choice(10, 3)) | ({10 + block[i]} if draw.random() < 0.2 else set()))
        lines.append(f"{i} " + " ".join(f"{w + 1}:1" for w in words))
    (tmp_path / "edges.tsv").write_text("".join(f"{i}\t{j}\n" for i, j in sorted(edges)))
    (tmp_path / "labels.tsv").write_text("".join(f"{i}\tclass{block[i]}\n" for i in range(60)))
    (tmp_path / "words.svm").write_text("\n".join(lines) + "\n")
    files = [str(tmp_path / name) for name in ("edges.tsv", "labels.tsv", "words.svm")]
    subprocess.run([program, "run", "--edges", files[0], "--labels", files[1], "--features", files[2], "--nodes-from-labels",
                    "--component", "all", "--dim", "8", "--no-cache", "--learner", "auto", "--order", "pool", "--budget", "15",
                    "--seed", "3", "--quiet", "--out", str(tmp_path / "run")], check=True)
    played = {row["id"]: row for row in csv.DictReader(open(tmp_path / "run/predictions.csv"))}

    read = querent.read_graph(*files, largest_component=False, nodes_from_labels=True)
    session = querent.GraphClassifier(n_components=8, budget=15, random_state=3).session(read.graph, read.classes, read.words)
    asked = set()
    while question := session.ask():
        asked.add(str(question.node))
        session.tell(question, f"class{int(question.node) % 3}")
    assert asked == {name for name, row in played.items() if row["queried"] == "yes"}
    output = dict(zip(map(str, read.graph.names), session.predict()))
    assert output == {name: row["final"] for name, row in played.items()}
