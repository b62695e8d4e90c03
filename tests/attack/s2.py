#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""S2: a damaged or hostile plan, cell or shard of a sweep is rejected with its place (exit 6), writes nothing outside --out, and is never
accepted as intact. Every damage is tried twice: unchanged, when the checksum must find it, and with a corrected checksum, as from an
attacker, when the check of each field must find it."""
import copy, glob, hashlib, os, random, shutil
from attack import *

run = Forks().run

sweep = ["sweep", "karate", "--learner", "MSG", "--rates", "0.5", "--dim", "5", "--runs", "2", "--threads", "1"]
assert run(*sweep, "--out", "shard").returncode == 0
cell = os.path.basename(glob.glob("shard/cells/*.json")[0])


def dumped(value):
    """In the format of the program: one blank per level, numbers as in the file."""
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def load(path):
    with open(path) as file:
        return json.load(file)


def sealed(value):
    """With a valid checksum; None if this script cannot write the same bytes as the program."""
    value = {k: v for k, v in value.items() if k != "sha256"}
    value["sha256"] = hashlib.sha256(dumped(value).encode("utf-8", "replace")).hexdigest()
    return dumped(value)


def attack(name, path, text, codes=(6,)):
    """Replaces the file by `text` and merges, then sweeps again."""
    shutil.rmtree("copy", True)
    shutil.rmtree("merged", True)
    shutil.copytree("shard", "copy")
    write(os.path.join("copy", path), text)
    before = files_below(".")
    expect(name + ", merged", run("merge", "copy", "--out", "merged"), codes)
    outside = [f for f in files_below(".") if f not in before and not f.startswith("./merged/")]
    check(name + ", nothing elsewhere", not outside and not os.path.exists("/tmp/escaped-evil.json"), outside)
    left = [f for f in files_below("merged") if "lock" in f or ".querent-" in f]
    check(name + ", nothing left", not left, left)
    if path.startswith("cells"):
        expect(name + ", swept again", run(*sweep, "--out", "copy"), codes)


plan, whole = load("shard/plan.json"), load("shard/cells/" + cell)
# this script computes the program's checksum: an unchanged cell passes
attack("a plan sealed by this script", "plan.json", sealed(plan), (0,))
attack("a cell sealed by this script", "cells/" + cell, sealed(whole), (0,))

wrong = [None, True, -1, 0.5, 1e300, "x", "", [], {}, [[]], {"a": {}}, "../../x"]


def paths(value, at=()):
    yield at
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for k, v in items:
        yield from paths(v, at + (k,))


def changed(value, at, new):
    value = copy.deepcopy(value)
    if not at:
        return new
    inner = value
    for k in at[:-1]:
        inner = inner[k]
    if new is KeyError:
        del inner[at[-1]]
    else:
        inner[at[-1]] = new
    return value


def get(value, at):
    for k in at:
        value = value[k]
    return value


# fields that no table uses may have any value; the others are rejected
free = {"seed", "querent", "update", "query", "p_value", "source"}
dice = random.Random(2)
for file, value in (("plan.json", plan), ("cells/" + cell, whole)):
    for at in paths(value):
        if at[-1:] == ("sha256",) or set(at) & free:
            continue
        here = get(value, at)
        for new in [KeyError] + dice.sample(wrong, 1):
            if not at and new is KeyError or new == here or type(new) is type(here) is str and at[-1] in ("title", "tuning", "name"):
                continue
            if isinstance(here, (int, float)) and isinstance(new, (int, float)) and not isinstance(here, bool) and not isinstance(new, bool):
                continue  # only the checksum finds another number
            if at[-1:] == ("estimated_error",) and new in (None, 0.5):
                continue  # null before ten random checks
            if new is KeyError and isinstance(at[-1], int) or at[:1] == ("learner",) and len(at) == 3 and (new is KeyError):
                continue  # a cell with one run or one parameter fewer is valid
            after = changed(value, at, new)
            name = f"{file} with {'/'.join(map(str, at))} {'missing' if new is KeyError else repr(new)}"
            if not isinstance(after, dict):
                attack(name, file, dumped(after))
                continue
            where = at[:2] == ("cells", 0) and file == "plan.json"
            fits = sealed(after)
            # a plan of another sweep is not damaged; its cell is then missing (exit 1) or another one (exit 6)
            ok = (6, 1) if where else (6,)
            attack(name, file, fits, ok)
            if dice.random() < 0.1:
                attack(name + ", checksum old", file, dumped(after))

for key in ("../../../escaped/evil", "/tmp/escaped-evil", "..", ".", "", "a/b", "a\0b", "x" * 300, ".hidden", "a\nb"):
    evil = changed(plan, ("cells", 0, "key"), key)
    attack(f"key {key[:30]!r}", "plan.json", sealed(evil))
for name, text in {"empty": "", "blank": " \n", "cut": dumped(plan)[:200], "an array": "[]", "a number": "1", "not JSON": "{,}", "NUL": "\0" * 50,
                   "deep arrays": "[" * 200000 + "]" * 200000, "deep objects": '{"a":' * 200000 + "1" + "}" * 200000,
                   "1e400": '{"title": 1e400}', "Latin-1": b'{"title": "\xff"}', "a megabyte of blanks": " " * (1 << 20)}.items():
    for file in ("plan.json", "cells/" + cell):
        attack(f"{file}: {name}", file, text)
text = open("shard/cells/" + cell).read()
for at in range(0, len(text) - 1, max(1, len(text) // 12)):  # all except the last newline, which is optional
    flipped = text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1:]
    attack(f"bit flipped at {at}", "cells/" + cell, flipped, (6,))
    attack(f"cut at {at}", "cells/" + cell, text[:at])
finish("S2")
