#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""S16: minor findings that are closed: names, links, limits of the system, numbers, inputs that outputs would replace; its items are S16.1
to S16.11. ../datasets/input.cpp tests a file that is truncated while it is read (ninth item); r1.py tries the places and ../remedies.py
every remedy of messages (eighth), s12.py every string as a formula in CSV (eleventh)."""
import os, shutil, subprocess, time
from attack import *

ring()
play = ["--edges", "e.tsv", "--labels", "l.tsv", "--learner", "MSG", "--dim", "4"]
shell = "--edges e.tsv --labels l.tsv --learner MSG --dim 4"

at("S16.10")  # names of 240 to 255 bytes; S16.1: longer ones
for bytes_ in (200, 240, 247, 250, 255):
    # with the names of the nodes beside it, NAME.nodes.tsv
    expect(f"embed to a name of {bytes_ - 6} bytes", run("embed", "--edges", "e.tsv", "--dim", "4", "--out", "n" * (bytes_ - 10) + ".npy"), 0)
    expect(f"a model's name of {bytes_} bytes", run("train", *play, "--model", "m" * bytes_), 0)
    expect(f"--out of {bytes_} bytes", run("run", *play, "--out", "o" * bytes_), 0)
    expect(f"a source of {bytes_} bytes", run("run", "--edges", shutil.copy("e.tsv", "s" * bytes_), "--labels", "l.tsv", "--learner", "MSG", "--dim", "4"), 0)
at("S16.1")
for bytes_ in (256, 300, 5000):
    expect(f"embed to a name of {bytes_} bytes", run("embed", "--edges", "e.tsv", "--dim", "4", "--out", "n" * (bytes_ - 4) + ".npy"), 4)
    expect(f"a model's name of {bytes_} bytes", run("train", *play, "--model", "m" * bytes_), 4)
    expect(f"--out of {bytes_} bytes", run("run", *play, "--out", "o" * bytes_), 4)
    expect(f"a source of {bytes_} bytes", run("inspect", "s" * bytes_), (2, 4))
    expect(f"a label file of {bytes_} bytes", run("inspect", "e.tsv", "--labels", "s" * bytes_), (2, 4))
os.symlink("loop-a", "loop-b"), os.symlink("loop-b", "loop-a")
for words in (["inspect", "loop-a"], ["inspect", "e.tsv", "--labels", "loop-a"], ["run", *play, "--out", "loop-a"], ["predict", "--model", "loop-a", "e.tsv"],
              ["train", *play, "--model", "loop-a"], ["embed", "--edges", "e.tsv", "--dim", "4", "--out", "loop-a"], ["merge", "loop-a"]):
    expect(" ".join(words[:1]) + " of a loop of links", run(*words), (2, 3, 4))

at("S16.10")  # links
os.makedirs("real")
os.symlink("real/to.npy", "dangling.npy")
expect("a link that leads nowhere yet", run("embed", "--edges", "e.tsv", "--dim", "4", "--out", "dangling.npy"), 0)
check("is followed", os.path.islink("dangling.npy") and os.path.isfile("real/to.npy"))
os.symlink(os.path.join(scratch, "real/model"), "dangling-model")
expect("a model's link that leads nowhere yet", run("train", *play, "--model", "dangling-model"), 0)
check("is followed", os.path.islink("dangling-model") and os.path.isfile("real/model"))
os.makedirs("planted")
write("precious", "mine")
for name in ("run.json", "curve.csv", "curve.svg", "curve.png", "predictions.csv"):
    os.symlink(os.path.join(scratch, "precious"), "planted/" + name)
expect("links planted in --out", run("run", *play, "--out", "planted"), 0)
check("are not followed", open("precious").read() == "mine" and not os.path.islink("planted/run.json"))
shutil.rmtree("planted"), os.makedirs("planted"), os.makedirs("elsewhere")
os.symlink(os.path.join(scratch, "precious"), "planted/.querent.lock")
expect("a planted lock", run("run", *play, "--out", "planted"), 4)
os.remove("planted/.querent.lock")
for name in ("cells", "checkpoint"):
    os.symlink(os.path.join(scratch, "elsewhere"), "planted/" + name)
expect("cells planted", run("sweep", "karate", "--learner", "MSG", "--rates", "0.5", "--dim", "4", "--runs", "1", "--out", "planted"), 4)
expect("checkpoint planted", run("run", *play, "--out", "planted", "--checkpoint-every", "3"), 4)
check("nothing elsewhere", not os.listdir("elsewhere"), os.listdir("elsewhere"))
os.remove("planted/cells")
os.symlink(os.path.join(scratch, "precious"), "planted/plan.json")
expect("a plan planted", run("sweep", "karate", "--learner", "MSG", "--rates", "0.5", "--dim", "4", "--runs", "1", "--out", "planted"), 0)
check("is not followed", open("precious").read() == "mine")

at("S16.2")  # SIGXFSZ
for line in (f"run {shell} --out big", f"train {shell} --model big.m", "embed --edges e.tsv --dim 12 --out big.tsv"):
    ended = expect(f"no file may grow: {line}", run(shell=f"ulimit -f 0; $Q {line}"), 4)
    left = [f for f in os.listdir(".") if ".querent-" in f or f.startswith(".big")]
    check(f"nothing left: {line}", not left, left)
    for name in ("big", "big.m", "big.tsv"):
        shutil.rmtree(name, True)
at("S16.3")
for line in (f"run {shell} --out closed >&-", f"inspect e.tsv >&-", f"run {shell} --json >&-", "--version >&-", "learners >&-"):
    expect("standard output closed: " + line, run(shell="$Q " + line), 4)
check("the table is in no file", not any(b"error rate" in open(f, "rb").read() for f in files_below("closed") if not f.endswith(".svg")))
expect("standard input closed", run(shell="$Q inspect - <&-"), 4)
expect("standard error closed", run(shell="$Q inspect none 2>&-"), 2)
expect("all closed", run(shell="$Q inspect e.tsv <&- >&- 2>&-"), 4)
at("S16.4")
homeless = "unset HOME XDG_CACHE_HOME QUERENT_CACHE; $Q "
expect("no HOME: run", run(shell=f"{homeless} run {shell}"), 0, "--no-cache")
expect("no HOME: --no-cache", run(shell=f"{homeless} run {shell} --no-cache --quiet"), 0, silent=True)
expect("no HOME: a set by name", run(shell=homeless + "inspect karate"), 0)
expect("no HOME: datasets", run(shell=homeless + "datasets"), (0, 4))
expect("no HOME: add", run(shell=homeless + "datasets add x --edges e.tsv"), 4, "QUERENT_CACHE")

at("S16.5")  # numbers
for flag in ("--seed",):
    for bad in ("-1", "18446744073709551616", "1e3", "0x10", "nan", "1.5", "", " 1", "+1", "99999999999999999999999"):
        expect(f"{flag} {bad!r}", run("run", *play, f"{flag}={bad}"), 2)
expect("the largest seed", run("run", *play, "--seed", "18446744073709551615"), 0)
for flag in ("--hold-out", "--stop-at-error", "--positive-weight"):  # n1.py tries every number of the program
    for bad in ("nan", "-nan", "-1"):
        expect(f"run {flag}={bad}", run("run", *play, f"{flag}={bad}"), 2)
expect("sweep --rates=nan", run("sweep", *play, "--rates", "nan"), 2)

at("S16.6")  # inputs are not overwritten
write("w.bib", "@article{w, title={Work}, author={Doe, Jane and Roe, Richard}, year={2020}}")
for words in (["embed", "--edges", "x.tsv", "--dim", "4", "--out", "x.tsv"], ["embed", "--edges", "x.tsv", "--dim", "4", "--out", "./x.tsv"], ["embed", "--edges", "x.tsv", "--dim", "4", "--out", "hard.tsv"],
              ["embed", "x.tsv", "--dim", "4", "--out", "soft.tsv"], ["embed", "--edges", "x.nodes.tsv", "--dim", "4", "--out", "x.npy"],
              ["train", "--edges", "x.tsv", "--labels", "y.tsv", "--learner", "MSG", "--dim", "4", "--model", "y.tsv"], ["train", "--edges", "x.tsv", "--labels", "y.tsv", "--learner", "MSG", "--dim", "4", "--model", "x.tsv"],
              ["run", "--edges", "d/run.json", "--labels", "y.tsv", "--learner", "MSG", "--dim", "4", "--out", "d"], ["run", "--edges", "x.tsv", "--labels", "d/predictions.csv", "--learner", "MSG", "--dim", "4", "--out", "d"],
              ["predict", "--model", "d/run.json", "x.tsv", "--out", "d"], ["ask", "--edges", "x.tsv", "--classes", "a,b", "--seeds", "d/labels.tsv", "--out", "answers", "--export", "d"],
              ["ask", "--edges", "d/labels.tsv", "--classes", "a,b", "--out", "answers", "--export", "d"], ["ask", "--edges", "x.tsv", "--classes", "a,b", "--show", "d/labels.tsv", "--out", "answers", "--export", "d"],
              ["graph", "w.bib", "--kind", "coauthors", "--merge", "d/people.tsv", "--out", "d"], ["graph", "w.bib", "--kind", "coauthors", "--split", "d/people.tsv", "--out", "d"], ["graph", "d/words.txt", "--kind", "coauthors", "--out", "d"], ["sweep", "--edges", "d/plan.json", "--labels", "y.tsv", "--learner", "MSG", "--out", "d"]):
    for f in ("hard.tsv", "soft.tsv"):
        os.path.lexists(f) and os.remove(f)
    shutil.rmtree("d", True), os.makedirs("d")
    for name in ("x.tsv", "x.nodes.tsv", "d/run.json", "d/plan.json", "d/labels.tsv", "d/people.tsv", "d/words.txt"):
        shutil.copy("e.tsv", name)
    shutil.copy("l.tsv", "y.tsv"), shutil.copy("l.tsv", "d/predictions.csv")
    os.link("x.tsv", "hard.tsv"), os.symlink("x.tsv", "soft.tsv")
    expect(" ".join(words), run(*words), 2, "input of the command")
    check("is as it was", open("x.tsv").read() == open("e.tsv").read() and open("y.tsv").read() == open("l.tsv").read())

at("S16.7")  # weights at the ends of double
for weight in ("1e308", "1e-308", "5e-324", "1e300", "1e-200"):
    write("w.tsv", "".join(f"n{i}\tn{(i + 1) % 24}\t{weight}\n" for i in range(24)))
    for laplacian in ("normalized", "combinatorial"):
        expect(f"weights of {weight}, {laplacian}", run("run", "--edges", "w.tsv", "--labels", "l.tsv", "--learner", "MSG", "--dim", "4", "--laplacian", laplacian), 3, "weights from")
for weight in ("1e90", "1e-90"):
    write("w.tsv", "".join(f"n{i}\tn{(i + 1) % 24}\t{weight}\n" for i in range(24)))
    expect(f"weights of {weight}", run("run", "--edges", "w.tsv", "--labels", "l.tsv", "--learner", "MSG", "--dim", "4"), 0)

at("a file or a data set")  # the file wins, and both are named
shutil.copy("e.tsv", "karate")
ended = expect("a file named karate", run("inspect", "karate", "--labels", "l.tsv"), 0, "'karate' is both a file and a data set")
check("is the file", "24 nodes" in ended.stdout, ended.stdout)
os.remove("karate")

at("models")  # a model with damaged first bytes is a damaged model, also for inspect
assert run("train", *play, "--model", "whole.m").returncode == 0
model = open("whole.m", "rb").read()
for place in range(26):
    for bit in (0, 3, 7):
        damaged = bytearray(model)
        damaged[place] ^= 1 << bit
        write("damaged.m", bytes(damaged))
        expect(f"inspect, bit {bit} of byte {place}", run("inspect", "damaged.m"), 6)
        if bit == 3:
            expect(f"predict, bit {bit} of byte {place}", run("predict", "--model", "damaged.m", "e.tsv"), 6)

at("S16.9")  # the next run that writes there removes the files of a killed run
ring(4000, "big.tsv", "bigl.tsv")
line = [PROGRAM, "run", "--edges", "big.tsv", "--labels", "bigl.tsv", "--learner", "MSG", "--dim", "4", "--quiet", "--out", "swept", "--threads", "1"]
found = 0
for attempt in range(30):
    process = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and not [f for f in (os.listdir("swept") if os.path.isdir("swept") else []) if ".querent-" in f]:
        time.sleep(0.001)
    if process.poll() is None:
        process.kill()
    process.wait()
    found += bool([f for f in os.listdir("swept") if ".querent-" in f])
    if found >= 5:
        break
check("something was left to sweep", found > 0)
expect("the next run", subprocess.CompletedProcess([], subprocess.run(line, stdout=subprocess.DEVNULL).returncode, "", ""), 0)
left = [f for f in os.listdir("swept") if f.startswith(".")]
check("sweeps it", not left, left)
os.makedirs("slow")  # an rsvg-convert that starts late, after its run was killed and another has cleaned up
write("slow/rsvg-convert", "#!/bin/sh\n: > began\nsleep 2\nexec /usr/bin/rsvg-convert \"$@\"\n"), os.chmod("slow/rsvg-convert", 0o755)
if os.path.exists("/usr/bin/rsvg-convert"):
    process = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "PATH": os.path.abspath("slow") + ":" + os.environ["PATH"]})
    while process.poll() is None and not os.path.exists("began"):
        time.sleep(0.01)
    process.kill(), process.wait()
    subprocess.run(line, stdout=subprocess.DEVNULL)
    time.sleep(3)
    left = [f for f in os.listdir("swept") if f.startswith(".")]
    check("the rsvg-convert of a killed run writes nothing behind the next one's back", not left, left)
write("swept/.notes.txt", "of a person"), write("swept/.a.querent-x-1.txt", "too")
run("run", *play, "--out", "swept")
check("and nothing else", {".notes.txt", ".a.querent-x-1.txt"} <= set(os.listdir("swept")))
finish("S16", [f"S16.{k}" for k in (1, 2, 3, 4, 5, 6, 7, 9, 10)])
