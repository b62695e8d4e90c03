#!/usr/bin/env python3
"""answer_by_words.py RULES: answers the questions of `querent ask --answerer` by words: each line of RULES has a class,
a tab and a word, and the class with most words in an item's text is the answer."""
import json, sys

rules = [line.rstrip("\n").lower().split("\t") for line in open(sys.argv[1]) if "\t" in line]
for line in sys.stdin:
    question = json.loads(line)
    words = " ".join(question["fields"].values()).lower().split()
    count = {name: sum(words.count(word) for known, word in rules if known == name.lower()) for name in question["classes"]}
    best = sorted((name for name in count if count[name]), key=lambda name: -count[name])
    print(json.dumps({"answers": best} if best else {"unknown": True}), flush=True)
