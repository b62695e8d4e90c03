#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""snippets.py QUERENT SOURCE_DIR PAGE.md…: runs the ```console blocks of the pages and compares what they print.

A line that begins with `$ ` is a command, run by bash in a directory of its own page; the lines behind it are what it
prints, standard output then standard error. `…` stands for anything, within a line or for whole lines;
`[exit 3]` is the exit code, 0 otherwise; measured seconds may differ. A page says what a block needs in a comment before it:

    <!-- needs: cora -->       a data set, by its name: skipped, and said, where it cannot be had without a network
    <!-- files: cora -->       the same, with its files in the directory
    <!-- shared: a/b.xz -->    a file of ../shared/data, put into the directory: skipped where that is not there
    <!-- modules: a b -->      modules of Debian's Python that the block's scripts import: skipped without them
    <!-- not run: why -->      a block for a person's own files or machine

docs/ lies in the directory, too, for the scripts that pages name.
"""
import os, re, shutil, subprocess, sys, tempfile


def commands(block):
    """[(command, [lines expected], exit code)]"""
    found = []
    for line in block.rstrip("\n").split("\n"):
        if line.startswith("$ "):
            found.append([line[2:], [], 0])
        elif found and found[-1][0].endswith("\\"):
            found[-1][0] = found[-1][0][:-1] + line.strip()
        elif match := re.fullmatch(r"\[exit (\d+)\]", line):
            found[-1][2] = int(match[1])
        else:
            found[-1][1].append(line)
    return found


def timeless(line):
    return re.sub(r"\b\d+\.\d+ s\b|\b\d+\.\d{3}$", "SECONDS", re.sub(r"[ \t]+", " ", line).strip())


def matches(expected, printed):
    """Whether the lines are those expected, blanks aside: a line … stands for any number of lines."""
    pattern = "".join("(?:.*\n)*?" if line.strip() == "…" else
                      r"[ \t]*".join(".*?".join(re.escape(part) for part in word.split("…"))
                                     for word in timeless(line).split()) + r"[ \t]*\n" for line in expected)
    # a slow machine sees lines of progress, one each ten seconds
    printed = [line for line in printed if not re.search(r"\d %  .* left  ", line)]
    squeezed = "".join(timeless(line) + "\n" for line in printed)
    return re.fullmatch(pattern, squeezed) is not None


def main():
    querent, source, pages = sys.argv[1], sys.argv[2], sys.argv[3:]
    ran = failed = skipped = 0
    for page in pages:
        text = open(os.path.join(source, page), encoding="utf-8").read()
        with tempfile.TemporaryDirectory() as work:
            environment = dict(os.environ, PATH=f"{os.path.dirname(querent)}:{os.environ['PATH']}", LC_ALL="C.UTF-8",
                               QUERENT_CACHE=os.path.join(work, ".cache"), OMP_NUM_THREADS="1")
            os.makedirs(os.path.join(work, "build/release"))  # where the README's program lies
            os.symlink(os.path.dirname(os.path.realpath(querent)), os.path.join(work, "build/release/apps"))
            os.symlink(os.path.join(source, "docs"), os.path.join(work, "docs"))
            mirror = os.path.join(os.environ.get("QUERENT_SHARED", os.path.join(source, "..", "shared")), "data")
            if "QUERENT_MIRROR" not in environment and os.path.isdir(mirror):
                environment["QUERENT_MIRROR"] = "file://" + os.path.realpath(mirror)
            for marks, block in re.findall(r"((?:<!-- [^\n]* -->\n)*)```console\n(.*?)```", text, re.S):
                if why := re.search(r"<!-- not run: (.*?) -->", marks):
                    print(f"skip  {page}: {why[1]}")
                    skipped += 1
                    continue
                missing = []
                for kind, name in re.findall(r"<!-- (needs|files): (\S+) -->", marks):
                    found = subprocess.run([querent, "datasets", "path", name], env=environment, capture_output=True,
                                           text=True)
                    if found.returncode != 0:
                        missing.append(name)
                    for file in found.stdout.split("\n") if kind == "files" and not missing else []:
                        if file:
                            shutil.copy(file, work)
                for name in re.findall(r"<!-- shared: (\S+) -->", marks):
                    if os.path.isfile(os.path.join(mirror, name)):
                        shutil.copy(os.path.join(mirror, name), work)
                    else:
                        missing.append(name)
                for names in re.findall(r"<!-- modules: ([\w ]+) -->", marks):
                    found = subprocess.run(["/usr/bin/python3", "-c", "import " + names.strip().replace(" ", ", ")], capture_output=True)
                    if found.returncode != 0:
                        missing.append(f"the Python modules {names}")
                if missing:
                    print(f"skip  {page}: needs {', '.join(missing)}")
                    skipped += 1
                    continue
                for command, expected, code in commands(block):
                    run = subprocess.run(["bash", "-c", command], cwd=work, env=environment, capture_output=True, text=True)
                    printed = (run.stdout + run.stderr).rstrip("\n").split("\n") if run.stdout + run.stderr else []
                    ran += 1
                    if run.returncode != code or (expected and not matches(expected, printed)):
                        failed += 1
                        print(f"WRONG {page}: $ {command}\n      exit {run.returncode}, expected {code}")
                        print("\n".join("      printed: " + line for line in printed[:30]))
                        print("\n".join("      page:    " + line for line in expected))
    print(f"{ran} commands ran, {failed} wrong, {skipped} blocks skipped")
    return 1 if failed or (ran == 0 and skipped == 0) else 0


if __name__ == "__main__":
    sys.exit(main())
