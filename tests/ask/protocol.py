#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""protocol.py QUERENT [FACT…]: the documented behaviour of `querent ask --json`, --export and --log."""
import collections
import csv
import json
import os
import random
import resource
import shutil
import subprocess
import xml.etree.ElementTree as ET

from asking import KARATE, PROGRAM, SOURCE, Ask, facts, grid, play, predictions, run, truth_of

CLASSES = "A,B,C"


def begin(work, n=60, *more):
    truth = grid(work / "edges.tsv", n)
    return truth, Ask(work, "--edges", work / "edges.tsv", "--classes", CLASSES, "--out", work / "mine", *more)


def every_node(work):
    """An annotator with the true labels is asked about every node once, and every answer is stored"""
    truth = truth_of(KARATE / "labels.tsv")
    classes = ",".join(sorted(set(truth.values())))
    ask = Ask(work, "--edges", KARATE / "edges.tsv", "--classes", classes, "--out", work / "mine")
    asked, done = play(ask, truth.get)
    assert done == {"type": "done", "reason": "nothing left"}, done
    assert sorted(q["item"] for q in asked) == sorted(truth), "each item once"
    assert [q["id"] for q in asked] == list(range(1, len(truth) + 1))
    assert ask.quit()[0] == 0
    table, _ = predictions(work, work / "mine")
    assert {i: row["class"] for i, row in table.items()} == truth
    assert all(row["asked"] == "yes" and float(row["probability"]) == 1 and row["by"] == "me" for row in table.values())


def notes(work):
    """A note on an item, labelled or not, lasts until it is replaced or undone, and changes no labels or questions"""
    truth, ask = begin(work)
    first = ask.receive()
    assert ask.tell(item=first["item"], note="look at the\nsecond table", key="n")["type"] == "accepted"
    assert ask.tell(item=first["item"], note="look at the\nsecond table", key="n")["repeated"] is True
    assert ask.tell(item=first["item"], note="another", key="n")["type"] == "refused"
    assert ask.tell(item="nobody", note="x")["type"] == "refused"
    assert ask.tell(item=first["item"], note="x" * 10_001)["type"] == "refused"
    assert ask.tell(item=first["item"], note=3)["type"] == "refused"
    assert ask.tell(id=first["id"], answer=truth[first["item"]])["type"] == "accepted"
    second = ask.receive()
    assert second["id"] == first["id"] + 1
    assert ask.tell(item=second["item"], note="mine")["type"] == "accepted"
    assert ask.tell(undo=True)["type"] == "accepted"  # undoes the note, not the answer before it
    assert ask.tell(id=second["id"], answer=truth[second["item"]])["type"] == "accepted"
    assert ask.quit()[0] == 0
    log = [json.loads(line) for line in run(work, "ask", work / "mine", "--log")[1].splitlines()]
    assert [(e["kind"], e.get("item"), e.get("class")) for e in log if e["kind"] != "new class"] == [
        ("note", first["item"], "look at the\nsecond table"), ("class", first["item"], truth[first["item"]]), ("note", second["item"], "mine"),
        ("undo", second["item"], "mine"), ("class", second["item"], truth[second["item"]])], log
    table, _ = predictions(work, work / "mine")
    assert table[first["item"]]["class"] == truth[first["item"]] and table[second["item"]]["asked"] == "yes"


def killed_anywhere(work):
    """After a quit or kill at any answer, questions and predictions are the same, byte for byte"""
    truth, ask = begin(work, 60, "--seed", 7, "--budget", 24)
    whole, done = play(ask, truth.get)
    assert done["reason"] == "budget" and len(whole) == 24, done
    ask.quit()
    _, table = predictions(work, work / "mine")
    draw = random.Random(1)
    parts = []
    while len(parts) < 24:
        ask = Ask(work, "--edges", work / "edges.tsv", "--classes", CLASSES, "--out", work / "again", "--seed", 7,
                  "--budget", 24) if not parts else Ask(work, work / "again")
        some, _ = play(ask, truth.get, draw.randint(1, 7))
        parts += some
        if draw.random() < 0.5:
            ask.process.kill()
            ask.process.communicate()
        else:
            ask.quit()
    given = lambda questions: [(q["id"], q["item"], q["why"], q["probability"], q["prediction"]) for q in questions]
    assert given(parts) == given(whole), (given(parts), given(whole))
    assert predictions(work, work / "again", "results2")[1] == table


