#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""one_voice.py QUERENT [FACT…]: the page, the terminal, the JSON lines, the export and Python give the same predictions."""
import csv
import os
import re

from asking import PROGRAM, Ask, facts, grid, predictions
from served import Served, waited
from terminal import Terminal

SEED, CLASSES = 3, ["A", "B", "C"]
CLOSE = 1e-9  # numbers are equal up to the digits in files


def begin(work):
    truth = grid(work / "edges.tsv", 60)
    return truth, Ask(work, "--edges", work / "edges.tsv", "--classes", ",".join(CLASSES), "--out", work / "mine", "--seed", SEED)


def same(guess, row):
    assert guess["class"] == row["class"] and abs(guess["confidence"] - float(row["probability"])) < CLOSE, (guess, row)


def at_the_page(work, question, table, review):
    page = Served(PROGRAM, work)
    page.start()
    shown = page.get("questions?by=me&k=1")["questions"][0]
    assert shown["id"] == question["id"] and shown["guess"] == question["prediction"], (shown, question)
    assert abs(max(shown["class_probabilities"]) - shown["guess"]["confidence"]) < CLOSE and (len(review) < 4 or shown["because"]["answers"]), shown
    waited(lambda: not page.get("progress")["predicting"], "predictions")
    for item, row in table.items():
        same(page.get("item?item=" + item)["state"]["guess"], row)
    for node in page.get("neighbourhood?item=" + question["item"])["nodes"]:
        same(node["guess"], table[node["item"]])
    to_review = page.get("review")["answers"]
    assert [(one["item"], one["class"]) for one in to_review] == [(row["id"], row["class"]) for row in review[:10]], (to_review, review)
    assert all(abs(one["wrong"] - float(row["probably_wrong"])) < CLOSE for one, row in zip(to_review, review))
    page.kill()


def at_the_terminal(work, question, review):
    at, guess = Terminal(work, work / "mine"), question["prediction"]
    match = re.search(r"prediction: (\S+), (?:over )?(\d+) %", at.wait("prediction: "))
    assert match and match[1] == guess["class"] and abs(int(match[2]) - 100 * guess["confidence"]) <= 1, (at.screen, guess)
    at.press("r")
    while review and f"  {review[0]['id']}  " not in at.wait("Answers to review"):  # the model may still be computed
        at.press("\x1b")
        at.wait("prediction: ")
        at.press("r")
    line = f"> {100 * float(review[0]['probably_wrong']):3.0f} %  {review[0]['id']}  {review[0]['class']}" if review else "no match"
    assert line in at.wait("Answers to review"), (at.screen, line)
    at.press("\x1b")
    at.wait("prediction: ")
    at.press("q")
    assert at.end() == 0


def in_python(work, truth, question, table):
    import querent
    session = querent.GraphClassifier(random_state=SEED).session(querent.read_graph(work / "edges.tsv").graph, classes=CLASSES)
    for _ in range(question["asked"]):
        asked = session.ask()
        session.tell(asked, truth[asked.node])
    asked = session.ask()
    assert asked.node == question["item"] and asked.predicted == question["prediction"]["class"], (asked, question)
    assert abs(asked.confidence - question["prediction"]["confidence"]) < CLOSE, (asked, question)
    for row in session.predict_frame().itertuples():
        same({"class": row[2], "confidence": row.probability}, table[row.id])


def one_voice(work):
    """A question, the export, the page, the terminal and Python give the same prediction after the same answers"""
    truth, ask = begin(work)
    for count in (1, 4, 9, 20):
        while (question := ask.receive())["asked"] < count:
            ask.tell(id=question["id"], answer=truth[question["item"]])
        ask.quit()
        table, _ = predictions(work, work / "mine", f"after-{count}")
        review = list(csv.DictReader((work / f"after-{count}/review.csv").read_text().splitlines()))
        assert table[question["item"]]["asked"] == "no"
        same(question["prediction"], table[question["item"]])
        at_the_page(work, question, table, review)
        at_the_terminal(work, question, review)
        if "PYTHONPATH" in os.environ:
            in_python(work, truth, question, table)
        ask = Ask(work, work / "mine")
    ask.quit()


def how_new(work):
    """A prediction states how many of the answers it uses"""
    truth, ask = begin(work)
    while (question := ask.receive())["asked"] < 4:
        ask.tell(id=question["id"], answer=truth[question["item"]])
    ask.quit()
    page = Served(PROGRAM, work).start()
    first, second = page.get("questions?by=me&k=2")["questions"]
    assert (first["after"], second["after"]) == (4, 4), (first, second)
    page.post(by="me", id=first["id"], answer=truth[first["item"]])
    second, third = page.get("questions?by=me&k=2")["questions"]
    assert (second["after"], third["after"]) == (5, 5), (second, third)  # the second question was open before, too
    now = page.get("progress")
    assert now["answered"] == 5 and now["predicting"] == (now["after"] < 5), now
    waited(lambda: not page.get("progress")["predicting"], "newer predictions")
    assert page.get("progress")["after"] == 5
    page.kill()
    at = Terminal(work, work / "mine")
    assert "prediction after" not in at.wait("prediction: "), at.screen
    at.press("q")
    assert at.end() == 0


if __name__ == "__main__":
    facts(one_voice, how_new)
