#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""executions.py LOGS: tabulates libFuzzer's final statistics of each run (`./dev fuzz` stores them in LOGS/TARGET.log): executions
per target, runs, peak memory, and the defect found, if any. Exits with 1 if there is a defect."""
import pathlib, re, sys

total = broken = 0
print(f"{'target':24}{'executions':>12}{'runs':>6}{'MB':>6}")
for log in sorted(pathlib.Path(sys.argv[1]).glob("*.log")):
    text = log.read_text(errors="replace")
    runs = [int(n) for n in re.findall(r"stat::number_of_executed_units:\s*(\d+)", text)]
    peaks = [int(n) for n in re.findall(r"stat::peak_rss_mb:\s*(\d+)", text)]
    found = re.findall(r"^(?:SUMMARY|==\d+== ?ERROR|==\d+==ERROR).*", text, re.M)
    total += sum(runs)
    broken += bool(found)
    print(f"{log.stem:24}{sum(runs):12,}{len(runs):6}{max(peaks, default=0):6}{'  ' + found[0] if found else ''}")
print(f"{total:,} executions, {broken} targets broken")
sys.exit(broken > 0)
