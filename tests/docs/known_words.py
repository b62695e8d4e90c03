#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""known_words.py QUERENT SOURCE_DIR: every command in the project's pages, also those that take too long to run,
uses existing commands, options, learners and query rules; every ./dev command, script and page that is named exists."""
import json, os, re, subprocess, sys

from pages import commands, pages, words_of

querent, source = sys.argv[1], sys.argv[2]


def printed(*arguments):
    return subprocess.run([querent, *arguments], check=True, capture_output=True, text=True).stdout


def options_by_command():
    """From the table in docs/options.md."""
    options, command = {}, None
    for line in printed("help", "--as", "markdown").split("\n"):
        if line.startswith("## Options of several commands"):
            command = None
        elif line.startswith("## "):
            command = options.setdefault(line[3:].strip(), {"--help"})
        elif line.startswith("| `-"):
            cells = line.removesuffix(" |").split(" | ")
            of = [command] if command is not None else [options[name] for name in cells[-1].split(", ")]
            for one in of:
                one.update(re.findall(r"(--?[a-z][a-z-]*)", cells[0]))
    return options


known = options_by_command()
names = json.loads(printed("learners", "--json"))
learners = {learner["name"] for learner in names["learners"]}
rules = {rule["name"] for rule in names["query_rules"]}
dev = set(re.findall(r"^  ([a-z0-9|-]+)\)$", open(os.path.join(source, "dev"), encoding="utf-8").read(), re.M)) | {"help"}
wrong = seen = 0
all_pages = pages(source)
for page, text in all_pages.items():
    problems = []
    for line in commands(text):
        words = words_of(line)
        if words and words[0] in known:
            seen += 1
            for word in words[1:]:
                option = word.split("=")[0]
                if re.fullmatch(r"--[a-z][a-z-]*", option) and option not in known[words[0]]:
                    problems.append(f"querent {words[0]} has no option {option}: {line.strip()}")
            for flag, there in (("--learner", learners), ("--query", rules)):
                for word, value in zip(words, words[1:]):
                    if word == flag and re.fullmatch(r"[\w-]+(:[\d.]+)?", value) and value.split(":")[0] not in there | {"NAME", "RULE"}:
                        problems.append(f"no {flag[2:]} {value}: {line.strip()}")
        elif words and re.fullmatch(r"[a-z]+", words[0]) and re.match(r"(\$ )?(mpirun [^`]*)?querent ", line.strip()):
            problems.append(f"no command querent {words[0]}: {line.strip()}")
        for word in re.findall(r"\./dev ([a-z0-9]+)", line):
            if word not in dev:
                problems.append(f"no ./dev {word}")
        for name in re.findall(r"(?<![\w/])((?:docs|tests)/[\w/.-]+\.(?:py|md|sh|slurm|cpp|hpp|png))\b", line):
            if not os.path.exists(os.path.join(source, name)):
                problems.append(f"no file {name}")
    for problem in dict.fromkeys(problems):
        print(f"{page}: {problem}")
    wrong += len(problems)
print(f"{seen} commands in {len(all_pages)} pages")
sys.exit(1 if wrong or seen < 50 else 0)
