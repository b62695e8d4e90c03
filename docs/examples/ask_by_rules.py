#!/usr/bin/env python3
"""ask_by_rules.py ASK-ARGUMENTS…: rules on words of the title answer the clear questions, a person answers the others.

A labelling function before the person: a question whose title has words of only one class is answered under the name
"rules", so that the log shows which answers are the rules'; the others are asked at the terminal.
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
        message = json.loads(line)
        if message["type"] == "done":
            return print("done:", message["reason"])
        if message["type"] == "refused":
            print("refused:", message["error"])
        if message["type"] != "question":
            continue
        answer, by = by_rules(" ".join(message["fields"].values())), "rules"
        try:
            if answer is None:
                answer, by = by_person(message), "me"
            reply = {"answer": answer} if answer else {"unknown": True}
            reply = {"id": message["id"], "by": by, "key": f"{by} {message['id']}", **reply}
        except EOFError:  # the person has left; all answers are stored
            reply = {"quit": True}
        print(json.dumps(reply), file=ask.stdin, flush=True)


main()
