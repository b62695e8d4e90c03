#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""report.py BUILD_DIR SOURCE_DIR [--files] [--missed PATTERN] [--check]: lines and branches that the tests of the libraries ran.

Reads gcov's own counts (gcc 12, --json-format). Two things are not counted as branches:

- the edge by which an exception leaves a call (`throw`): gcc gives one to nearly every call that may
  allocate, so that most of them are "out of memory at this very place";
- a second instantiation of the same source: a branch of a template is taken when any type took it. Debian's
  gcovr 5.2 cannot merge them, and asks that each of sixteen kernels takes both sides of every `if`.

The tables of datasets/catalogue_*.cpp are data: their branches are the clean-up of half-built lists. With --check it
ends with 1 when a share is below its target.
"""
import collections, json, os, re, subprocess, sys

TARGET_LINES, TARGET_BRANCHES = 95.0, 85.0
TABLES = re.compile(r"datasets/catalogue_\w+\.cpp")
FOLDERS = ("graph", "spectral", "learners", "datasets")


def counts(build, source):
    """{file: ({line: count}, {(line, branch): count})}, summed over objects and instantiations."""
    lines = collections.defaultdict(lambda: collections.defaultdict(int))
    branches = collections.defaultdict(lambda: collections.defaultdict(int))
    data = [os.path.join(where, name) for where, _, names in os.walk(build) for name in names
            if name.endswith(".gcda") and "CompilerId" not in name]
    for at in range(0, len(data), 8):
        run = subprocess.run(["gcov", "--json-format", "--branch-probabilities", "--stdout", *data[at:at + 8]],
                             capture_output=True, text=True, cwd=build, check=True)
        for unit in run.stdout.splitlines():
            for file in json.loads(unit)["files"]:
                path = os.path.realpath(os.path.join(build, file["file"]))
                name = os.path.relpath(path, source)
                if not name.startswith(tuple(folder + "/" for folder in FOLDERS)) or TABLES.match(name):
                    continue
                for line in file["lines"]:
                    number = line["line_number"]
                    lines[name][number] += line["count"]
                    kept = [b for b in line["branches"] if not b["throw"]]
                    for i, branch in enumerate(kept):
                        # instantiations that differ in their number of branches are kept apart
                        branches[name][number, len(kept), i] += branch["count"]
    return lines, branches


def share(covered, all_of_them):
    return 100.0 * covered / max(1, all_of_them)


def main():
    build, source = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
    lines, branches = counts(build, source)
    if "--missed" in sys.argv:
        pattern = sys.argv[sys.argv.index("--missed") + 1]
        for name in sorted(n for n in lines if re.search(pattern, n)):
            text = open(os.path.join(source, name), encoding="utf-8").read().split("\n")
            for number in sorted(lines[name]):
                of_line = {key: c for key, c in branches[name].items() if key[0] == number}
                missed = sum(c == 0 for c in of_line.values())
                if lines[name][number] == 0 or missed:
                    print(f"{name}:{number}: ran {lines[name][number]}, {missed} of {len(of_line)} branches missed: "
                          f"{text[number - 1].strip()[:80]}")
        return 0
    print(f"{'':12}{'lines':>16}{'branches':>24}")
    failed = False
    for folder in FOLDERS + ("",):
        of_folder = [n for n in lines if n.startswith(folder + "/" if folder else "")]
        ls = [c for n in of_folder for c in lines[n].values()]
        bs = [c for n in of_folder for c in branches[n].values()]
        ran, taken = sum(c > 0 for c in ls), sum(c > 0 for c in bs)
        print(f"{folder or 'together':12}{share(ran, len(ls)):6.1f} % of {len(ls):5}"
              f"{share(taken, len(bs)):12.1f} % of {len(bs):5}")
        failed |= not folder and (share(ran, len(ls)) < TARGET_LINES or share(taken, len(bs)) < TARGET_BRANCHES)
    if "--files" in sys.argv:
        for name in sorted(lines, key=lambda n: -sum(c == 0 for c in branches[n].values())):
            print(f"{name:60}{sum(c == 0 for c in lines[name].values()):5} lines and "
                  f"{sum(c == 0 for c in branches[name].values()):5} of {len(branches[name])} branches missed")
    if failed:
        print(f"below the targets: {TARGET_LINES} % of lines, {TARGET_BRANCHES} % of branches", file=sys.stderr)
    return 1 if failed and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
