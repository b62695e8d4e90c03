#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""hardening_cost.py PROGRAM ARGUMENTS…: the fraction of instructions that hardening adds to one run. Counting makes it independent of
the load: callgrind counts every instruction, and objdump finds those that read the stack guard. A guarded function
executes six instructions for it, two of which read %fs:0x28; a checked copy (__memcpy_chk, …) executes four more than the plain one
executes. The cost of a register used by the guard is not measured. Needs valgrind and a hardened program with symbols."""
import os, re, subprocess, sys, tempfile

program = os.path.realpath(sys.argv[1])
with tempfile.TemporaryDirectory() as scratch:
    out = os.path.join(scratch, "callgrind.out")
    subprocess.run(["valgrind", "--tool=callgrind", "--dump-instr=yes", "--compress-strings=no", "--compress-pos=no", "--combine-dumps=yes",
                    f"--callgrind-out-file={out}", program, *sys.argv[2:]], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # "0xADDRESS LINE COST", below "ob=FILE" and "fn=NAME"; the line after "calls=" is the cost of the called function
    executed, checked, total, here, function, skip = {}, 0, 0, False, "", False
    for line in open(out, errors="replace"):
        if line.startswith("ob="):
            here = os.path.realpath(line[3:].strip()) == program
        elif line.startswith("fn="):
            function = line[3:].strip()
        elif line.startswith("calls="):
            skip = True
            if re.search(r"__\w+_chk$", called):
                checked += int(line[6:].split()[0])
        elif line.startswith("cfn="):
            called = line[4:].strip()
        elif line.startswith("0x"):
            address, _, cost = line.split()[:3]
            if skip:
                skip = False
                continue
            total += int(cost)
            if here:
                executed[int(address, 16)] = executed.get(int(address, 16), 0) + int(cost)
guards = set()
for line in subprocess.run(["objdump", "-d", "--no-show-raw-insn", program], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines():
    if "%fs:0x28" in line:
        guards.add(int(line.split(":")[0], 16))
# The load offset, in pages, at which most of its guards were executed.
spread = {}
for at in executed:
    for guard in list(guards)[:200]:
        if (at - guard) % 4096 == 0:
            spread[at - guard] = spread.get(at - guard, 0) + 1
base = max(spread, key=spread.get, default=0)
guarded = sum(executed.get(base + guard, 0) for guard in guards)
share = (3 * guarded + 4 * checked) / total
print(f"{total:,} instructions, {guarded // 2:,} guarded calls, {checked:,} checked copies: {100 * share:.2f} % is hardening")
