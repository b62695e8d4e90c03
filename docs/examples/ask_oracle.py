#!/usr/bin/env python3
"""ask_oracle.py EDGES LABELS N: answers the first N questions of `querent ask` from a file of labels."""
import json, subprocess, sys

edges, labels, n = sys.argv[1], sys.argv[2], int(sys.argv[3])
truth = dict(line.rstrip("\n").split("\t") for line in open(labels))
ask = subprocess.Popen(["querent", "ask", "--edges", edges, "--classes", ",".join(sorted(set(truth.values()))), "--out", "mine",
                        "--budget", str(n), "--json", "-q"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
right = 0
for line in ask.stdout:
    message = json.loads(line)
    if message["type"] == "question":
        answer = truth[message["item"]]
        right += bool(message["prediction"]) and message["prediction"]["class"] == answer
        print(json.dumps({"id": message["id"], "answer": answer}), file=ask.stdin, flush=True)
    elif message["type"] == "done":
        print(f"{n} answers, {right} of them guessed before; now: querent ask mine --export results")
        break
