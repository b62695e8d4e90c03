#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""orders.py QUERENT [FACT…]: `querent ask` in pool and stream order, with any learner, and after a kill."""
import collections
import csv
import json
import subprocess

from asking import Ask, environment, facts, grid, play, predictions, run, PROGRAM
from as_run import same_as_run

CLASSES = "A,B,C"


def begin(work, out, *more):
    return Ask(work, "--edges", work / "edges.tsv", "--classes", CLASSES, "--out", work / out, *more)


def as_run(work):
    """With true answers the exported classes are those of `run --order pool`, in twenty orders"""
    truth = grid(work / "edges.tsv", 60)
    (work / "labels.tsv").write_text("".join(f"{i}\t{of}\n" for i, of in truth.items()))
    same_as_run(work, work / "edges.tsv", work / "labels.tsv", orders=20, budget=14)
    same_as_run(work, work / "edges.tsv", work / "labels.tsv", orders=1, budget=14, more=["--query", "random"])
    same_as_run(work, work / "edges.tsv", work / "labels.tsv", orders=2, budget=14, learner="CMOG")


def streams(work):
    """Other learners and rules ask a stream: with or without kills the questions are the same, one per item"""
    truth = grid(work / "edges.tsv", 60)
    for k, learner in enumerate(["MSG", "CMOG", "auto"]):
        how = ["--learner", learner, "--order", "stream", "--seed", 5, "--dim", 10]
        if learner == "CMOG":
            how = ["--learner", "CMOG", "--query", "random:0.6", "--seed", 5, "--dim", 10]
        ask = begin(work, f"whole{k}", *how)
        whole, _ = play(ask, truth.get, 15)
        ask.quit()
        assert len({q["item"] for q in whole}) == len(whole) >= 5, (learner, len(whole))
        _, table = predictions(work, work / f"whole{k}", f"results{k}")
        ask = begin(work, f"again{k}", *how)
        parts, _ = play(ask, truth.get, 4)
        ask.process.kill()
        ask.process.communicate()
        ask = Ask(work, work / f"again{k}")
        more, _ = play(ask, truth.get, len(whole) - 4)
        parts += more
        ask.quit()
        assert [(q["id"], q["item"]) for q in parts] == [(q["id"], q["item"]) for q in whole], learner
        assert predictions(work, work / f"again{k}", f"again{k}-results")[1] == table, learner
    for wrong in (["--order", "pool", "--query", "margin"], ["--learner", "MSG", "--checks", "0.2"], ["--param", "gamma=2"]):
        status, _, err = run(work, "ask", "--edges", work / "edges.tsv", "--classes", CLASSES, "--out", work / "no", "--json", *wrong)
        assert status == 2 and err.startswith("error:"), (wrong, status, err)
    for share in ("nan", "110%", "-1", "%", "1e"):
        assert run(work, "ask", "--edges", work / "edges.tsv", "--out", work / "no", "--json", f"--overlap={share}")[0] == 2, share
    status, _, err = run(work, "ask", "--edges", work / "edges.tsv", "--out", work / "no", "--json", "--order", "stream")
    assert status == 2 and "two classes" in err, err


def stream_changes_its_mind(work):
    """An undone or corrected answer of a stream has no effect, in this start and the next"""
    truth = grid(work / "edges.tsv", 60)
    how = ["--learner", "MSG", "--seed", 2, "--dim", 10]
    ask = begin(work, "plain", *how)
    whole, _ = play(ask, truth.get, 8)
    ask.quit()
    ask = begin(work, "mine", *how)
    wrong = lambda i: "ABC"[("ABC".index(truth[i]) + 1) % 3]
    first = ask.receive()
    assert ask.tell(id=first["id"], answer=wrong(first["item"]))["type"] == "accepted"
    second = ask.receive()
    assert ask.tell(undo=True)["type"] == "accepted"
    again = ask.receive()
    assert again["item"] == first["item"] and again["id"] == first["id"], "an undone question is asked again"
    assert ask.tell(id=first["id"], answer=wrong(first["item"]))["type"] == "accepted"
    ask.receive()
    assert ask.tell(item=first["item"], answer=truth[first["item"]])["type"] == "accepted"  # a correction
    ask.quit()
    ask = Ask(work, work / "mine")
    asked, _ = play(ask, truth.get, 7)
    ask.quit()
    assert [q["item"] for q in asked][-3:] == [q["item"] for q in whole][-3:], (second["item"], asked, whole)
    table = predictions(work, work / "mine")[1]
    assert table == predictions(work, work / "plain", "plain-results")[1]
    ask = Ask(work, work / "mine")
    next_one = ask.receive()
    ask.tell(id=next_one["id"], answer="D")  # a new class replays the stream
    more = ask.receive()
    assert more["classes"] == ["A", "B", "C", "D"] and more["item"] != next_one["item"]
    ask.quit()
    rows, _ = predictions(work, work / "mine")
    assert rows[next_one["item"]]["class"] == "D"


