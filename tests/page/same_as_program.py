#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""same_as_program.py PROGRAM FOLDER: for the same seed and answers, querent.wasm of FOLDER under node asks the questions
of PROGRAM, gives the same predictions, and leaves a directory with which PROGRAM goes on. Prints one line per session,
with the CPU milliseconds of each step."""
import csv
import io
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

PROGRAM, FOLDER = sys.argv[1:3]
SHARED = pathlib.Path(os.environ.get("QUERENT_SHARED", "/work/shared"))
PLAY = pathlib.Path(__file__).with_name("play.cjs")
ANSWERS = 20


def truth_of(labels):
    return dict(line.split("\t")[:2] for line in labels.read_text().splitlines() if "\t" in line)


def planted(folder):
    """A graph of three planted classes."""
    draw = random.Random(1)
    truth = {str(i): "ABC"[i % 3] for i in range(600)}
    pairs = {tuple(sorted(draw.sample(range(600), 2))) for _ in range(20000)}
    kept = [(i, j) for i, j in sorted(pairs) if draw.random() < (0.4 if i % 3 == j % 3 else 0.03)]
    (folder / "edges.tsv").write_text("".join(f"{i}\t{j}\n" for i, j in kept))
    return folder / "edges.tsv", truth


def twins(folder):
    """Two classes whose nodes come in pairs with equal neighbours: rounding alone would say which one to ask about."""
    draw = random.Random(2)
    pairs = {tuple(sorted(draw.sample(range(60), 2))) for _ in range(900)}
    kept = [(i, j) for i, j in sorted(pairs) if draw.random() < (0.4 if i % 2 == j % 2 else 0.05)]
    ends = [(2 * i + a, 2 * j + b) for i, j in kept for a in (0, 1) for b in (0, 1)]
    (folder / "twins.tsv").write_text("".join(f"{i}\t{j}\n" for i, j in ends))
    return folder / "twins.tsv", {str(i): "AB"[i // 2 % 2] for i in range(120)}


def sessions(folder):
    """Name, source file, truth and options of each session."""
    yield "planted", *planted(folder), []
    yield "twins", *twins(folder), []
    for name, options in ("cora", []), ("cora, PA in stream order", ["--learner", "PA", "--order", "stream"]), \
            ("citeseer, seed 7", ["--seed", "7"]):
        folder = SHARED / "data/graphs" / name.split(",")[0]
        if folder.exists():
            yield name, folder / "edges.tsv", truth_of(folder / "labels.tsv"), options


def in_program(work, source, truth, options):
    """The questions of the program, and its predictions.csv."""
    environment = {**os.environ, "QUERENT_CACHE": str(work / "cache")}
    ask = subprocess.Popen([PROGRAM, "ask", source, "--out", work / "out", "--json", "-q", *options], text=True,
                           stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    asked = []
    for line in ask.stdout:
        line = json.loads(line)
        if line["type"] == "done":
            break
        if line["type"] != "question":
            assert line["type"] == "accepted", line
            continue
        if len(asked) == ANSWERS:
            break
        asked.append(line)
        ask.stdin.write(json.dumps({"id": line["id"], "answer": truth[line["item"]]}) + "\n")
        ask.stdin.flush()
    ask.communicate('{"quit":true}\n')
    return asked, exported(work, work / "out", source)


def exported(work, directory, source):
    done = subprocess.run([PROGRAM, "ask", source, "--out", directory, "--export", work / "results"], capture_output=True,
                          text=True, env={**os.environ, "QUERENT_CACHE": str(work / "cache")})
    assert done.returncode == 0, done.stderr
    return (work / "results/predictions.csv").read_text()


def in_page(work, source, truth, options):
    name = f"/in/{source.name}"
    plan = {"files": {name: str(source)}, "labels": truth, "answers": ANSWERS, "work": True, "out": str(work / "page"),
            "argv": ["ask", name, "--out", "/out", *options]}
    (work / "plan.json").write_text(json.dumps(plan))
    done = subprocess.run(["node", PLAY, FOLDER, work / "plan.json"], capture_output=True, text=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, (lines[-1:], done.stderr)
    return lines, (work / "page/predictions.csv").read_text()


def largest_difference(ours, theirs):
    """Between two predictions.csv: the number of different classes, and the largest difference of probabilities."""
    ours, theirs = (list(csv.DictReader(io.StringIO(text))) for text in (ours, theirs))
    assert [row["id"] for row in ours] == [row["id"] for row in theirs]
    probability = next(name for name in ours[0] if name.startswith("prob"))
    name = next(name for name in ours[0] if name in ("class", "label", "prediction", "predicted"))
    apart = [abs(float(a[probability] or 0) - float(b[probability] or 0)) for a, b in zip(ours, theirs)]
    return sum(a[name] != b[name] for a, b in zip(ours, theirs)), max(apart)


failed = 0
made = tempfile.TemporaryDirectory()
for name, source, truth, options in sessions(pathlib.Path(made.name)):
    options = ["--classes", ",".join(sorted(set(truth.values()))), *options]
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        asked, predicted = in_program(work, source, truth, options)
        lines, page_predicted = in_page(work, source, truth, options)
        questions = [line["question"] for line in lines if "question" in line]
        same_items = [q["item"] for q in asked] == [q["item"] for q in questions]
        apart = max((abs(a["probability"] - b["probability"]) for a, b in zip(asked, questions)), default=0)
        classes, difference = largest_difference(page_predicted, predicted)
        goes_on = exported(work, work / "page", source) == predicted
        start = lines[0]
        times = [line["ms"] for line in lines if "ms" in line]
        print(f"{name}: {len(questions)} questions {'the same' if same_items else 'DIFFERENT'}, their probabilities up to "
              f"{apart:.1e} apart; {classes} classes differ, probabilities up to {difference:.1e} apart; the program "
              f"{'goes on' if goes_on else 'DOES NOT GO ON'} with the directory; load {start['load_ms']:.0f} ms, start "
              f"{start['start_ms']:.0f} ms, questions {statistics.median(times):.1f} ms (median) "
              f"{max(times):.1f} ms (most), memory {lines[-1]['heap'] >> 20} MB")
        if not same_items:
            k = next((k for k, (a, b) in enumerate(zip(asked, questions)) if a["item"] != b["item"]), -1)
            print(f"  question {k + 1}: {asked[k]['item']} and {questions[k]['item']}")
        failed += not (same_items and goes_on and classes == 0 and difference < 1e-6)
sys.exit(failed != 0)
