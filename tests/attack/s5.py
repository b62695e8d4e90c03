#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""S5: reading or rejecting a file of n bytes takes at most 1 s of CPU time per 64 KiB (or 5 s), and 64 MiB + 16 n of memory in addition
to the program's own."""
import gzip, os, struct, subprocess, zipfile
from attack import *


# started from a small process, because a child inherits the peak memory of its parent
STARTER = """
import os, subprocess, sys, threading
process = subprocess.Popen(sys.argv[2:], stdin=subprocess.DEVNULL)
timer = threading.Timer(240, process.kill)
timer.start()
_, status, usage = os.wait4(process.pid, 0)
timer.cancel()
open(sys.argv[1], "w").write(f"{os.waitstatus_to_exitcode(status)} {usage.ru_utime + usage.ru_stime} {usage.ru_maxrss * 1024}")
"""


def used(*words):
    """Ended process, CPU seconds, peak bytes."""
    ended = subprocess.run([sys.executable, "-S", "-c", STARTER, "usage", PROGRAM, *words], stdin=subprocess.DEVNULL, capture_output=True)
    code, seconds, peak = open("usage").read().split()
    return subprocess.CompletedProcess(words, int(code), ended.stdout.decode("utf-8", "replace"), ended.stderr.decode("utf-8", "replace")), float(seconds), int(peak)


ring()
own = used("inspect", "e.tsv")[2]  # of the program itself


def bounded(name, file, codes, *more):
    ended, seconds, peak = used("inspect", file, *more)
    expect(name, ended, codes)
    n = os.path.getsize(file)
    check(f"{name}: {seconds:.1f} s for {n} bytes", seconds <= MOST_SECONDS)
    check(f"{name}: {(peak - own) >> 20} MiB beside the program's own for {n} bytes", peak - own <= (64 << 20) + 16 * n)


rows = ["--as", "vectors"]
at("S5.1")
for lines in (10000, 150000):
    bounded(f"a stray quote above {lines} rows", write("q.csv", 'a,b,k\n1,2,"x\n' + "1,2,x\n" * lines), 3, *rows)
    bounded(f"{lines} stray quotes", write("q.csv", "a,b,k\n" + '1,2,"x\n' * lines), 3, *rows)
bounded("newlines in quotes", write("q.csv", 'a,b,k\n1,2,"' + "\n" * 1000000), 3, *rows)
at("S5.2")
for shape in ("(1099511627776, 0)", "(0, 1099511627776)", "(4294967296, 4294967296)", "(1099511627776, 0, 3)"):
    bounded(f"npy of {shape}", write("r.npy", npy(shape)), (0, 3, 5))
    with zipfile.ZipFile("r.npz", "w") as archive:
        archive.writestr("X.npy", npy(shape))
        archive.writestr("y.npy", npy("(1099511627776,)", descr="|S0"))
    bounded(f"npz of {shape}", "r.npz", (0, 3, 5), *rows)
for dims in ((2**32 - 1, 0, 0), (2**32 - 1, 1, 0), (1, 2**31, 1), (2**32 - 1, 2**16, 2**15)):
    bounded(f"IDX of {dims}", write("t-images-idx3-ubyte", struct.pack(">HBB", 0, 8, 3) + struct.pack(">III", *dims)), (0, 3, 5), *rows)
at("S5.4")
bounded("IDX gz of one row of 4e8", write("r-images-idx2-ubyte.gz", gzip.compress(struct.pack(">HBBII", 0, 8, 2, 1, 400000000) + bytes(400000000))), (3, 5), *rows)
at("S5.3")
for index in (40000000, 2**31, 2**32 - 2):
    bounded(f"index {index}", write("i.svm", f"1 {index}:1\n0 1:1\n"), (3, 5))
with zipfile.ZipFile("bomb.npz", "w", zipfile.ZIP_DEFLATED) as archive:
    with archive.open("data.npy", "w", force_zip64=True) as member:
        for _ in range(1200):
            member.write(bytes(1 << 20))
ended, seconds, peak = used("inspect", "bomb.npz")
expect("a zip bomb", ended, 5)
check(f"a zip bomb: {seconds:.1f} s, {peak >> 20} MiB", seconds <= MOST_SECONDS and peak - own <= 256 << 20)
bomb = b"".join(gzip.compress(bytes(b"\n" * (64 << 20)), 9) for _ in range(1)) * 20
ended, seconds, peak = used("inspect", write("bomb.gz", bomb))
expect("a gzip bomb of line ends", ended, (3, 5))
check(f"a gzip bomb: {seconds:.1f} s, {peak >> 20} MiB", seconds <= MOST_SECONDS and peak - own <= 64 << 20)
at("S5.5")
bounded("100,000 attributes", write("a.arff", "@relation r\n" + "".join(f"@attribute a{i} real\n" for i in range(100000)) + "@attribute k {a,b}\n@data\n{100000 b}\n"), 0)
bounded("100,000 values and rows of others", write("v.arff", "@relation r\n@attribute k {" + ",".join(f"v{i}" for i in range(100000)) + "}\n@attribute x real\n@data\n" + "w,1\n" * 4000), 3)
for megabytes in (8, 32):
    bounded(f"an svmlight line of {megabytes} MB", write("l.svm", "1 1:1" + " " * (megabytes << 20) + "2:1\n"), (0, 5))
bounded("an svmlight line of 65 MB", write("l.svm", "1 1:1" + " " * (65 << 20) + "2:1\n"), (3, 5))
bounded("a row of 4 million columns", write("c.csv", "1" + ",1" * 4000000 + "\n"), (3, 5), *rows)
bounded("50,000 labels", write("l.svm", "".join(f"{i} 1:1\n" for i in range(50000))), 0)
bounded("a row of many labels", write("l.svm", ",".join(map(str, range(60000))) + " 1:1\n"), 0)
bounded("4e9 rows of Matrix Market", write("m.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n4000000000 4000000000 1\n3999999999 1\n"), (3, 5))
bounded("4e9 vertices of Pajek", write("m.net", "*Vertices 4000000000\n*Edges\n1 2\n"), (3, 5))
bounded("deep JSON", write("d.json", '{"nodes": ' + "[" * 500000), (3, 5))
bounded("wide JSON", write("w.json", '{"nodes": [' + ",".join(['{"id":1}'] * 200000) + "]}"), 3)
bounded("lone CRs", write("cr.tsv", "a b\r" * 100000), 0)
finish("S5", [f"S5.{k}" for k in range(1, 6)])
