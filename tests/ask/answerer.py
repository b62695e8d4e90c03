#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""answerer.py QUERENT [FACT…]: opinions of programs, and programs as annotators (docs/opinions.md)."""
import json
import pathlib
import sys

from asking import Ask, SOURCE, facts, grid, play, predictions, run

WORDS = SOURCE / "docs/examples/answer_by_words.py"
ECHO = "for line in sys.stdin:\n    item = json.loads(line)['item']\n    calls.write(item + '\\n'); calls.flush()\n    "


def program(work, body):
    """A program that answers with `body`, where `item` is the id, and records its questions in `calls`."""
    path = work / "answers.py"
    path.write_text("import json, sys, os, time\ncalls = open('calls', 'a')\n" + ECHO + body.replace("\n", "\n    ") + "\n")
    return f"{sys.executable} '{path}'"


def calls(work):
    return (work / "calls").read_text().split()


def ask(work, *more, **kwargs):
    return run(work, "ask", "--edges", work / "edges.tsv", "--classes", "A,B,C", "--out", work / "mine", *more, cwd=work, **kwargs)


def say(truth):
    return f"truth = {truth!r}\nprint(json.dumps({{'answer': truth[item], 'cost': 0.5}}), flush=True)"


def annotator(work):
    """answers of a program as annotator count like a person's, within the budget; run.json has calls, cost and name"""
    truth = grid(work / "edges.tsv", 60)
    status, _, err = ask(work, "--answerer", program(work, say(truth)), "--answerer-role", "annotator", "--answerer-budget", "9", "--budget", "40")
    assert status == 0, err
    assert len(calls(work)) == 9
    table, _ = predictions(work, work / "mine")
    asked = [i for i, row in table.items() if row["asked"] == "yes"]
    assert sorted(asked) == sorted(calls(work)) and all(table[i]["class"] == truth[i] for i in asked)
    kept = json.loads((work / "results/run.json").read_text())["answerer"]
    assert kept["calls"] == 9 and kept["cost"] == 4.5 and kept["by"] == ["answers.py"], kept


def talkative(work):
    """a second line for one question is not the answer to the next question"""
    truth = grid(work / "edges.tsv", 60)
    twice = say(truth) + "\nprint(json.dumps({'answer': 'C'}), flush=True)"
    status, _, err = ask(work, "--answerer", program(work, twice), "--answerer-role", "annotator", "--budget", "4")
    assert status == 0, err
    table, _ = predictions(work, work / "mine")
    asked = {i: row["class"] for i, row in table.items() if row["asked"] == "yes"}
    assert len(asked) == 4 and all(label == truth[i] for i, label in asked.items()), asked


def opinion(work):
    """an opinion is not a label and answers no check; people are asked, and the agreement is reported"""
    truth = grid(work / "edges.tsv", 60)
    wrong = {i: "A" if int(i[1:]) % 5 == 0 else t for i, t in truth.items()}
    command = program(work, say(wrong))
    status, _, err = ask(work, "--answerer", command, "--answerer-budget", "25", "--budget", "12")
    assert status == 0, err
    assert len(calls(work)) == len(set(calls(work))) == 25
    table, _ = predictions(work, work / "mine")
    assert all(row["asked"] == "no" for row in table.values())
    right = sum(table[i]["class"] == truth[i] for i in truth)
    assert right > 40, right  # neighbours tend to have the same class
    person = Ask(work, work / "mine")
    asked, done = play(person, lambda item: truth[item])
    person.process.wait()
    assert len(asked) == 12 and asked[0]["prediction"] is not None, (len(asked), asked[:1], done)
    agreement = done["opinions"]
    both = [q["item"] for q in asked if q["item"] in calls(work)]
    assert agreement["items"] == len(both) and agreement["agreed"] == sum(truth[i] == wrong[i] for i in both), agreement
    assert sum(map(sum, agreement["confusion"])) == agreement["items"]
    assert ask_again(work, command) == 60, "every item once, over all starts"


