#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""all.py PROGRAM REPLAY [PART…]: the attack on 0.1.0 with its full counts, on one core, for hours on a slow machine. Prints a table of
cases tried, with the expected result and otherwise, and exits 1 if there are others. REPLAY (fuzz_replay) plays mutated files in one
process; the program itself plays the command lines."""
import os, re, subprocess, sys, time

here = os.path.dirname(os.path.abspath(__file__))
program, replay = (os.path.abspath(word) for word in sys.argv[1:3])
script = lambda name, *words: [[sys.executable, os.path.join(here, name), program, *words]]
PARTS = {"findings": [line for name in sorted(os.listdir(here)) if re.fullmatch(r"[gnrs]\d+(_\w+)?\.py", name) for line in script(name)],
         "lines": script("mutations.py", "88000", "0", "1"), "files": [[replay, os.path.join(here, "../data/corpus"), "--inputs", "450000"]],
         "kills": script("../torture.py", "215"), "servers": script("servers.py"), "calls": script("fail_nth.py", "400"),
         "power": script("../ask/power_cut.py", "40", "0")}
COUNTS = re.compile(r"(\d+) (?:inputs )?tried, (\d+) as promised")
wrong, table = [], []
for part in sys.argv[3:] or PARTS:
    for line in PARTS[part]:
        begin = time.monotonic()
        ended = subprocess.run(line, stdout=subprocess.PIPE, text=True)
        name = os.path.basename(line[1]) if part == "findings" else part
        last = ended.stdout.strip().split("\n")[-1]
        counts = COUNTS.search(last)
        killed = re.search(r"(\d+) kills .*all ended in the same bytes", last)
        tried, right = map(int, counts.groups()) if counts else (int(killed[1]),) * 2 if killed else (0, 0)
        skipped = ended.returncode == 0 and tried == 0
        table.append(f"{name:14}{tried:10,}{right:14,}{tried - right:12,}{time.monotonic() - begin:9.0f} s{'  skipped: ' + last if skipped else ''}")
        print(table[-1], flush=True)
        if ended.returncode != 0 or tried != right:
            wrong.append(f"{name}: exit {ended.returncode}\n{ended.stdout[-3000:]}")
print(f"{'':14}{'tried':>10}{'as promised':>14}{'otherwise':>12}", *table, *wrong, sep="\n")
sys.exit(bool(wrong))
