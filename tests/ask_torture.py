#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ask_torture.py QUERENT KILLS [SEED]: kills `querent ask` at random moments while answers are posted.

No acknowledged answer may be lost, and no answer may count twice, although all unacknowledged answers are sent again under
their keys. The final predictions must equal those of one session that was never killed.
"""
import json
import pathlib
import random
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "ask"))
from asking import Ask, grid, predictions, run  # noqa: E402


def kill_once(ask, draw, truth, sent, acknowledged):
    """Answers until the program is killed, and records the answers sent and acknowledged, by question."""
    try:
        for key, (question, answer) in list(sent.items()):  # repeats all unacknowledged answers and some others
            if key not in acknowledged or draw.random() < 0.1:
                ask.say(id=question, answer=answer, key=key)
    except BrokenPipeError:
        pass
    # kill during start-up, or, more often, after the first question
    timer = threading.Timer(draw.uniform(0, 0.5), ask.process.kill) if draw.random() < 0.1 else None
    if timer:
        timer.start()
    try:
        while reply := ask.receive():
            if not timer:
                timer = threading.Timer(draw.uniform(0, 0.4), ask.process.kill)
                timer.start()
            if reply["type"] == "accepted":
                acknowledged[reply["key"]] = reply["event"]
            elif reply["type"] == "question":
                key = f"{reply['id']}"
                sent[key] = (reply["id"], truth[reply["item"]])
                ask.say(id=reply["id"], answer=sent[key][1], key=key)
            elif reply["type"] == "done":
                break
    except (BrokenPipeError, json.JSONDecodeError):  # killed while reading, or in the middle of a line
        pass
    if timer:
        timer.join()
    ask.process.communicate()


def main():
    kills, seed = int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0
    draw, done, answers, stores = random.Random(seed), 0, 0, 0
    while done < kills:
        stores += 1
        with tempfile.TemporaryDirectory(prefix="querent-torture-") as folder:
            work = pathlib.Path(folder)
            truth = grid(work / "edges.tsv", 300, seed)
            begin = ["--edges", work / "edges.tsv", "--classes", "A,B,C", "--out", work / "mine", "--seed", stores, "--checks", 0.2]
            sent, acknowledged = {}, {}
            for _ in range(min(50, kills - done)):
                kill_once(Ask(work, *begin), draw, truth, sent, acknowledged)
                done += 1
                log = [json.loads(line) for line in run(work, "ask", work / "mine", "--log")[1].splitlines()]
                events = {line["key"]: line["event"] for line in log}
                lost = {key: event for key, event in acknowledged.items() if events.get(key) != event}
                assert not lost, f"acknowledged and lost: {lost}"
                items = [line["item"] for line in log if line["kind"] == "class"]
                assert len(items) == len(set(items)) and len(log) == len(items), "an answer counted twice"
            assert acknowledged, "no answer was posted before a kill"
            table, _ = predictions(work, work / "mine")
            asked = {i: row["class"] for i, row in table.items() if row["asked"] == "yes"}
            assert asked == {i: truth[i] for i in items}, "the stored answers differ from those sent"
            whole = Ask(work, *begin[:5], work / "whole", *begin[6:])
            asked_items = []
            while len(asked_items) < len(items) and (reply := whole.receive()):
                if reply["type"] == "question":
                    asked_items.append(reply["item"])
                    whole.say(id=reply["id"], answer=truth[reply["item"]])
            whole.quit()
            assert asked_items == items, "the questions differ from those of a session without a kill"
            answers += len(items)
    print(f"{done} kills in {stores} stores, {answers} answers: no acknowledged answer is lost, none counts twice")


main()
