#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""report.py BUILD_DIR SOURCE_DIR [--files] [--missed PATTERN] [--check]: lines and branches executed by the libraries' tests.

Reads the profiles that tests of a clang build wrote to BUILD_DIR/coverage (preset `sanitize`; llvm-cov 14). A branch is one side,
true or false, of a condition in the source: of an if, a loop, ?:, a case, and of each operand of && and ||.
Branches added by the compiler (exception paths, destruction of partial objects) are not counted. A template's
condition is true when it was true for any type. Not counted: conditions that the compiler decides (if constexpr,
while (true)) and those inside a macro (assert); nor the tables of datasets/catalogue_*.cpp, which are data. With --check it exits with 1
if a folder is below a target.
"""
import collections, glob, json, os, re, subprocess, sys

TARGET_LINES, TARGET_BRANCHES = 95.0, 85.0
TABLES = re.compile(r"datasets/catalogue_\w+\.cpp")
FOLDERS = ("graph", "spectral", "learners", "datasets")


def exported(build):
    merged = os.path.join(build, "coverage", "all.profdata")
    raw = glob.glob(os.path.join(build, "coverage", "*.profraw"))
    if not raw:
        raise SystemExit("no coverage profiles found: run ./dev coverage")
    subprocess.run(["llvm-profdata-14", "merge", "-sparse", *raw, "-o", merged], check=True)
    suites = sorted({os.path.basename(path).rsplit("-", 1)[0] for path in raw})  # NAME-….profraw is written by test_NAME
    first, *others = (os.path.join(build, "tests", "test_" + name) for name in suites)
    objects = [word for path in others for word in ("-object", path)]
    run = subprocess.run(["llvm-cov-14", "export", "-skip-functions", "-skip-expansions", "-instr-profile", merged, first, *objects],
                         stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)["data"][0]["files"]


def counts_of_lines(segments):
    """{line: count}: the largest count of the regions that begin in a line or extend into it (LineCoverageStats of LLVM)."""
    lines, reaching = {}, None
    of_line = collections.defaultdict(list)
    for line, _, count, has_count, is_entry, is_gap in segments:
        of_line[line].append((count, has_count, is_entry, is_gap))
    for line in range(min(of_line, default=1), max(of_line, default=0) + 1):
        here = of_line.get(line, [])
        entries = [count for count, has_count, is_entry, is_gap in here if has_count and is_entry and not is_gap]
        skipped = bool(here) and not here[0][1] and here[0][2]
        if not skipped and ((reaching and reaching[1]) or entries):
            lines[line] = max([reaching[0] if reaching else 0, *entries])
        reaching = here[-1] if here else reaching
    return lines


def decided_by_compiler(text, line, column):
    before = text[line - 1][:column - 1]
    return bool(re.search(r"if constexpr \($", before)) or text[line - 1][column - 1:].startswith(("true)", "false)"))


class Counts:
    """Counts of one file: {line: count}, {(line, column, end line, end column): [true, false]}."""

    def __init__(self, path):
        self.text = open(path, encoding="utf-8").read().split("\n")
        self.lines = collections.Counter()
        self.conditions = collections.defaultdict(lambda: [0, 0])

    def add(self, file):
        for line, count in counts_of_lines(file["segments"]).items():
            self.lines[line] += count
        for line, column, end_line, end_column, true, false, *_ in file["branches"]:
            # Columns count bytes.
            column = len(self.text[line - 1].encode()[:column - 1].decode()) + 1
            if not decided_by_compiler(self.text, line, column):
                sides = self.conditions[line, column, end_line, end_column]
                sides[0] += true
                sides[1] += false

    def ran(self):
        return sum(count > 0 for count in self.lines.values()), len(self.lines)

    def taken(self):
        return sum((true > 0) + (false > 0) for true, false in self.conditions.values()), 2 * len(self.conditions)


def share(parts):
    done, of = (sum(column) for column in zip(*parts)) if parts else (0, 0)
    return 100.0 * done / max(1, of), of


def main():
    build, source = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
    files = {}
    for file in exported(build):
        path = os.path.realpath(file["filename"])
        name = os.path.relpath(path, source)
        if name.startswith(tuple(folder + "/" for folder in FOLDERS)) and not TABLES.match(name):
            files.setdefault(name, Counts(path)).add(file)
    if "--missed" in sys.argv:
        pattern = sys.argv[sys.argv.index("--missed") + 1]
        for name, counts in sorted(files.items()):
            if not re.search(pattern, name):
                continue
            for line, count in sorted(counts.lines.items()):
                if count == 0:
                    print(f"{name}:{line}: never ran: {counts.text[line - 1].strip()[:90]}")
                for (at, column, end_line, end), (true, false) in sorted(counts.conditions.items()):
                    if at == line and count > 0 and not (true and false):
                        words = counts.text[at - 1].encode()[:end - 1 if end_line == at else None].decode()[column - 1:]
                        never = "evaluated" if true + false == 0 else "false" if true else "true"
                        print(f"{name}:{line}: never {never}: {words[:90]}")
        return 0
    print(f"{'':12}{'lines':>16}{'branches':>24}")
    below = []
    for folder in FOLDERS + ("",):
        parts = [counts for name, counts in files.items() if name.startswith(folder + "/" if folder else "")]
        (lines, of_lines), (branches, of_branches) = share([p.ran() for p in parts]), share([p.taken() for p in parts])
        print(f"{folder or 'together':12}{lines:6.1f} % of {of_lines:5}{branches:12.1f} % of {of_branches:5}")
        if lines < TARGET_LINES or branches < TARGET_BRANCHES:
            below.append(folder or "together")
    if "--files" in sys.argv:
        for name, counts in sorted(files.items(), key=lambda item: item[1].taken()[0] - item[1].taken()[1]):
            (ran, lines), (taken, branches) = counts.ran(), counts.taken()
            print(f"{name:60}{lines - ran:5} of {lines:4} lines and {branches - taken:4} of {branches:4} branches missed")
    if below:
        print(f"below {TARGET_LINES:g} % of lines or {TARGET_BRANCHES:g} % of branches: {', '.join(below)}", file=sys.stderr)
    return 1 if below and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
