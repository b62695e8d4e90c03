#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table at the end of the attack, the cases with an unexpected result: its rows 1 to 37 in their order, R1 to R37, each with the
expected result. For "no place" the message must name the line, the byte or the array; for "slow" no case may take more than MOST_SECONDS."""
import gzip, lzma, os, resource, struct, zipfile
from attack import *

row = 0


def again(case, words, codes, message=""):
    """The next row of the table; `says` may be several parts of the message."""
    global row
    row += 1
    at(f"R{row}")
    parts = [message] if isinstance(message, str) else message
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = expect(case, run(*words, timeout=600), codes, parts[0])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    for part in parts[1:]:
        check(f"{case} says {part!r}", part in ended.stderr, ended.stderr)
    check(f"{case}: {used:.1f} s of CPU", used <= MOST_SECONDS)
    if ended.returncode:
        check(f"{case} has a remedy", " — " in ended.stderr, ended.stderr)
    return ended


ring4 = dict(data=npy_real([1] * 8), indices=npy_whole([1, 3, 0, 2, 1, 3, 0, 2]), indptr=npy_whole([0, 2, 4, 6, 8]), shape=npy_whole([4, 4]), format=npy("()", b"csr", "|S3"))
attributed = {"adj_" + name: array for name, array in ring4.items() if name != "format"}
rows = ["--as", "vectors"]
three, labels = write("e.tsv", "a b\nb c\nc a\n"), write("l.tsv", "a x\nb y\nc x\n")

again("edge: weight 1,5, blanks", ["inspect", write("d.tsv", "1 2 1,5\n2 3 1,5\n")], 3, ["d.tsv:1:", "decimal point"])
again("edge: KONECT's asym", ["inspect", write("out.asym", "% asym unweighted\n1 2\n2 3\n3 1\n")], 3, "symmetrize")
again("edge: gz bomb of line ends", ["inspect", write("b.gz", gzip.compress(b"\n" * (64 << 20), 9) * 48)], (3, 5))
again("edge: xz bomb", ["inspect", write("b.xz", lzma.compress(b"\n" * (512 << 20), preset=0))], (0, 3, 5))
ended = again("labels: a label with ESC", ["inspect", three, "--labels", write("esc.tsv", "a x\x1b[2J\nb y\nc y\n")], (0, 3))
check("is shown escaped", ended.returncode == 3 or "\\x1b[2J" in ended.stdout, ended.stdout)
for many, text in (("too few", "1 1:1\n"), ("too many", "1 1:1\n" * 5), ("empty", "")):
    again(f"features: {many}", ["inspect", three, "--labels", labels, "--features", write("f.svm", text)], 3, ["f.svm:", "each of the 3 lines"] if text else "f.svm")
again("LINQS: an empty content file", ["inspect", write("x.cites", "1\t2\n2\t3\n"), "--labels", write("x.content", "")], 3, "x.content:1:1: ")
again("GML: the entity &#0; as a value", ["inspect", write("z.gml", 'graph [ node [ id 1 value "a&#0;b" ] node [ id 2 value "c" ] edge [ source 1 target 2 ] ]')], (0, 3))
head = "%%MatrixMarket matrix coordinate real general\n3 3 {}\n"
again("Matrix Market: general, not symmetric", ["inspect", write("m.mtx", head.format(2) + "1 2 1\n2 3 1\n")], 3, ["m.mtx:1:", "symmetrize"])
again("Matrix Market: general, unequal twice", ["inspect", write("m.mtx", head.format(2) + "1 2 1\n2 1 3\n")], 3, ["m.mtx:", "symmetrize"])
again("npz: not symmetric", ["inspect", npz("g.npz", **{**ring4, "data": npy_real([1]), "indices": npy_whole([1]), "indptr": npy_whole([0, 1, 1, 1, 1])})], 3, ["g.npz:", "symmetrize"])
again("npz: no indptr", ["inspect", npz("g.npz", **{k: v for k, v in ring4.items() if k != "indptr"})], 3, "'indptr'")
good = open(npz("g.npz", **ring4), "rb").read()
again("npz: a byte is missing", ["inspect", write("c.npz", good[:-1])], 3, f"truncated at byte {len(good) - 1}")
again("npz: half", ["inspect", write("c.npz", good[:len(good) // 2])], 3, "c.npz")
with zipfile.ZipFile("z.npz", "w") as archive:
    archive.writestr("readme.txt", "no arrays")
again("npz: a zip without arrays", ["inspect", "z.npz"], 3, "z.npz")
again("npz: labels that are not UTF-8", ["inspect", npz("g.npz", **attributed, labels=npy_words([b"\xff", b"b", b"a", b"b"], 1))], 3, "labels.npy:byte")
again("npz: labels with a NUL within", ["inspect", npz("g.npz", **attributed, labels=npy_words([b"a\0b", b"b", b"a", b"b"], 3))], (0, 3))
again("npz: class names that are not UTF-8", ["inspect", npz("g.npz", **attributed, labels=npy_whole([0, 1, 0, 1]), class_names=npy_words([b"\xfe", b"b"], 1))], 3, "class_names.npy:byte")
with zipfile.ZipFile("t.npz", "w") as archive:
    archive.writestr("../../x/data.npy", npy_real([1]))
    archive.writestr("/etc/indices.npy", npy_whole([1]))
again("npz: members with .. in their names", ["inspect", "t.npz"], 3, "t.npz")
check("nothing is written", not [f for f in files_below(".") if os.path.basename(f) in ("data.npy", "indices.npy")])
with zipfile.ZipFile("bomb.npz", "w", zipfile.ZIP_DEFLATED) as archive:
    with archive.open("data.npy", "w", force_zip64=True) as member:
        for _ in range(1200):
            member.write(bytes(1 << 20))
again("npz: a zip bomb of 1.2 GB", ["inspect", "bomb.npz"], (3, 5))
with zipfile.ZipFile("n.npz", "w") as archive:
    for k in range(100000):
        archive.writestr(f"a{k}.npy", b"")
ended = again("npz: 100,000 members", ["inspect", "n.npz"], 3, "n.npz")
check("lists a few of them", len(ended.stderr) < 2000, f"{len(ended.stderr)} bytes")
ended = again("svmlight: an index 0 late", ["inspect", write("z.svm", "1 1:1\n" * 20000 + "0 0:1 2:1\n")], 3, "z.svm:20001:")
again("svmlight: a line of 65 MB", ["inspect", write("l.svm", "1 1:1" + " " * (65 << 20) + "2:1\n")], (3, 5))
ended = again("svmlight: labels that are words", ["inspect", write("w.svm", "a 1:1\nb 1:2\n"), *rows], (0, 3))
again("CSV: 64 KB of line ends in quotes", ["inspect", write("q.csv", 'a,b,k\n1,2,"' + "\n" * 65000), *rows], (3, 5), "q.csv:2:")
again("CSV: 1 MB of line ends in quotes", ["inspect", write("q.csv", 'a,b,k\n1,2,"' + "\n" * 1000000), *rows], (3, 5), "q.csv:2:")
again("CSV: a stray quote above 20,000 rows", ["inspect", write("q.csv", 'a,b,k\n1,2,"x\n' + "1,2,x\n" * 20000), *rows], (3, 5), "q.csv:2:")
again("ARFF: 100,000 attributes and a row that has too few", ["inspect", write("a.arff", "@relation r\n" + "".join(f"@attribute a{i} real\n" for i in range(100000)) + "@data\n1,2\n")], 3, "a.arff:100003:")
idx = lambda *dims: struct.pack(">HBB", 0, 8, len(dims)) + struct.pack(f">{len(dims)}I", *dims)
write("t-images-idx3-ubyte", idx(2, 1, 2) + bytes(4)), write("t-labels-idx1-ubyte", idx(3) + bytes(3))
again("IDX: a label too many", ["inspect", "t-images-idx3-ubyte"], 3, "t-labels-idx1-ubyte:byte")
again("IDX: a gz bomb that is one row", ["inspect", write("r-images-idx2-ubyte.gz", gzip.compress(idx(1, 400000000) + bytes(400000000))), *rows], (0, 3, 5))
again(".npy: words", ["inspect", write("r.npy", npy_words([b"a", b"b"], 1)), *rows], 3, "r.npy")
again(".npy: words of no bytes", ["inspect", write("r.npy", npy("(4,)", b"", "|S0")), *rows], 3, "r.npy")
again(".npz of rows: no X", ["inspect", npz("r.npz", y=npy_whole([0, 1])), *rows], 3, "'y'")
again(".npz of rows: y that is not UTF-8", ["inspect", npz("r.npz", X=npy("(2, 1)", struct.pack("<2d", 1, 2), "<f8"), y=npy_words([b"\xff", b"a"], 1))], 3, "y.npy:byte")
again(".npz of rows: (2^40, 0)", ["inspect", npz("r.npz", X=npy("(1099511627776, 0)", b"", "<f8"), y=npy_words([b"a", b"b"], 1)), *rows], (3, 5))
finish("R1", [f"R{k}" for k in range(1, 38)])
