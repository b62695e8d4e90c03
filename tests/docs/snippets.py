#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""snippets.py QUERENT SOURCE_DIR [--write] [--all] PAGE.md…: runs the ```console blocks of the pages and compares their output;
--write updates the output in the page if it differs, --all fails if a block is skipped.

A line that begins with `$ ` is a command, run by bash in a directory of the page; the lines after it are its output, standard
output then standard error. `…` stands for anything, within a line or for whole lines; `[exit 3]` is the exit code, 0
otherwise; measured seconds may differ. A comment before a block has its requirements:

    <!-- needs: cora -->       a data set, by its name; the block is skipped with a message if it is not available offline
    <!-- files: cora -->       the same, with its files in the directory
    <!-- shared: a/b.xz -->    a file of the shared data, copied into the directory; the block is skipped without it
    <!-- modules: a b -->      modules of Debian's Python that the block's scripts import; the block is skipped without them
    <!-- before: COMMAND -->   makes files that a reader would have; not visible in the page
    <!-- keys: 1 2 q -->       each command is typed at a terminal, followed by these keys; ^C is Ctrl-C
    <!-- not run: why -->      a block that only ./dev type or a user runs

docs/ is in the directory, too, for the scripts that pages name.
"""
import os, pty, re, select, shutil, subprocess, sys, tempfile


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
    """Whether the lines are as expected, except for blanks: a line … stands for any number of lines."""
    pattern = "".join("(?:.*\n)*?" if line.strip() == "…" else
                      r"[ \t]*".join(".*?".join(re.escape(part) for part in word.split("…"))
                                     for word in timeless(line).split()) + r"[ \t]*\n" for line in expected)
    # on a slow machine there are lines of progress, one every ten seconds
    printed = [line for line in printed if not re.search(r"\d %  .* left  ", line)]
    squeezed = "".join(timeless(line) + "\n" for line in printed)
    return re.fullmatch(pattern, squeezed) is not None


def at_a_terminal(command, keys, work, environment):
    """The output of a command at a terminal; one of the keys is pressed each time it waits, the last one until the command ends."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(work)
        os.execvpe("bash", ["bash", "-c", command], environment)
    shown, keys = b"", list(keys)
    while True:
        if not select.select([terminal], [], [], 1.0)[0]:
            if keys:
                key = keys.pop(0) if len(keys) > 1 else keys[0]  # a key counts only while a question is shown
                os.write(terminal, b"\x03" if key == "^C" else key.encode())
            continue
        try:
            block = os.read(terminal, 65536)
        except OSError:
            break
        if not block:
            break
        shown += block
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown.decode(errors="replace").replace("\r", "")


def main():
    options = [word for word in sys.argv[1:] if word.startswith("--")]
    querent, source, *pages = [word for word in sys.argv[1:] if not word.startswith("--")]
    querent, source = os.path.abspath(querent), os.path.abspath(source)
    ran = failed = skipped = 0
    for page in pages:
        replaced = {}
        text = open(os.path.join(source, page), encoding="utf-8").read()
        with tempfile.TemporaryDirectory() as work:
            environment = dict(os.environ, PATH=f"{os.path.dirname(querent)}:{os.environ['PATH']}", LC_ALL="C.UTF-8",
                               QUERENT_CACHE=os.path.join(work, ".cache"), OMP_NUM_THREADS="1", TERM="dumb",
                               PYTHONPATH=os.path.join(os.path.dirname(os.path.realpath(querent)), "../python"), PYTHONDONTWRITEBYTECODE="1")
            os.makedirs(os.path.join(work, "build/release"))  # the path of the program in the README
            os.symlink(os.path.dirname(os.path.realpath(querent)), os.path.join(work, "build/release/apps"))
            os.symlink(os.path.join(source, "docs"), os.path.join(work, "docs"))
            mirror = os.path.join(os.environ.get("QUERENT_SHARED", os.path.join(source, "..", "shared")), "data")
            if "QUERENT_MIRROR" not in environment and os.path.isdir(mirror):
                environment["QUERENT_MIRROR"] = "file://" + os.path.realpath(mirror)
            for marks, block in re.findall(r"((?:<!-- [^\n]* -->\n)*)```console\n(.*?)```", text, re.S):
                if why := re.search(r"<!-- not run: (.*?) -->", marks):
                    typed = "./dev type" in why[1]
                    print(f"skip  {page}: {why[1]}")
                    skipped += not (typed and "--all" in options)
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
                    found = subprocess.run(["/usr/bin/python3", "-c", "import " + names.strip().replace(" ", ", ")], capture_output=True,
                                           env=environment)
                    if found.returncode != 0:
                        missing.append(f"the Python modules {names}")
                if missing:
                    print(f"skip  {page}: needs {', '.join(missing)}")
                    skipped += 1
                    continue
                for command in re.findall(r"<!-- before: (.*?) -->", marks):
                    subprocess.run(["bash", "-c", command], cwd=work, env=environment, check=True)
                keys = re.search(r"<!-- keys: (.*?) -->", marks)
                for command, expected, code in commands(block):
                    if keys:
                        exit_code, shown = at_a_terminal(command, keys[1].split(), work, environment)
                        ran += 1
                        if exit_code != code:
                            failed += 1
                            print(f"WRONG {page}: $ {command}\n      exit {exit_code}, expected {code}\n{shown[-600:]}")
                        continue
                    run = subprocess.run(["bash", "-c", command], cwd=work, env=environment, capture_output=True, text=True)
                    printed = (run.stdout + run.stderr).rstrip("\n").split("\n") if run.stdout + run.stderr else []
                    ran += 1
                    differs = expected and not matches(expected, printed)
                    if run.returncode != code or differs or ("--write" in options and "…" in [line.strip() for line in expected]):
                        failed += 1
                        if "--write" in options and run.returncode == code:
                            replaced[block] = replaced.get(block, block).replace("\n".join(["", *expected, ""]), "\n".join(["", *printed, ""]), 1)
                        print(f"WRONG {page}: $ {command}\n      exit {run.returncode}, expected {code}")
                        print("\n".join("      printed: " + line for line in printed[:30]))
                        print("\n".join("      page:    " + line for line in expected))
        for old, new in replaced.items():
            text = text.replace(old, new, 1)
        if replaced:
            open(os.path.join(source, page), "w", encoding="utf-8").write(text)
    print(f"{ran} commands ran, {failed} wrong, {skipped} blocks skipped")
    return 1 if failed or (ran == 0 and skipped == 0) or (skipped and "--all" in options) else 0


if __name__ == "__main__":
    sys.exit(main())
