#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""pseudo_code.py SOURCE: rejects pseudo-code in opening comments that a formatter has wrapped like prose.

A line of pseudo-code (indented by three blanks or more after //) is a statement; continuation lines are indented further. In a wrapped
block a line ends in the middle of a sentence or formula, so close to column 100 that the next line's first word would not have fit, and
the next line begins in the same column without a statement of its own.
"""
import os, re, sys

LIMIT = 100


def opening_block(path):
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        line = line.rstrip("\n")
        if not line.startswith("//"):
            return
        yield number, line


def indent(line):
    return len(line) - len(line[2:].lstrip(" "))


STATEMENT = re.compile(r"((?![A-Za-z]{3})\S+\s+){0,4}[=←∝≈]|[^\s:]+:|(if|else|for|while|receive|ask|return)\b|field")
FORMULA = re.compile(r"[=←∝≈|]")
UNFINISHED = re.compile(r"([a-z]{2,}|[=+−·/:,])$")


def torn(path):
    block = list(opening_block(path))
    text = "\n".join(line for _, line in block)
    with_formula = {line for part in text.split("\n//\n") if FORMULA.search(part) for line in part.split("\n")}
    for (number, line), (_, after) in zip(block, block[1:]):
        if line not in with_formula or indent(line) < 5 or indent(line) != indent(after):  # a reference has no formula
            continue
        words = after[2:].split()
        full = words and len(line) + 1 + len(words[0]) > LIMIT
        if full and (words[0][0] in "/+−·=" or (UNFINISHED.search(line) and not STATEMENT.match(after[2:].strip()))):
            yield number, line


def main():
    found = []
    for folder in ("learners", "spectral", "graph"):
        for where, _, names in os.walk(os.path.join(sys.argv[1], folder)):
            for name in sorted(names):
                if name.endswith((".hpp", ".cpp")):
                    path = os.path.join(where, name)
                    found += [f"{os.path.relpath(path, sys.argv[1])}:{n}: {line}" for n, line in torn(path)]
    if found:
        sys.exit("a statement of pseudo-code runs into the next one — give each statement its own line, and indent continuation lines:\n"
                 + "\n".join(found))


main()
