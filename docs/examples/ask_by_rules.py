#!/usr/bin/env python3
"""ask_by_rules.py ASK-ARGUMENTS…: words of the title answer what they can, a person is asked the rest.

A labelling function before the person: questions whose title has a word of one class alone are answered under the
name "rules", so that whoever looks at the answers later sees who said what; the others go to the terminal.
"""
import json
import subprocess
import sys

WORDS = {"DB": ("database", "query", "sql", "transaction"), "DM": ("mining", "cluster", "pattern"),
         "IR": ("retrieval", "search", "document"), "ML": ("learning", "kernel", "neural")}


def by_rules(title):
    found = {label for label, words in WORDS.items() for word in words if word in title.lower()}
    return found.pop() if len(found) == 1 else None


def by_person(question):
    guess = question["prediction"]
    print(f"\n{question['item']}: {question['fields']}" + (f"\n  {guess['class']}, {guess['confidence']:.0%}?" if guess else ""))
    return input(f"  {' '.join(question['classes'])}, empty for \"don't know\": ").strip()


def main():
    ask = subprocess.Popen(["querent", "ask", *sys.argv[1:], "--classes", ",".join(WORDS), "--json"], stdin=subprocess.PIPE,
                           stdout=subprocess.PIPE, text=True)
    for line in ask.stdout:
        said = json.loads(line)
        if said["type"] == "done":
            return print("done:", said["reason"])
        if said["type"] == "refused":
            print("refused:", said["error"])
        if said["type"] != "question":
            continue
        answer, by = by_rules(" ".join(said["fields"].values())), "rules"
        try:
            if answer is None:
                answer, by = by_person(said), "me"
            reply = {"answer": answer} if answer else {"unknown": True}
            reply = {"id": said["id"], "by": by, "key": f"{by} {said['id']}", **reply}
        except EOFError:  # the person went home: nothing is lost
            reply = {"quit": True}
        print(json.dumps(reply), file=ask.stdin, flush=True)


main()
