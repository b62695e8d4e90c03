#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""S11: if two trainings write checkpoints of the same model, the second is rejected (exit 4), and the first ends as if it had been
alone."""
import os, subprocess, time
from attack import *

ring(200)
line = [PROGRAM, "train", "--edges", "e.tsv", "--labels", "l.tsv", "--learner", "MSG", "--dim", "20", "--quiet", "--threads", "1"]
assert subprocess.run(line + ["--model", "alone"]).returncode == 0
for attempt in range(20):
    both = [subprocess.Popen(line + ["--model", "m", "--checkpoint-every", "1"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
            for _ in range(3)]
    messages = [p.communicate()[1].decode() for p in both]
    codes = sorted(p.returncode for p in both)
    check(f"three at once, {attempt}", set(codes) <= {0, 4} and 0 in codes, (codes, messages))
    check(f"the model of {attempt}", open("m", "rb").read() == open("alone", "rb").read())
    check(f"nothing left of {attempt}", not [f for f in os.listdir(".") if f.startswith("m.") or f.startswith(".m")], os.listdir("."))
finish("S11")
