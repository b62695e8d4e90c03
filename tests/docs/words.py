#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""words.py QUERENT SOURCE_DIR: plain words in pages and help.

Counts habits of language that a reader stumbles over; each page may have as many as ALLOWED says, and the numbers only
fall. Checks that every option has a sentence that does not begin with a preposition or a question word, that every page
says in its first paragraph for whom it is, and that no line of a page is longer than 120 characters outside tables and code.
"""
import glob
import os
import re
import subprocess
import sys

HABITS = {
    "'a' for 'per'": r"\b(?:one|two|three|ten|\d+|nodes?|edges?|lines?|labels?|answers|bytes|rows?|columns) an? (?:class|line|row|node|run|second|feature|column|edge|item|file|question|entry|round|rank)\b",
    "a quantity that speaks": r"\b(?:tells?|told|hears?|heard|knows?|says?|said) (?:of|nothing|little|most|less|by|so|what|which|whether|how)\b|\b(?:is|are|was|were) (?:told|said|heard)\b",
    "who as a subject": r"\b(?:[Ww]hoever|[Ss]omebody|[Nn]obody)\b",
    "what as a subject": r"(?:^|[.;:,(] )[Ww]hat (?:is|are|was|has|have|comes?|lies|stands|all|it|they|an?|the) ",
    "no as a predicate": r"\b(?:is|are) (?:no|none|nothing) (?!longer)\w+",
    "a fragment with of": r"^Of [a-z]|\b(?:than|as|of) before\b",
    "private words": r"\b(?:slips?|second looks?|doubted|desk|answer book|contestants?|kept back|held back|foretells?|foretold|lent)\b",
    "for in place of instead of": r"[\d.]+ for \.?\d+\b",
    "a commit": r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7}\b",
    "an issue": r"\bissue \d+\b",
    "a path outside": r"\.\./shared",
}
LONGEST = 120
# How many a page may have; the numbers only fall. Pages that are not named may have none.
ALLOWED = {"HACKING.md": 20, "docs/REPRODUCED.md": 10, "learners/README.md": 3}
FREE_LINES = {"HACKING.md", "docs/REPRODUCED.md"}  # whose lines may be longer
WHOM = r"\b[Ff]or\b[^.:]*\b(?:users?|readers?|programs?|programmers|annotators?|everyone|developers|reviewer|looking up)\b"


def pages(source):
    names = glob.glob("*.md", root_dir=source) + glob.glob("docs/*.md", root_dir=source) + glob.glob("docs/ask/*.md", root_dir=source)
    return sorted({*names, "learners/README.md", "datasets/README.md"})


def prose(text):
    """[(line number, line)] outside code and comments."""
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith("    ") and not line.startswith("<!--"):
            yield number, line


def habits_of(lines):
    """[(line number, habit, what was found)]"""
    return [(number, habit, found[0]) for number, line in lines for habit, pattern in HABITS.items() for found in re.finditer(pattern, line)]


def check_page(name, text):
    wrong, found = [], habits_of(prose(text))
    allowed = ALLOWED.get(name, 0)
    if len(found) > allowed:
        wrong += [f"{name}:{number}: {habit}: {what}" for number, habit, what in found] + [f"{name}: {len(found)} of them, {allowed} are allowed"]
    if name not in FREE_LINES:
        wrong += [f"{name}:{number}: a line of {len(line)} characters" for number, line in prose(text)
                  if len(line) > LONGEST and not line.startswith(("|", "!["))]
    paragraphs = [part for part in text.split("\n\n") if not part.startswith(("#", "<!--"))]
    if name not in ("README.md", "HACKING.md", "docs/REPRODUCED.md") and not re.search(WHOM, paragraphs[0].replace("\n", " ")):
        wrong.append(f"{name}: its first paragraph does not say for whom the page is")
    return wrong


def check_help(querent):
    def printed(*words):
        return subprocess.run([querent, *words], check=True, capture_output=True, text=True).stdout

    wrong = []
    table = [line for line in printed("help", "--as", "markdown").split("\n") if line.startswith("| `")]
    for line in table:
        cells = re.split(r"(?<!\\) \| ", line.strip("| "))
        meaning = cells[2] if len(cells) > 2 else ""
        if len(meaning.split()) < 2 or re.match(r"(?:Of|What|Who|Whose|Which|Where|By|In)\b", meaning):
            wrong.append(f"{cells[0]}: expected a sentence, found '{meaning}'")
    topics = printed("help", "--names", "topics").split()
    for topic in topics:
        found = habits_of(enumerate(printed("help", topic).split("\n"), 1))
        wrong += [f"querent help {topic}:{number}: {habit}: {what}" for number, habit, what in found]
    return len(table), wrong


def main():
    querent, source = sys.argv[1:3]
    names = pages(source)
    options, wrong = check_help(querent)
    for name in names:
        with open(os.path.join(source, name), encoding="utf-8") as page:
            wrong += check_page(name, page.read())
    print("\n".join(wrong))
    print(f"{len(names)} pages and {options} options, {len(wrong)} wrong")
    return 1 if wrong or options < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
