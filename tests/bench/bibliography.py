#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bibliography.py QUERENT MAKE_DUMP WORKS: a synthetic dump of OpenAlex becomes a co-author graph: by querent; its authors are
taken out by jq; by Python's json and a Counter of pairs it becomes the same edges. CPU seconds and peak memory of each."""
import os, resource, subprocess, sys, tempfile

PYTHON = """
import collections, itertools, json, sys
edges = collections.Counter()
for line in open(sys.argv[1], encoding="utf-8"):
    people = sorted({a["author"]["id"] for a in json.loads(line)["authorships"]})
    edges.update(itertools.combinations(people, 2))
print(len(edges))
"""


def measured(command, **options):
    """Its output, CPU seconds, and the peak of its memory in MB."""
    pid_file = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options)
    out = pid_file.stdout.read()
    _, status, usage = os.wait4(pid_file.pid, 0)
    assert status == 0, command
    return out, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    querent, make_dump, works = sys.argv[1], sys.argv[2], sys.argv[3]
    with tempfile.TemporaryDirectory() as tmp:
        dump = os.path.join(tmp, "dump.jsonl")
        with open(dump, "wb") as file:
            subprocess.run([make_dump, works], stdout=file, check=True)
        size = os.path.getsize(dump) / 1e6
        incidences = 0
        rows = []
        out, cpu, peak = measured([querent, "graph", dump, "--kind", "coauthors", "--out", tmp + "/g", "--words", "0", "--json", "--quiet"])
        import json
        manifest = json.loads(out)
        incidences = manifest["people"]["mentions"]
        rows.append(("querent graph", cpu, peak, manifest["graph"]["edges"]))
        try:
            out, cpu, peak = measured(["jq", "-c", "[.authorships[].author.id]", dump])
            rows.append(("jq, authors alone", cpu, peak, 0))
        except FileNotFoundError:
            print("no jq here")
        out, cpu, peak = measured([sys.executable, "-c", PYTHON, dump])
        rows.append(("Python json, Counter", cpu, peak, int(out)))
        print(f"{works} works, {size:.0f} MB, {incidences} incidences")
        for name, cpu, peak, edges in rows:
            print(f"{name:22} {cpu:8.1f} s CPU  {size / cpu:7.1f} MB/s  {peak:8.0f} MB peak"
                  f"  {peak * 1e6 / max(incidences, 1):6.1f} bytes an incidence" + (f"  {edges} edges" if edges else ""))


main()
