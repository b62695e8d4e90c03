#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Repeats the second attack's findings about inputs, readers and scores: H1, H2, M7, L5, L6, L7, L9. (s40_growth.py counts their
instructions; M4 is tests/datasets/row_cache.cpp and the fuzz targets row-cache and embedding-cache.)"""
import resource
from attack import *

limited = lambda: resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
strings = lambda depth, wide: '@string{s0="aaaaaaaaaa"}' + "".join("@string{s%d=%s}" % (i, " # ".join(["s%d" % (i - 1)] * wide)) for i in range(1, depth))

at("H1")
for depth, wide in ((8, 10), (10, 10), (40, 2), (200, 2)):
    write("b.bib", strings(depth, wide) + "\n@article{x,title=s%d,author={A and B}}\n" % (depth - 1))
    expect(f"strings of strings, {depth} times {wide}", run("graph", "b.bib", "--kind", "coauthors", "--out", "o", preexec_fn=limited), 5, "b.bib:1: @string names expand")
write("b.bib", '@string{s="' + "a" * 200000 + '"}\n' + "".join("@article{k%d,title=s,author={A and B}}\n" % i for i in range(2000)))
expect("a long string that is used 2,000 times", run("graph", "b.bib", "--kind", "coauthors", "--out", "o", preexec_fn=limited), 5, "@string names expand")
write("b.bib", '@string{pami="IEEE Transactions on Pattern Analysis and Machine Intelligence"}\n' + "".join("@article{k%d,journal=pami,title={t},author={A and B}}\n" % i for i in range(20000)))
expect("a journal of 20,000 entries", run("graph", "b.bib", "--kind", "coauthors", "--out", "o", "--quiet"), 0)
at("M7")
write("d.bib", "@article{k,title={t},author={A and B}}\n" * 20000)
expect("20,000 entries of one key", run("graph", "d.bib", "--kind", "citations", "--out", "o", timeout=100), (0, 3))
write("p.ris", "TY  - JOUR\n" + "AU  - A, B\n" * 160000 + "AU  - C, D\nER  - \n")
expect("160,000 equal authors of one record", run("graph", "p.ris", "--kind", "coauthors", "--out", "o", timeout=100), 0)

at("H2")
table = lambda v: f"a,b,k\n{v},1,x\n-{v},2,y\n{v},3,x\n-{v},1,y\n{v},1,y\n1,1,x\n"
names = [one["name"] for one in json.loads(run("learners", "--json").stdout)["learners"]]
check("the catalogue is read", len(names) > 50, names)
for value in ("1e160", "1e300", "1e-300"):
    write("t.csv", table(value))
    for name in names:
        ended = run("run", "t.csv", "--as", "vectors", "--learner", name, "--runs", "1", "--json", timeout=30)
        expect(f"{name} on {value}", ended, (0, 3))
        if ended.returncode == 3:
            check(f"{name} on {value} gives place and remedy", "--scale" in ended.stderr and ("t.csv: " in ended.stderr and " in 'a'" in ended.stderr  # while scaling
                  or "row " in ended.stderr and (name in ended.stderr or "score" in ended.stderr)), ended.stderr)
        else:
            check(f"{name} on {value} is finite", "null" not in ended.stdout.replace('"estimated_error": null', ""), ended.stdout[-500:])  # JSON has null instead of NaN; an error may be unknown
    expect(f"scaled, {value}", run("run", "t.csv", "--as", "vectors", "--learner", "AROW", "--scale", "minmax"), 0)
write("t.csv", table("1e160"))
for words in (["--order", "pool", "--budget", "4"], ["--stream"], ["--passes", "2"], ["--hold-out", "0.3"], ["--final"]):
    for name in ("auto", "AROW", "thrifty"):
        expect(f"{name} {words}", run("run", "t.csv", "--as", "vectors", "--learner", name, *words, timeout=30), (0, 2, 3))
expect("train", run("train", "t.csv", "--as", "vectors", "--learner", "AROW", "--model", "m"), 3, "--scale")
check("no model is left", not os.path.exists("m"))

at("L5")
os.makedirs("x.shards")
manifest = {"format": "querent embedding shards 1", "source": "s", "laplacian": "normalized", "solver": "dense", "seconds": 1, "eigenvalues": [1.0], "residuals": [0.0], "shards": []}
for change, message in (({}, "shards with nodes"), ({"eigenvalues": [], "residuals": []}, "one eigenvalue or more")):
    write("x.shards/manifest.json", json.dumps({**manifest, **change}))
    expect(f"no shards {change}", run("embed", "x.shards", "--out", "y.npy"), 6, message)
    check("nothing is written", not os.path.exists("y.npy"))
at("L6")
for word, directed in (("% asym", True), ("% asym unweighted", True), ("%asym", True), ("% asymmetric", False), ("% sym", False), ("% bip", None)):
    ended = run("inspect", write("k.tsv", word + "\n1 2\n2 3\n"))
    expect(f"{word}: {directed}", ended, 0 if directed is False else 3, {True: "directed", None: "bipartite", False: ""}[directed])
at("L7")
write("e.npy", "")
write("l.npy", npy("(0,)", descr="<i8"))
write("l.tsv", "a x\n")
for labels in (["l.npy"], ["l.tsv", "--lenient"]):
    expect(f"nothing, and labels {labels}", run("inspect", "e.npy", "--labels", *labels), 3, "is the file empty")
at("L9")
ring()
for length in (245, 250, 251):
    before = set(files_below("."))
    ended = run("embed", "e.tsv", "--dim", "3", "--out", "x" * (length - 4) + ".npy")
    made = {name for name in files_below(".") if "cache" not in name} - before
    check(f"a name of {length} bytes: exit {ended.returncode}, {len(made)} files", (ended.returncode, len(made)) in ((0, 2), (4, 0)), (ended.stderr, made))

at("full")  # a cache of rows that exceeds the limit of file size, and one that is truncated while it is read
write("big.csv", "a,b,k\n" + "".join(f"{i},{i * i},{'xy'[i % 2]}\n" for i in range(60000)))
timeless = lambda ended: re.sub(r'"seconds": [^,}]*', "", re.sub(r'"notes": \[[^]]*\]', "", ended.stdout))
plain = run("run", "big.csv", "--as", "vectors", "--learner", "PA", "--json")
kept = lambda: [name for name in files_below(os.environ["QUERENT_CACHE"]) if "rows" in name and "embedding" not in name]
for limit in (1, 4096, 1 << 20):
    ended = run("run", "big.csv", "--as", "vectors", "--learner", "PA", "--cache", "--json", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    expect(f"{limit} bytes a file", ended, 0)
    check(f"{limit} bytes per file: the same results", timeless(ended) == timeless(plain), ended.stdout[:300])
    check("no incomplete file is left", not kept(), kept())
expect("kept", run("run", "big.csv", "--as", "vectors", "--learner", "PA", "--cache", "--quiet"), 0)
check("one cache", len(kept()) == 1, kept())
if len(kept()) == 1:
    check("no other user may read it", os.stat(kept()[0]).st_mode & 0o777 == 0o600)
    whole = open(kept()[0], "rb").read()
    for size in (0, 7, 48, 4096, len(whole) // 2, len(whole) - 1):
        write(kept()[0], whole[:size])
        ended = expect(f"a cache of {size} bytes", run("run", "big.csv", "--as", "vectors", "--learner", "PA", "--cache", "--json"), 0)
        check(f"a cache of {size} bytes: the same results", timeless(ended) == timeless(plain), ended.stdout[:300])
    os.chmod(kept()[0], 0o666)
    ended = expect("a cache that others may write", run("inspect", "big.csv", "--as", "vectors", "--cache"), 0)
    check("it is said", "other users" in ended.stdout + ended.stderr, ended.stdout)
finish("inputs", ["H1", "M7", "H2", "L5", "L6", "L7", "L9", "full"])
