#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""S1: no name of a file, a directory, a class or a foreign shard is executed as a command. (S12 tries the same names against the
terminal and every other output.)"""
import glob, hashlib, os, shutil
from attack import *

run = Forks().run

names = ["a`touch PWNED`", "a$(touch PWNED)", "a'; system('touch PWNED'); '", 'a"; system("touch PWNED"); "', "a\\`touch PWNED\\`", "a\\140touch PWNED\\140",
         "a;touch PWNED", "a|touch PWNED", "a&touch PWNED&", "a\ntouch PWNED\n", "a%1`touch PWNED`", "a'.system('touch PWNED').'", "|touch PWNED", "a{`touch PWNED`}",
         "=cmd|'touch PWNED'", "a!touch PWNED", "a\\\ntouch PWNED"]


def safe(name, ended, codes=(0,)):
    expect(name, ended, codes)
    check(name + ", nothing ran", not [f for f in files_below(".") if os.path.basename(f).startswith("PWNED")])


for name in names:
    ring(12, name + ".tsv", "l.tsv")
    play = ["--labels", "l.tsv", "--learner", "MSG", "--dim", "3", "--quiet"]
    safe(f"a source {name!r}", run("run", "--edges", name + ".tsv", *play, "--out", "o"))
    safe(f"--out {name!r}", run("run", "--edges", name + ".tsv", *play, "--out", name + ".d"))
    shutil.rmtree("o", True)
    write("g.gml", "graph [\n" + "".join(f'node [ id {i} value "{name if i % 2 else "plain"}" ]\n'.replace('"; ', "&quot;; ") for i in range(8)) +
          "".join(f"edge [ source {i} target {(i + 1) % 8} ]\n" for i in range(8)) + "]\n")
    safe(f"a class {name!r}", run("run", "g.gml", "--learner", "MSG", "--dim", "3", "--quiet", "--out", "o"), (0, 3))
    shutil.rmtree("o", True)

sweep = ["sweep", "karate", "--learner", "MSG", "--rates", "0.5", "--dim", "5", "--runs", "2", "--threads", "1", "--quiet"]
assert run(*sweep, "--out", "shard").returncode == 0


def sealed(value):
    value = {k: v for k, v in value.items() if k != "sha256"}
    dumped = lambda: json.dumps(value, indent=1, ensure_ascii=False) + "\n"
    value["sha256"] = hashlib.sha256(dumped().encode()).hexdigest()
    return dumped()


for file, at in (("plan.json", ("title",)), (glob.glob("shard/cells/*.json")[0][6:], ("learner", "name"))):
    whole = json.load(open("shard/" + file))
    for name in names:
        value = json.loads(json.dumps(whole))
        inner = value
        for k in at[:-1]:
            inner = inner[k]
        inner[at[-1]] = name
        shutil.rmtree("copy", True), shutil.rmtree("merged", True)
        shutil.copytree("shard", "copy")
        write("copy/" + file, sealed(value))
        safe(f"{'/'.join(at)} of a foreign {file.split('/')[0]} is {name!r}", run("merge", "copy", "--out", "merged"), (0, 6))
finish("S1")