def ask_again(work, command):
    status, _, err = ask(work, "--answerer", command, "--answerer-budget", "1000")
    assert status == 0, err
    assert len(calls(work)) == len(set(calls(work)))
    return len(calls(work))


def failing(work, body, *expected, more=()):
    """After five answers the program fails: the message names the failure, the item and the stored answers."""
    truth = grid(work / "edges.tsv", 60)
    failed = f"truth = {truth!r}\nif len(open('calls').readlines()) > 5:\n    {body}\nelse:\n    print(json.dumps({{'answer': truth[item]}}), flush=True)"
    status, _, err = ask(work, "--answerer", program(work, failed), *more)
    assert status not in (0, 1) and all(part in err for part in ("--answerer", "are stored", "the same command continues. To find", calls(work)[-1], *expected)), err
    kept = [json.loads(line) for line in (work / "mine/answerer.jsonl").read_text().splitlines()]
    good = [call["item"] for call in kept if "failed" not in call]
    assert good == list(dict.fromkeys(calls(work)))[:-1], "a slow machine may need a second attempt"
    assert 1 <= sum(call["item"] == calls(work)[-1] for call in kept) <= 3, "at most three, which count for the budget of later starts"
    before = len(calls(work))
    status, _, err = ask(work, "--answerer", program(work, failed), "--answerer-budget", str(len(kept)))
    assert status == 0 and len(calls(work)) == before, err
    assert ask_again_right(work, truth) == 60


def ask_again_right(work, truth):
    (work / "calls").write_text("".join(json.loads(line)["item"] + "\n" for line in (work / "mine/answerer.jsonl").read_text().splitlines() if "failed" not in line))
    return ask_again(work, program(work, say(truth)))


def dying(work):
    """a program that exits is restarted twice, then the session ends; later no item is asked about twice"""
    failing(work, "os._exit(3)", "status 3")


def hanging(work):
    """a silent program is terminated"""
    failing(work, "time.sleep(600)", "within 0.3 s", more=("--answerer-timeout", "0.3"))


def nonsense(work):
    """an invalid answer is refused with a reason"""
    failing(work, "print('I think so', flush=True)", "JSON")


def no_class(work):
    """an opinion with an unknown class is refused"""
    failing(work, "print(json.dumps({'answer': 'D'}), flush=True)", "'D'", "A, B, C")


def probability(work):
    """a probability is between 0 and 1"""
    failing(work, "print(json.dumps({'answer': 'A', 'probability': 2}), flush=True)", "between 0 and 1")


def names(work):
    """the name of an annotator is on one line"""
    failing(work, "print(json.dumps({'answer': 'A', 'by': 'x\\x1b'}), flush=True)", "expected a name on one line, without control characters")


def cost(work):
    """the sum of all costs is a number"""
    failing(work, "print(json.dumps({'answer': 'A', 'cost': 1e308}), flush=True)", "a cost between 0 and 1e100")


def not_there(work):
    """a missing program, an empty command and a shell redirection are refused"""
    grid(work / "edges.tsv", 60)
    status, _, err = ask(work, "--answerer", "no-such-program")
    assert status != 0 and "cannot be started" in err, err
    status, _, err = ask(work, "--answerer", "cat 'x")
    assert status == 2 and "quote" in err, err
    status, _, err = ask(work, "--answerer", "sh-is-not-used > made")
    assert status != 0 and not (work / "made").exists()


def damage(work):
    """an incomplete last line is asked again; damage elsewhere is an error with its line"""
    truth = grid(work / "edges.tsv", 60)
    command = program(work, say(truth))
    assert ask(work, "--answerer", command, "--answerer-budget", "6")[0] == 0
    log = work / "mine/answerer.jsonl"
    whole = log.read_text()
    log.write_text(whole[:-9])
    (work / "calls").write_text("".join(f"{item}\n" for item in calls(work)[:-1]))
    assert ask_again(work, command) == 60
    log.write_text("{\n" + whole)
    status, _, err = run(work, "ask", work / "mine", "--export", work / "out")
    assert status == 6 and "answerer.jsonl:1" in err and "remove the line" in err, err


