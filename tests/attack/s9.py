#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""S9: a damaged registration ($QUERENT_CACHE/added) is rejected with its place when its data set is used, and other data sets are not
affected."""
import os
from attack import *

ring()
assert run("datasets", "add", "mine", "--edges", "e.tsv", "--labels", "l.tsv").returncode == 0
place = os.path.join(os.environ["QUERENT_CACHE"], "added", "mine.json")
whole = json.load(open(place))
expect("whole", run("inspect", "mine"), 0)
file = whole["files"][0]
damages = {"empty": "", "cut": json.dumps(whole)[:40], "not JSON": "{", "an array": "[]", "null": "null", "no files": {**whole, "files": []},
           "files of no kind": {**whole, "files": {}}, "files of null": {**whole, "files": [None]}, "no kind": {"files": whole["files"]},
           "kind of a number": {**whole, "kind": 3}, "another kind": {**whole, "kind": "tree"}, "deep": "[" * 200000, "NUL": "\0",
           "megabytes": " " * (2 << 20), "Latin-1": b'{"kind":"\xff"}'}
for key, values in {"role": (None, 3, "leaves", []), "path": (None, 3, "", "e.tsv", "../e.tsv", {}), "bytes": (None, -1, 1e300, "x"),
                    "sha256": (None, 5, "", "0" * 63, "g" * 64, "../x")}.items():
    damages[f"no {key}"] = {**whole, "files": [{k: v for k, v in file.items() if k != key}]}
    for value in values:
        damages[f"{key} {value!r}"] = {**whole, "files": [{**file, key: value}]}
for name, content in damages.items():
    write(place, content if isinstance(content, (str, bytes)) else json.dumps(content))
    expect(f"{name}: inspect mine", run("inspect", "mine"), 6, place)
    expect(f"{name}: inspect karate", run("inspect", "karate"), 0)
    listed = expect(f"{name}: datasets", run("datasets"), 0, place)
    check(f"{name}: datasets lists the others", "karate" in listed.stdout)
write(place, json.dumps(whole))
expect("whole again", run("inspect", "mine"), 0)
finish("S9")
