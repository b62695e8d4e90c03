#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""S3: the checksum is that of the bytes that were read, from a pipe, standard input or a compressed file, and a checkpoint is not
continued with other data from any of them."""
import hashlib, os, shutil, signal, subprocess, time
from attack import *


def digest(name):
    return hashlib.sha256(open(name, "rb").read()).hexdigest()


ring(24, "a.tsv", "l.tsv")
write("b.tsv", open("a.tsv").read().replace("n1\tn2\n", "n1\tn3\n"))  # the same nodes, another edge
write("rows.svm", "".join(f"{i % 2} 1:{i % 7} 2:{i % 5}\n" for i in range(60)))
write("other.svm", "".join(f"{i % 2} 1:{i % 3} 2:{i % 5}\n" for i in range(60)))
subprocess.run(["gzip", "-k", "rows.svm"], check=True)
play = "--learner MSG --dim 4 --quiet --threads 1"
for name, line, sums in (
        ("a file", f"$Q run --edges a.tsv --labels l.tsv {play} --out o", ["a.tsv", "l.tsv"]),
        ("two pipes", f"$Q run --edges <(cat a.tsv) --labels <(cat l.tsv) {play} --out o", ["a.tsv", "l.tsv"]),
        ("a slow pipe", f"$Q run --edges <(head -3 a.tsv; sleep 0.3; tail -n +4 a.tsv) --labels l.tsv {play} --out o", ["a.tsv", "l.tsv"]),
        ("standard input", f"cat a.tsv | $Q run --edges - --labels l.tsv {play} --out o", ["a.tsv", "l.tsv"]),
        ("rows", "$Q run rows.svm --learner PA --quiet --out o", ["rows.svm"]),
        ("rows of standard input", "$Q run - --learner PA --quiet --out o < rows.svm", ["rows.svm"]),
        ("rows in gzip", "$Q run rows.svm.gz --learner PA --quiet --out o", ["rows.svm.gz"]),
        ("a stream", "$Q run rows.svm --stream --learner PA --quiet --out o", ["rows.svm"]),
        ("a stream of standard input", "$Q run - --stream --classes 0,1 --learner PA --quiet --out o < rows.svm", ["rows.svm"]),
        ("a row cache made", "$Q run rows.svm --cache --learner PA --quiet --out o", ["rows.svm"]),
        ("a row cache read", "$Q run rows.svm --cache --learner PA --quiet --out o", ["rows.svm"])):
    shutil.rmtree("o", True)
    ended = expect(name, run(shell=line), 0)
    if ended.returncode == 0:
        found = sorted(f["sha256"] for f in json.load(open("o/run.json"))["data"])
        check(name + ", its checksums", found == sorted(map(digest, sums)), found)


def kept(line):
    """Starts the program and kills it after its first checkpoint."""
    shutil.rmtree("o", True)
    process = subprocess.Popen(["bash", "-c", line], env={**os.environ, "Q": PROGRAM}, preexec_fn=os.setsid,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(4000):
        names = os.listdir("o/checkpoint") if os.path.isdir("o/checkpoint") else []
        if any(n.endswith(".checkpoint") and not n.startswith(".") for n in names) or process.poll() is not None:
            break
        time.sleep(0.005)
    alive = process.poll() is None
    os.killpg(process.pid, signal.SIGKILL) if alive else None
    process.wait()
    return alive


many = "--learner MSG --dim 4 --quiet --threads 1 --runs 3000 --checkpoint-every 5 --out o"
stream = "--stream --learner PA --quiet --out o --checkpoint-every 2"
for name, first, other, code in (
        ("other edges through a pipe", f"$Q run --edges <(cat a.tsv) --labels l.tsv {many}", f"$Q run --edges <(cat b.tsv) --labels l.tsv {many}", 2),
        ("other labels through a pipe", f"$Q run --edges a.tsv --labels <(cat l.tsv) {many}", f"$Q run --edges a.tsv --labels <(sed 's/b$/a/;$s/a$/b/' l.tsv) {many}", 2),
        ("other edges in the file", f"cp a.tsv c.tsv; exec $Q run --edges c.tsv --labels l.tsv {many}", f"cp b.tsv c.tsv; $Q run --edges c.tsv --labels l.tsv {many}", 2)):
    check(name + ": killed", kept(first), "it ended before its first checkpoint")
    expect(name, run(shell=other), code, "holds a run with other options, data")
expect("a stream through a pipe has no checkpoints", run(shell=f"$Q run <(cat rows.svm) {stream}"), 2, "cannot be read again")
expect("standard input has no checkpoints", run(shell=f"$Q run - {stream} < rows.svm"), 2, "cannot be read again")
finish("S3")