def remembered(work):
    """After a kill the open questions keep their ids; an answer with an item is never assigned to another item"""
    truth = grid(work / "edges.tsv", 60)
    ask = begin(work, "mine", "--batch", 3, "--overlap", "10%")
    three = [ask.receive() for _ in range(3)]
    ask.process.kill()
    ask.process.communicate()
    ask = Ask(work, work / "mine", "--batch", 3)
    again = [ask.receive() for _ in range(3)]
    assert [(q["id"], q["item"]) for q in again] == [(q["id"], q["item"]) for q in three]
    last = three[2]
    assert ask.tell(id=last["id"], item=last["item"], answer=truth[last["item"]], key="k")["type"] == "accepted"
    reply = ask.tell(id=99, answer="A")
    assert reply["type"] == "refused" and "item" in reply["error"], reply
    other = next(i for i in truth if i not in {q["item"] for q in three})
    assert ask.tell(id=99, item=other, answer=truth[other])["type"] == "accepted"  # its question is unknown
    reply = ask.tell(id=99, item=other, skip=True)
    assert reply["type"] == "refused", reply
    ask.quit()
    log = [json.loads(line) for line in run(work, "ask", work / "mine", "--log")[1].splitlines()]
    labels = {line["item"]: line["class"] for line in log if line["kind"] == "class"}
    assert labels == {last["item"]: truth[last["item"]], other: truth[other]}, labels


def yes_no_again(work):
    """--yes-no continues after a kill; a yes with a class never counts for another class"""
    truth = grid(work / "edges.tsv", 60)
    ask = begin(work, "mine", "--yes-no")
    for _ in range(6):
        q = ask.receive()
        ask.tell(id=q["id"], answer=truth[q["item"]])
    q = ask.receive()
    no = next(of for of in "ABC" if of != truth[q["item"]])
    assert ask.tell(id=q["id"], no=True, is_it=no, key="no")["type"] == "accepted"
    ask.process.kill()
    ask.process.communicate()
    ask = Ask(work, work / "mine")
    again = ask.receive()
    assert again["id"] == q["id"] and again["is_it"] != no, (q, again)
    assert ask.tell(id=q["id"], no=True, is_it=no, key="no")["repeated"] is True
    assert ask.tell(id=q["id"], yes=True, is_it="nobody's")["type"] == "refused"
    assert ask.tell(id=q["id"], yes=True, is_it=truth[q["item"]])["type"] == "accepted"
    ask.quit()
    table, _ = predictions(work, work / "mine")
    assert table[q["item"]]["class"] == truth[q["item"]]
    kinds = collections.Counter(json.loads(line)["kind"] for line in run(work, "ask", work / "mine", "--log")[1].splitlines())
    assert kinds["no"] == 1 and kinds["class"] == 7, kinds


def third_annotator(work):
    """A third annotator is asked about different answers first, sees both, and settles them; an undo brings the dispute back"""
    grid(work / "edges.tsv", 60)

    def first(by):
        ask = Ask(work, work / "mine", "--by", by) if (work / "mine").exists() else begin(work, "mine", "--overlap", "100%", "--by", by)
        return ask, ask.receive()

    ask, question = first("ann")
    item = question["item"]
    ask.tell(id=question["id"], answer="A")
    other = ask.receive()["item"]  # stays open
    ask.quit()
    ask, question = first("bob")
    assert question["item"] == other and "different" not in question
    ask.tell(id=question["id"], answer="C")
    question = ask.receive()
    while not question.get("second"):
        ask.tell(id=question["id"], unknown=True)
        question = ask.receive()
    assert question["item"] == item and "A" not in question.values(), question
    ask.tell(id=question["id"], answer="B")
    assert ask.receive()["item"] != item
    ask.quit()
    for answer in ("B", "A", "C"):  # the last one is neither
        ask, question = first("carol")
        assert question["item"] == item and question["different"] == [{"class": "A", "by": "ann"}, {"class": "B", "by": "bob"}], question
        assert "second" not in question
        assert ask.tell(id=question["id"], answer=answer, if_open=True)["type"] == "accepted"
        assert ask.receive()["item"] != item
        labels = predictions(work, work / "mine", f"results-{answer}")[0]
        assert labels[item]["class"] == answer, labels[item]
        if answer != "C":
            ask.tell(undo=True)
        ask.quit()
    ask, question = first("dora")
    assert question["item"] != item and "different" not in question
    ask.quit()
    log = [json.loads(line) for line in run(work, "ask", work / "mine", "--log")[1].splitlines()]
    assert [line["kind"] for line in log if line.get("item") == item] == ["class", "second"] + ["correction", "undo"] * 2 + ["correction"], log


def export_meanwhile(work):
    """Results can be exported while another program asks, without writing to the store"""
    truth = grid(work / "edges.tsv", 60)
    ask = begin(work, "mine")
    asked, _ = play(ask, truth.get, 6)
    before = run(work, "ask", work / "mine", "--log")[1]
    table, _ = predictions(work, work / "mine")
    assert sum(row["asked"] == "yes" for row in table.values()) == 6
    assert run(work, "ask", work / "mine", "--log")[1] == before
    assert ask.quit()[0] == 0
    done = subprocess.run([PROGRAM, "ask", work / "mine", "--export", work / "after"], env=environment(work), capture_output=True)
    assert done.returncode == 0
    rows = list(csv.DictReader((work / "after/predictions.csv").read_text().splitlines()))
    assert {r["id"]: r for r in rows} == table


if __name__ == "__main__":
    facts(as_run, streams, stream_changes_its_mind, remembered, yes_no_again, third_annotator, export_meanwhile)