def repeated(work):
    """A line repeated under its key is acknowledged and counts once"""
    truth, ask = begin(work)
    first = ask.receive()
    one = ask.tell(id=first["id"], answer=truth[first["item"]], key="k1")
    assert one["type"] == "accepted" and one["id"] == first["id"], one
    two = ask.tell(id=first["id"], answer=truth[first["item"]], key="k1")
    assert two["event"] == one["event"] and two["repeated"] is True, two
    ask.quit()
    again = Ask(work, work / "mine")
    three = again.tell(id=first["id"], answer=truth[first["item"]], key="k1")
    assert three["event"] == one["event"] and three["repeated"] is True, three
    again.quit()
    status, log, _ = run(work, "ask", work / "mine", "--log")
    assert status == 0 and sum(json.loads(line)["kind"] == "class" for line in log.splitlines()) == 1, log


def taken_back(work):
    """Undo, corrections, skips, "don't know" and new classes work, and the log has them"""
    truth, ask = begin(work)
    first = ask.receive()
    assert first["classes"] == ["A", "B", "C"] and first["prediction"] is None and first["asked"] == 0
    assert ask.tell(id=first["id"], answer="Z")["type"] == "accepted"  # a new class
    second = ask.receive()
    assert second["classes"] == ["A", "B", "C", "Z"] and second["asked"] == 1, second
    assert ask.tell(undo=True)["type"] == "accepted"
    again = ask.receive()
    assert (again["id"], again["item"]) == (first["id"], first["item"]), "an undone question is asked again"
    ask.tell(id=first["id"], answer=truth[first["item"]])
    reply = ask.receive()
    ask.tell(id=reply["id"], skip=True)
    skipped, reply = reply["item"], ask.receive()
    assert reply["item"] != skipped
    ask.tell(id=reply["id"], unknown=True)
    never = reply["item"]
    known = next(i for i in truth if i not in (first["item"], never))
    assert ask.tell(item=known, answer="B")["type"] == "accepted"   # a label without a question
    assert ask.tell(item=known, answer=truth[known])["type"] == "accepted"   # and its correction
    asked, done = play(ask, truth.get)
    items = [q["item"] for q in asked]
    assert done["reason"] == "nothing left" and never not in items and known not in items and skipped in items
    ask.quit()
    table, _ = predictions(work, work / "mine")
    assert all(row["class"] == truth[i] for i, row in table.items() if row["asked"] == "yes")
    assert [i for i, row in table.items() if row["asked"] == "no"] == [never]
    log = [json.loads(line) for line in run(work, "ask", work / "mine", "--log")[1].splitlines()]
    kinds = collections.Counter(line["kind"] for line in log)
    assert kinds["undo"] == kinds["skip"] == kinds["unknown"] == kinds["correction"] == kinds["new class"] == 1, kinds
    assert [line["event"] for line in log] == sorted({line["event"] for line in log})


def refusals(work):
    """Invalid requests are refused with a reason and change nothing"""
    _, ask = begin(work)
    first = ask.receive()
    for line in ({"id": 99, "answer": "A"}, {"id": first["id"]}, {"id": "x", "answer": "A"}, {"item": "nobody", "answer": "A"},
                 {"id": first["id"], "answer": ""}, {"id": first["id"], "answer": "  "}, {"id": first["id"], "answer": "A "}, {"id": first["id"], "answer": 5}, {"undo": True}, {},
                 {"id": first["id"], "answer": "A" * 300}, {"id": first["id"], "answer": "two\nlines"},
                 {"id": first["id"], "answer": "A", "key": "k" * 200}, {"id": first["id"], "yes": True},
                 {"id": -1, "answer": "A"}):
        reply = ask.tell(**line)
        assert reply["type"] == "refused" and reply["error"], (line, reply)
    ask.process.stdin.write(b"no JSON\n[1]\n\xff\n")
    ask.process.stdin.flush()
    for _ in range(3):
        assert ask.receive()["type"] == "refused"
    assert ask.tell(id=first["id"], answer="A")["type"] == "accepted"
    assert ask.quit()[0] == 0
    log = run(work, "ask", work / "mine", "--log")[1].splitlines()
    assert len(log) == 1, log


