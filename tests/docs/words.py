#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""words.py QUERENT SOURCE_DIR: plain words in pages, help and comments.

Counts habits of language that make a reader stop. A page may have as many as ALLOWED has for it, comments at most
MOST_IN_COMMENTS per 1,000 words; these numbers only fall. Checks that every option has a sentence that does not begin with a
preposition or a question word, that the first paragraph of every page names its readers, and that no line of a page has more
than 120 characters outside tables and code.
"""
import glob
import os
import re
import subprocess
import sys

PRIVATE = ["slips?", "second looks?", "doubted", "desk", "answer book", "contestants?", "kept back", "held back", "foretells?",
           "foretold", "lent"]
HABITS = {
    "'a' for 'per'": r"\b(?:one|two|three|ten|\d+|nodes?|edges?|lines?|labels?|answers|bytes|rows?|columns) an? (?:class|line|row|node|run|second|feature|column|edge|item|file|question|entry|round|rank)\b",
    "a quantity that speaks": r"\b(?:tells?|told|hears?|heard|knows?|says?|said) (?:of|nothing|little|most|less|by|so|what|which|whether|how)\b|\b(?:is|are|was|were) (?:told|said|heard)\b",
    "who as a subject": r"\b(?:[Ww]hoever|[Ss]omebody|[Nn]obody)\b",
    "what as a subject": r"(?:^|[.;:,(] )[Ww]hat (?:is|are|was|has|have|comes?|lies|stands|all|it|they|an?|the) ",
    "no as a predicate": r"\b(?:is|are) (?:no|none|nothing) (?!longer)\w+",
    "a fragment with of": r"^Of [a-z]|\b(?:than|as|of) before\b",
    "private words": rf"\b(?:{'|'.join(PRIVATE)})\b",
    "for in place of instead of": r"[\d.]+ for \.?\d+\b",
}
IN_PAGES = {
    "a commit": r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7}\b",
    "an issue": r"\bissue \d+\b",
    "a path outside": r"\.\./shared",
}
LONGEST = 120
ALLOWED = {"learners/README.md": 3}  # all other pages: 0
MOST_IN_COMMENTS = 0.2  # hits per 1,000 words
SOURCES = ["apps", "cmake", "datasets", "docs", "graph", "learners", "spectral", "tests"]
MARKS = {".cpp": "//", ".hpp": "//", ".h": "//", ".c": "//", ".js": "//", ".py": "#", ".cmake": "#", ".sh": "#"}
WHOM = r"\b[Ff]or\b[^.:]*\b(?:users?|readers?|programs?|programmers|annotators?|everyone|developers|reviewer|looking up)\b"


def pages(source):
    names = [name for folder in ("", "docs/", "docs/ask/", "docs/notes/") for name in glob.glob(folder + "*.md", root_dir=source)]
    return sorted({*names, "learners/README.md", "datasets/README.md"})


def prose(text):
    """[(line number, line)] outside code and comments."""
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith("    ") and not line.startswith("<!--"):
            yield number, line


def habits_of(lines, habits):
    """[(line number, habit, the words found)]"""
    return [(number, habit, found[0]) for number, line in lines for habit, pattern in habits.items() for found in re.finditer(pattern, line)]


def check_page(name, text):
    wrong, found = [], habits_of(prose(text), {**HABITS, **IN_PAGES})
    allowed = ALLOWED.get(name, 0)
    if len(found) > allowed:
        wrong += [f"{name}:{number}: {habit}: {what}" for number, habit, what in found] + [f"{name}: {len(found)} of them, {allowed} are allowed"]
    wrong += [f"{name}:{number}: a line of {len(line)} characters" for number, line in prose(text)
              if len(line) > LONGEST and not line.lstrip().startswith(("|", "!["))]
    paragraphs = [part for part in text.split("\n\n") if not part.startswith(("#", "<!--"))]
    if name != "README.md" and not re.search(WHOM, paragraphs[0].replace("\n", " ")):
        wrong.append(f"{name}: its first paragraph does not name its readers")
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
        found = habits_of(enumerate(printed("help", topic).split("\n"), 1), {**HABITS, **IN_PAGES})
        wrong += [f"querent help {topic}:{number}: {habit}: {what}" for number, habit, what in found]
    return len(table), wrong


def comments(source):
    """[("FILE:line", comment)] of the sources; tests/data has files of other programs."""
    for folder in SOURCES:
        for where, folders, names in os.walk(os.path.join(source, folder)):
            folders[:] = [name for name in folders if name != "data"]
            for name in sorted(names):
                mark = MARKS.get(os.path.splitext(name)[1])
                if mark is None:
                    continue
                path = os.path.join(where, name)
                with open(path, encoding="utf-8") as file:
                    for number, line in enumerate(file, 1):
                        if (at := line.find(mark)) >= 0:
                            yield f"{os.path.relpath(path, source)}:{number}", line[at:].lstrip("/#<! ").rstrip()


def check_comments(source):
    """(hits per 1,000 words, what is wrong)."""
    lines = list(comments(source))
    found = habits_of(lines, HABITS)
    rate = 1000 * len(found) / sum(len(re.findall(r"[A-Za-z]{2,}", line)) for _, line in lines)
    if rate <= MOST_IN_COMMENTS:
        return rate, []
    return rate, [f"{place}: {habit}: {what}" for place, habit, what in found] + [f"{rate:.2f} per 1,000 words of comments, {MOST_IN_COMMENTS} are allowed"]


def main():
    querent, source = sys.argv[1:3]
    names = pages(source)
    options, wrong = check_help(querent)
    for name in names:
        with open(os.path.join(source, name), encoding="utf-8") as page:
            wrong += check_page(name, page.read())
    rate, in_comments = check_comments(source)
    wrong += in_comments
    print("\n".join(wrong))
    print(f"{len(names)} pages, {options} options, {rate:.2f} hits per 1,000 words of comments, {len(wrong)} wrong")
    return 1 if wrong or options < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