def words(work):
    """answer_by_words.py answers according to words in the title"""
    truth = grid(work / "edges.tsv", 60)
    title = {"A": "graph mining", "B": "a database", "C": "retrieval"}
    (work / "titles.tsv").write_text("id\ttitle\n" + "".join(f"{i}\t{title[t]}\n" for i, t in truth.items()))
    (work / "rules.tsv").write_text("A\tmining\nB\tdatabase\nC\tretrieval\n")
    status, _, err = ask(work, "--show", work / "titles.tsv", "--answerer", f"{sys.executable} '{WORDS}' rules.tsv", "--answerer-budget", "60")
    assert status == 0, err
    table, _ = predictions(work, work / "mine")
    assert all(table[i]["class"] == truth[i] for i in truth)


def files(work):
    """--opinions: errors have file, line and remedy; a file has the same effect as the program"""
    truth = grid(work / "edges.tsv", 60)
    path = work / "opinions.tsv"
    for text, *expected in (("v1\tA\nv2\tX\n", ":2", "'X'", "A, B, C", "--classes"), ("v1\tA\nno\tA\n", ":2", "'no'", "--lenient"),
                            ("v1\tA\nv2\tB\nv1\tC\n", ":3", "once"), ("v1\tA\t1.5\n", ":1", "between 0 and 1"), ("v1\tA\t-0.1\n", ":1", "between 0 and 1"),
                            ("v1\n", ":1", "a class"), ("", "no opinion"), ("v1\tA\tB,nan\n", ":1", "'nan'"),
                            *((f"v1\tA\t{text}\n", ":1:6: expected a probability between 0 and 1", f"'{text}'", "write 90 % as 0.9") for text in ("nan", "inf", "90%", "0,9"))):
        path.write_text(text)
        status, _, err = ask(work, "--opinions", path)
        assert status == 3 and path.name in err and all(part in err for part in expected), (text, status, err)
    path.write_text("id\tbest\tnext\n" + "".join(f"{i}\t{t}\tC,{t}\n" for i, t in truth.items()) + "other\tA\n")
    person = Ask(work, "--edges", work / "edges.tsv", "--classes", "A,B,C", "--out", work / "mine", "--opinions", path, "--lenient", "--budget", "3")
    asked, done = play(person, lambda item: truth[item])
    assert done["opinions"]["agreed"] == done["opinions"]["items"] == 3
    assert all(q["prediction"]["class"] == truth[q["item"]] for q in asked)
    status, _, err = ask(work, "--opinions", path, "--answerer", "cat")
    assert status == 2 and "use one" in err, err


def finding(work):
    """--find asks first about what the machine calls of the class; a file and a program have the same effect"""
    truth = grid(work / "edges.tsv", 60)
    wrong = {i: "A" if int(i[1:]) % 10 == 5 else t for i, t in truth.items()}
    (work / "opinions.tsv").write_text("".join(f"{i}\t{t}\n" for i, t in wrong.items()))
    new = ["--edges", work / "edges.tsv", "--classes", "A,B,C", "--find", "C", "--budget", "20", "--seed", "1", "--checks", "0"]
    status, _, err = run(work, "ask", *new, "--out", work / "asked", "--answerer", program(work, say(wrong)), "--answerer-budget", "60", cwd=work)
    assert status == 0, err
    orders = []
    for source in ([work / "asked"], [*new, "--out", work / "told", "--opinions", work / "opinions.tsv"]):
        person = Ask(work, *source)
        asked, done = play(person, lambda item: truth[item])
        person.process.wait()
        assert asked[0]["prediction"] and wrong[asked[0]["item"]] == "C", asked[0]
        orders.append([q["item"] for q in asked])
        assert sum(truth[item] == "C" for item in orders[-1]) >= 16, orders  # of 20
        assert done["opinions"]["items"] == 20, done
    assert orders[0] == orders[1]


facts(annotator, talkative, opinion, finding, dying, hanging, nonsense, no_class, probability, names, cost, not_there, damage, words, files)