def one_program(work):
    """A second program on the same directory is refused with 4, but may read the log"""
    _, ask = begin(work)
    ask.tell(id=ask.receive()["id"], answer="A")
    status, _, err = run(work, "ask", work / "mine", "--json")
    assert status == 4 and "another querent" in err, err
    assert run(work, "ask", work / "mine", "--log")[0] == 0
    ask.quit()


def full_disk(work):
    """On a full disk nothing is acknowledged: the error is reported, and the program ends with 4"""
    truth, ask = begin(work)
    for _ in range(3):
        reply = ask.receive()
        ask.tell(id=reply["id"], answer=truth[reply["item"]])
    ask.quit()
    store = work / "mine/answers.sqlite"
    limit = store.stat().st_size + 4096
    limited = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    import signal
    ask = Ask(work, work / "mine", preexec_fn=lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN), limited()))
    accepted = 0
    for _ in range(50):
        reply = ask.receive()
        if reply is None or reply["type"] != "question":
            break
        ask.say(id=reply["id"], answer=truth[reply["item"]])
        reply = ask.receive()
        if reply["type"] != "accepted":
            assert reply["type"] == "refused" and reply["error"], reply
            break
        accepted += 1
    status, _, err = ask.quit()
    assert status == 4 and "answers.sqlite" in err, (status, err)
    kept = run(work, "ask", work / "mine", "--log")[1].splitlines()
    assert len(kept) == 3 + accepted, (len(kept), accepted)
    return f"{accepted} more were stored"


def read_only(work):
    """A read-only directory ends with 4 and nothing is acknowledged, but its answers can be read and exported"""
    truth, ask = begin(work)
    for _ in range(3):
        reply = ask.receive()
        ask.tell(id=reply["id"], answer=truth[reply["item"]])
    ask.quit()
    mine, before = work / "mine", (work / "mine/answers.sqlite").read_bytes()
    log = run(work, "ask", mine, "--log")[1]
    for folder, _, files in os.walk(work):
        os.chmod(folder, 0o777)
        for file in files:
            os.chmod(os.path.join(folder, file), 0o644)
    for file in mine.iterdir():
        file.chmod(0o444)
    mine.chmod(0o555)

    def nobody():  # root can write everywhere
        if os.geteuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
    try:
        status, out, err = run(work, "ask", mine, "--json", preexec_fn=nobody)
    except PermissionError:
        return "skipped: only root can run the program here"
    assert status == 4 and "mine" in err and "accepted" not in out, (status, out, err)
    status, out, err = run(work, "ask", "--edges", work / "edges.tsv", "--classes", CLASSES, "--out", mine / "new", "--json", preexec_fn=nobody)
    assert status == 4 and "mine" in err, (status, err)
    assert run(work, "ask", mine, "--log", preexec_fn=nobody)[:2] == (0, log)
    status, _, err = run(work, "ask", mine, "--export", work / "results", preexec_fn=nobody)
    assert status == 0, err
    assert (work / "results/predictions.csv").read_text().count(",yes,") == 3
    assert (mine / "answers.sqlite").read_bytes() == before
    mine.chmod(0o755)


