#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""examples.py QUERENT [FACT…]: docs/examples/ask_*.py work as documented."""
import pathlib
import subprocess
import sys

from asking import KARATE, PROGRAM, SOURCE, environment, facts, grid, predictions


def example(work, name, *arguments, **kwargs):
    path = f"{pathlib.Path(PROGRAM).resolve().parent}:{environment(work)['PATH']}"
    done = subprocess.run([sys.executable, SOURCE / "docs/examples" / name, *map(str, arguments)], cwd=work, capture_output=True,
                          text=True, env={**environment(work), "PATH": path}, **kwargs)
    assert done.returncode == 0, done.stderr
    return done.stdout


def oracle(work):
    """ask_oracle.py labels karate"""
    output = example(work, "ask_oracle.py", KARATE / "edges.tsv", KARATE / "labels.tsv", 12)
    assert output.startswith("12 answers, "), output
    table, _ = predictions(work, work / "mine")
    assert sum(row["asked"] == "yes" for row in table.values()) == 12


def by_rules(work):
    """ask_by_rules.py answers by words where they decide, and asks a person otherwise"""
    truth = grid(work / "edges.tsv", 30)
    words = {"A": "Mining of patterns", "B": "A database", "C": "Mining a database"}
    (work / "titles.tsv").write_text("id\ttitle\n" + "".join(f"{i}\t{words[t]}\n" for i, t in truth.items()))
    output = example(work, "ask_by_rules.py", "--edges", "edges.tsv", "--show", "titles.tsv", "--out", "mine", "--budget", "12",
                   input="IR\n" * 3)
    table, _ = predictions(work, work / "mine")
    by = {i: row["by"] for i, row in table.items() if row["asked"] == "yes"}
    assert all(by[i] == ("me" if truth[i] == "C" else "rules") for i in by), by
    assert all(table[i]["class"] == {"A": "DM", "B": "DB", "C": "IR"}[truth[i]] for i in by), output


facts(oracle, by_rules)
