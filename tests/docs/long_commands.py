#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""long_commands.py QUERENT SOURCE_DIR: starts every command of the pages that snippets.py does not run because it takes too long.
Names in capitals are replaced, and a command that has not ended after some CPU seconds gets Ctrl-C. Exit code 0 is right, or 130 after
Ctrl-C. The test is skipped without a mirror of the data sets."""
import os, re, shlex, signal, subprocess, sys, tempfile, time
from pathlib import Path

from pages import commands, pages, words_of

TO_THE_END = ("train", "predict")  # others need their output
SECONDS = 1  # CPU seconds, enough to read the data and play the first runs, also on a busy machine
PATIENCE = 60  # wall seconds, for commands that wait
# Replacements of words in capitals; those of a page come first.
STANDS_FOR = {
    "SET": "cora", "L": "normalized", "E": "one-hot", "h=H": "h=1e-3", "N": "1", "T": "2", "DIR": "out", "FILE": "rows.svm",
    "NAME": "cora", "EDGES": "edges.tsv", "LABELS": "labels.tsv", "NAME.shards": "edges.tsv", "NAME.npy": "edges.npy",
    "pl1m.edges.zst": "edges.tsv", "pl1m.labels": "labels.tsv", "…": "PAA-I",
}
DATA_OF = {"d-ada": "spam_corpus", "paa": "a9a"}
# `datasets` and `merge` need a user's own files; `help` and `learners` have their own tests.
COMMANDS = ("run", "train", "predict", "sweep", "reproduce", "embed", "inspect")


def filled(words):
    paper = words[1] if words[0] == "reproduce" else ""
    for word in words:
        word = STANDS_FOR.get(word, word) if word != "NAME" else DATA_OF.get(paper, STANDS_FOR["NAME"])
        yield word.split("|")[0] if re.fullmatch(r"\d(\|\d)+", word) else word


def lines_to_run():
    """(page, words) of every command once, in the order of the pages."""
    seen = set()
    for page, text in pages(source).items():
        if page in ("CHANGELOG.md", "docs/options.md"):
            continue
        text = re.sub(r"```console\n.*?```", "", text, flags=re.S)
        for line in commands(text):
            words = list(words_of(line))
            if len(words) < 2 or words[0] not in COMMANDS or tuple(words) in seen:
                continue
            if "--help" in words or "mpirun" in line or (words[0] in ("run", "train") and "--learner" not in words):
                continue  # also commands that name only a source
            seen.add(tuple(words))
            yield page, list(filled(words))


def computed(pid):
    """CPU seconds of a process and of the children it has waited for."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def played(program, standard_input, to_the_end):
    """Its output, and the right exit codes."""
    ends = time.monotonic() + PATIENCE
    while True:
        try:
            return program.communicate(standard_input, timeout=2 * PATIENCE if to_the_end else 0.05)[1], (0,)
        except subprocess.TimeoutExpired:
            standard_input = None
            if to_the_end or computed(program.pid) > SECONDS or time.monotonic() > ends:
                program.send_signal(signal.SIGINT)
                return program.communicate()[1], (0, 130)


querent, source = sys.argv[1], sys.argv[2]
ran = wrong = 0
with tempfile.TemporaryDirectory() as work:
    environment = dict(os.environ, QUERENT_CACHE=os.path.join(work, ".cache"), OMP_NUM_THREADS="1", LC_ALL="C.UTF-8")
    mirror = Path(os.environ.get("QUERENT_SHARED", os.path.join(source, "..", "shared")), "data")
    if "QUERENT_MIRROR" not in environment and mirror.is_dir():
        environment["QUERENT_MIRROR"] = "file://" + str(mirror.resolve())
    if "QUERENT_MIRROR" not in environment:
        print("skip: needs QUERENT_MIRROR, or ../shared/data")
        sys.exit(0)
    # three rings of eight nodes, one class each, joined; and rows of two classes
    Path(work, "edges.tsv").write_text("".join(
        f"{8 * c + i}\t{8 * c + j}\n" for c in range(3) for i in range(8) for j in range(i)) + "0\t8\n8\t16\n")
    Path(work, "labels.tsv").write_text("".join(f"{i}\tc{i // 8}\n" for i in range(24)))
    Path(work, "opinions.tsv").write_text("".join(f"{i}\tc{i // 9}\n" for i in range(24)))
    Path(work, "rows.svm").write_text("".join(f"{'+1' if i % 3 else -1} {1 + i % 3}:1 4:{i % 7}\n" for i in range(100)))
    Path(work, "grown.tsv").write_text(Path(work, "edges.tsv").read_text() + "0\t24\n1\t24\n")
    subprocess.run([querent, "embed", "--edges", "edges.tsv", "--dim", "2", "--out", "old.npy", "--quiet"], cwd=work, env=environment, check=True)
    for page, words in lines_to_run():
        standard_input = "+1 1:1 3:0.5 7:0.25\n-1 2:1\n" * 20 if "-" in words[1:] else ""
        program = subprocess.Popen([querent, *words], cwd=work, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        output, allowed = played(program, standard_input, words[0] in TO_THE_END)
        ran += 1
        if program.returncode not in allowed:
            wrong += 1
            print(f"WRONG {page}: querent {shlex.join(words)}\n      exit {program.returncode}\n      {output.strip()[-600:]}")
print(f"{ran} commands begun, {wrong} wrong")
sys.exit(1 if wrong or ran == 0 else 0)
