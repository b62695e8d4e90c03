#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bibliography.py QUERENT DUMP_PROGRAM WORKS [AUTHORS [PAD]]: querent converts a synthetic dump of OpenAlex to
a co-author graph; jq extracts the ids of its authors; Python's json and a Counter of pairs make the same edges. Prints CPU seconds of user
and system (all threads), MB of JSON per CPU second, and the peak memory. The graph itself: 12 bytes for each end of an edge."""
import json, os, subprocess, sys, tempfile

PYTHON = """
import collections, itertools, json, sys
edges = collections.Counter()
for line in open(sys.argv[1], encoding="utf-8"):
    people = sorted({a["author"]["id"] for a in json.loads(line)["authorships"]})
    edges.update(itertools.combinations(people, 2))
print(len(edges))
"""


def measured(command):
    """Its output, CPU seconds, and the peak of its memory in bytes."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        assert status == 0, command
        out.seek(0)
        return out.read(1 << 24), usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def main():
    querent, make_dump, works = sys.argv[1:4]
    rest = sys.argv[4:]
    with tempfile.TemporaryDirectory() as tmp:
        dump = os.path.join(tmp, "dump.jsonl")
        with open(dump, "wb") as file:
            subprocess.run([make_dump, works, "0", *(rest or ["0"])], stdout=file, check=True)
        size = os.path.getsize(dump) / 1e6
        out, cpu, peak = measured([querent, "graph", dump, "--kind", "coauthors", "--out", tmp + "/g", "--words", "0", "--json",
                                   "--max-group", "0", "--quiet"])
        manifest = json.loads(out)
        incidences, edges = manifest["people"]["mentions"], manifest["graph"]["edges"]
        print(f"{works} works, {size:.0f} MB, {incidences} incidences, {manifest['graph']['nodes']} people, {edges} edges "
              f"({24 * edges / 1e6:.0f} MB as a graph)", flush=True)

        def say(name, cpu, peak, edges=None):
            print(f"{name:22} {cpu:7.1f} s CPU {size / cpu:7.1f} MB/s {peak / 1e6:7.0f} MB peak, {peak / incidences:6.1f} bytes per incidence"
                  + (f", {edges} edges" if edges else ""), flush=True)

        say("querent graph", cpu, peak, edges)
        _, cpu, peak = measured(["jq", "-c", "[.authorships[].author.id]", dump])
        say("jq, only the ids", cpu, peak)
        if incidences < 20_000_000:
            out, cpu, peak = measured([sys.executable, "-c", PYTHON, dump])
            assert int(out) == edges, (int(out), edges)
            say("Python json, Counter", cpu, peak, edges)


main()