def replayed(work):
    """The output of --log without random checks, sent to an empty store, gives the same predictions, byte for byte"""
    # answers to random checks are more informative about class shares than unsolicited answers
    truth, ask = begin(work, 90, "--seed", 3, "--checks", 0)
    done = []
    for k in range(45):
        while (q := ask.receive())["type"] != "question":
            pass
        if k % 9 == 4:
            ask.tell(id=q["id"], skip=True)
        elif k % 9 == 5:
            ask.tell(id=q["id"], unknown=True)
        else:
            ask.tell(id=q["id"], answer=truth[q["item"]] if k % 8 else "B", by="Ada" if k % 2 else "Ben")
            done.append(q["item"])
        if k % 10 == 7:
            ask.tell(undo=True, by="Ada")
        if k % 10 == 9:
            ask.tell(item=done[k // 3], answer="C", by="Eve")
    ask.quit()
    _, table = predictions(work, work / "mine")
    events = [json.loads(line) for line in run(work, "ask", work / "mine", "--log")[1].splitlines()]
    undone = {event["of"] for event in events if event["kind"] == "undo"}
    assert len(undone) == 4 and {"class", "skip", "unknown", "correction", "undo"} <= {event["kind"] for event in events}
    again = Ask(work, "--edges", work / "edges.tsv", "--classes", CLASSES, "--out", work / "again")
    for event in events:
        if event["event"] not in undone and event["kind"] in ("class", "correction"):
            assert again.tell(item=event["item"], answer=event["class"], by=event["by"])["type"] == "accepted"
    again.quit()
    assert predictions(work, work / "again", "results2")[1] == table
    return f"{len(events)} events"


def damaged(work):
    """A store with changed bytes ends with 6 or has every answer unchanged"""
    truth, ask = begin(work)
    for _ in range(20):
        reply = ask.receive()
        ask.tell(id=reply["id"], answer=truth[reply["item"]])
    ask.quit()
    store = work / "mine/answers.sqlite"
    whole, log = store.read_bytes(), run(work, "ask", work / "mine", "--log")[1]
    draw, ends = random.Random(3), collections.Counter()
    for k in range(60):
        broken = bytearray(whole)
        for _ in range(draw.choice([1, 1, 20]) if k < 50 else 0):
            broken[draw.randrange(len(broken))] ^= draw.randint(1, 255)
        if k >= 50:
            del broken[draw.randrange(len(broken)):]
        shutil.rmtree(work / "copy", ignore_errors=True)
        (work / "copy").mkdir()
        (work / "copy/answers.sqlite").write_bytes(broken)
        status, out, err = run(work, "ask", work / "copy", "--log")
        ends[status] += 1
        assert status == 6 and err.startswith("error:") or status == 0 and out == log, (status, err)
    assert ends[6] > 10, ends
    return f"{ends[6]} of 60 were detected"


def grown(work):
    """After a change of the graph every answer is kept, and new and missing nodes are reported"""
    truth, ask = begin(work)
    asked, _ = play(ask, truth.get, 12)
    ask.quit()
    edges = (work / "edges.tsv").read_text().splitlines()
    gone = next(i for i in list(truth)[10:] if i not in {q["item"] for q in asked[:6]})
    kept = [e for e in edges if gone not in e.split("\t")]
    (work / "edges.tsv").write_text("\n".join(kept + [f"new{k}\tv{k}" for k in range(5)]) + "\n")
    status, _, err = run(work, "ask", work / "mine", "--export", work / "grown")
    assert status == 0 and "5 nodes added: new0, new1" in err and f"1 node missing: {gone}" in err, err
    table = {row["id"]: row for row in csv.DictReader((work / "grown/predictions.csv").read_text().splitlines())}
    assert "new4" in table and gone not in table
    for q in asked:
        if q["item"] != gone:
            assert table[q["item"]]["asked"] == "yes" and table[q["item"]]["class"] == truth[q["item"]]
    ask = Ask(work, work / "mine")  # and the session continues
    more, _ = play(ask, lambda i: truth.get(i, "A"), 5)
    assert not {q["item"] for q in more} & {q["item"] for q in asked}
    ask.quit()


def seeds(work):
    """Known labels are added once, however often their file is given"""
    truth = grid(work / "edges.tsv", 60)
    (work / "seeds.tsv").write_text("".join(f"v{k}\t{truth[f'v{k}']}\n" for k in range(9)))
    for _ in range(2):
        ask = Ask(work, "--edges", work / "edges.tsv", "--classes", CLASSES, "--out", work / "mine", "--seeds", work / "seeds.tsv")
        question = ask.receive()
        assert question["asked"] == 0 and question["prediction"] is not None, question
        ask.quit()
    assert len(run(work, "ask", work / "mine", "--log")[1].splitlines()) == 9
    table, _ = predictions(work, work / "mine")
    assert table["v3"]["by"] == "seeds" and table["v3"]["class"] == truth["v3"]


def batches(work):
    """A batch has different questions, and they can be answered in any order"""
    truth, ask = begin(work, 60, "--batch", 4)
    four = [ask.receive() for _ in range(4)]
    assert len({q["item"] for q in four}) == 4
    for k, q in enumerate(reversed(four)):
        ask.say(id=q["id"], answer=truth[q["item"]])
        assert ask.receive()["type"] == "accepted"
        new = ask.receive()
        assert new["type"] == "question" and new["id"] == 5 + k
    ask.quit()


def yes_no(work):
    """"Is this A?": after a no the next likely class is asked about, and the last one left needs no question"""
    truth, ask = begin(work, 60, "--yes-no")
    for _ in range(10):
        reply = ask.receive()
        while reply["is_it"] != truth[reply["item"]]:
            ask.say(id=reply["id"], no=True)
            assert ask.receive()["type"] == "accepted"
            before, reply = reply, ask.receive()
            if reply["item"] != before["item"]:
                break
            assert reply["is_it"] != before["is_it"]
        else:
            assert ask.tell(id=reply["id"], yes=True)["type"] == "accepted"
            continue
        ask.tell(id=reply["id"], skip=True)
    ask.quit()
    table, _ = predictions(work, work / "mine")
    text = [i for i, row in table.items() if row["asked"] == "yes"]
    assert len(text) >= 5 and all(table[i]["class"] == truth[i] for i in text)


def every_row(work):
    """Every node has a row, even in a component without answers, where only the class shares are known"""
    truth = grid(work / "edges.tsv", 60, more=[("far1", "far2"), ("far2", "far3")])
    ask = Ask(work, "--edges", work / "edges.tsv", "--classes", CLASSES, "--out", work / "mine", "--checks", 0)
    for item in ("v0", "v1", "v2", "v3", "v4", "v5"):
        ask.tell(item=item, answer=truth[item])
    ask.quit()
    table, _ = predictions(work, work / "mine")
    assert set(table) == set(truth) | {"far1", "far2", "far3"}
    given = [truth[f"v{k}"] for k in range(6)]
    frequent = {c for c in given if given.count(c) == max(map(given.count, given))}
    assert all(table[f"far{k}"]["class"] in frequent and float(table[f"far{k}"]["probability"]) < 0.9 for k in (1, 2, 3))
    right = sum(table[i]["class"] == truth[i] for i in truth)
    assert right > 30, right  # guessing gives 20
    labels = truth_of(work / "results/labels.tsv")
    assert labels == {f"v{k}": truth[f"v{k}"] for k in range(6)}
    status, out, err = run(work, "inspect", "--edges", work / "results/graph.graphml", "--json")
    assert status == 0, err
    run_json = json.loads((work / "results/run.json").read_text())
    assert run_json["answers"]["answered"] == 6 and run_json["settings"]["classes"] == ["A", "B", "C"]


def several_people(work):
    """Two annotators may answer the same item, and their agreement is counted"""
    truth, ask = begin(work)
    for k in range(8):
        q = ask.receive()
        ask.tell(id=q["id"], answer=truth[q["item"]], by="Ada")
        other = truth[q["item"]] if k % 2 == 0 else "ABC"[("ABC".index(truth[q["item"]]) + 1) % 3]
        ask.tell(id=q["id"], answer=other, by="Ben")
    ask.quit()
    table, _ = predictions(work, work / "mine")
    assert all(row["class"] == truth[i] and row["by"] == "Ada" for i, row in table.items() if row["asked"] == "yes")
    agreement = json.loads((work / "results/run.json").read_text())["answers"]["agreement"]
    assert agreement["items"] == 8 and agreement["agreed"] == 4 and -1 < agreement["kappa"] < 1, agreement


def one_class(work):
    """One class is no prediction: until a second one is known, none is shown or exported, and no error is estimated"""
    truth = grid(work / "edges.tsv", 60)
    ask = Ask(work, "--edges", work / "edges.tsv", "--checks", "1", "--out", work / "mine")
    asked, _ = play(ask, lambda item: "A", 12)
    ask.quit()
    assert all(q["prediction"] is None and q["estimate"] is None for q in asked), asked
    table, _ = predictions(work, work / "mine")
    assert all((row["class"], row["probability"]) == (("A", "1") if row["asked"] == "yes" else ("", "")) for row in table.values()), table
    assert json.loads((work / "results/run.json").read_text())["answers"]["estimate"] is None
    ask = Ask(work, work / "mine")
    play(ask, lambda item: "B", 1)
    ask.quit()
    table, _ = predictions(work, work / "mine", "later")
    ask = Ask(work, work / "mine")
    play(ask, truth.get, 12)
    ask.quit()
    predictions(work, work / "mine", "last")
    assert json.loads((work / "last/run.json").read_text())["answers"]["estimate"]["error"] is not None
    assert all(row["class"] and (row["asked"] == "yes" or float(row["probability"]) < 1) for row in table.values()), table


def hostile_names(work):
    """Every hostile string is intact as a title in JSON, CSV and GraphML, and never a command or formula"""
    file = SOURCE.parent / "shared/data/hostile/strings.json"
    if not file.exists():
        return "skipped: no shared/data/hostile/strings.json"
    strings = [s for s in json.loads(file.read_text()) if "\0" not in s and "\n" not in s and "\r" not in s]
    n = (len(strings) + 2) // 3 * 3
    grid(work / "edges.tsv", n)
    with open(work / "titles.csv", "w", newline="") as table:
        writer = csv.writer(table, quoting=csv.QUOTE_ALL)
        writer.writerow(["id", "title"])
        writer.writerows((f"v{k}", s) for k, s in enumerate(strings))
    ask = Ask(work, "--edges", work / "edges.tsv", "--show", work / "titles.csv", "--classes", CLASSES, "--out",
              work / "mine", cwd=work)
    shown = {}
    for _ in range(n):
        reply = ask.receive()
        if reply["type"] != "question":
            break
        shown[reply["item"]] = reply["fields"]["title"]
        ask.tell(id=reply["id"], answer="A")
    ask.quit()
    for k, s in enumerate(strings):
        assert shown[f"v{k}"] == s.strip(" \t") or shown[f"v{k}"] == s, (s, shown[f"v{k}"])
    status, _, err = run(work, "ask", work / "mine", "--export", work / "results", cwd=work)
    assert status == 0, err
    rows = list(csv.DictReader(open(work / "results/predictions.csv", newline="")))
    named = {row["id"]: row["name"] for row in rows}
    # an apostrophe precedes text that a spreadsheet would compute
    assert len(rows) == n and all(named[i] in ((t or i), "'" + t) for i, t in shown.items())
    assert not any(name[:1] in "=@" for name in named.values() if name)
    nodes = ET.parse(work / "results/graph.graphml").getroot().iter("{http://graphml.graphdrawing.org/xmlns}node")
    assert sum(1 for _ in nodes) == n
    assert not (work / "PWNED").exists()
    return f"{len(strings)} strings"


def usage(work):
    """An impossible command line ends with 2 and a correction"""
    grid(work / "edges.tsv", 30)
    edges = ["--edges", work / "edges.tsv"]
    for arguments, text in (([*edges, "--classes", "A,B"], "add --out DIR"),
                            ([*edges, "--classes", "A,B", "--out", work / "mine"], "--json"),
                            ([*edges, "--classes", "A,A", "--out", work / "mine"], "twice"),
                            ([*edges, "--budget", "5%", "--out", work / "mine"], "number of labels"),
                            ([work, "--classes", "A,B"], "start with `querent ask")):
        status, _, err = run(work, "ask", *arguments)
        assert status == 2 and text in err, (arguments, status, err)
    status, _, err = run(work, "run", "karate", "--learner", "auto", "--ask", "little")
    assert status == 2 and "--asking" in err, err
    assert run(work, "ask", work / "none", "--log")[0] in (2, 4)


facts(every_node, notes, killed_anywhere, repeated, taken_back, refusals, one_program, full_disk, read_only, replayed,
      damaged, grown, seeds, batches, yes_no,
      every_row, several_people, one_class, hostile_names, usage)
