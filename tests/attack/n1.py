#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every numeric option and parameter, from the program's own tables: a value that is no number, not finite, out of range or not
representable is rejected, with the option's name and as it was typed (exit 2), and a valid number is accepted. A new kind of value in
the table of options must be sorted here into numbers and others."""
import re, shutil
from attack import *

forks = Forks()
ring()
write("rows.csv", "a,b,c,k\n" + "".join(f"{i % 7},{i % 5},{i % 3},{i % 2}\n" for i in range(60)))
write("rows.svm", "".join(f"{i % 2} 1:{i % 7} 2:{i % 5}\n" for i in range(60)))
write("works.bib", "".join(f"@article{{w{i}, title={{Work {i}}}, author={{Doe, Jane and Roe, R{i}}}, year={{20{i:02}}}}}\n" for i in range(9)))
graph, rows = ["--edges", "e.tsv", "--labels", "l.tsv"], ["rows.csv"]
assert run("train", *rows, "--learner", "PA", "--model", "m").returncode == 0
# for each command, lines that accept some of its numbers; each number must be accepted by one of them
lines = {"ask": [["ask", "--edges", "e.tsv", "--classes", "a,b", "--out", "asked", "--json"], ["ask", "rows.svm", "--classes", "0,1", "--out", "rows", "--json"], ["ask", "rows.svm", "--classes", "0,1", "--out", "rows", "--json", "--answerer", "sed -u 's/.*/{\"unknown\":true}/'", "--answerer-budget", "0"], ["ask", "rows.svm", "--find", "1", "--classes", "0,1", "--out", "found", "--json"], ["ask", "rows.svm", "--classes", "0,1", "--out", "stream", "--json", "--learner", "DUOL"]],
         "run": [["run", *graph, "--learner", "MSG"], ["run", "rows.svm", "--learner", "DUOL"], ["run", "rows.svm", "--learner", "PA", "--budget", "5"], ["run", *graph, "--learner", "auto", "--order", "pool", "--budget", "5"], ["run", "rows.svm", "--find", "1"],
                 ["run", *graph, "--learner", "MSG", "--out", "o"]],
         "train": [["train", *graph, "--learner", "MSG", "--model", "new"], ["train", "rows.svm", "--learner", "DUOL", "--model", "new"], ["train", "rows.svm", "--learner", "PA", "--budget", "5", "--model", "new"]],
         "predict": [["predict", "--model", "m", *rows], ["predict", "--model", "m", "rows.svm"]],
         "sweep": [["sweep", *graph, "--learner", "MSG", "--rates", "0.5", "--runs", "1"], ["sweep", "rows.svm", "--learner", "DUOL", "--rates", "0.5", "--runs", "1"], ["sweep", *graph, "--learner", "MSG", "--runs", "1"],
                   ["sweep", *graph, "--learner", "auto", "--order", "pool", "--rates", "0.5", "--runs", "1"],
                   ["sweep", "rows.svm", "--learner", "auto", "--order", "pool", "--rates", "0.5", "--runs", "1", "--find", "1"], ["sweep", *graph, "--learner", "MSG", "--rates", "0.5", "--runs", "1", "--out", "p"]],
         "reproduce": [["reproduce", "msg", "--dataset", "karate", "--table", "I"]],
         "graph": [["graph", "works.bib", "--kind", "coauthors", "--out", "g"], ["graph", "works.bib", "--kind", "cocitations", "--out", "g"]],
         "embed": [["embed", "--edges", "e.tsv", "--out", "x.npy"]],
         "inspect": [["inspect", *graph], ["inspect", "rows.svm"]]}
words = """COLUMN FILE A,B,… NAME DIR use|ignore|FILE RULE FORMAT,… FILE|one-per-class venue|topic|FIELD graphml,pajek,vosviewer ADDRESS KEYS CHARACTER ROLE,… CLASS COMMAND""".split()
# as in the table; 0|1 is a number with two values. For each type a valid number, if 1 is not valid
numbers = {"N": "1", "SECONDS": "5", "D": "2", "K": "1", "SHARE": "0.1", "RATE": "0.1", "P": "0.1", "T": "5", "W": "1", "MB": "64", "0|1": "1", "D|auto": "2", "N|P%": "5", "P%": "95%", "N|none": "5", "auto|EPS": "1e-6", "R,R,…": "0.5", "i/n": "1/2", "FROM-TO": "1990-2020",
           "KEY=VALUE": "0.1", "KEY=V,V,…": "0.2", "BITS": "4", "SIGMA": "1", "CLASS=W,…|balanced": "1=2"}
names = {("reproduce", "--table"), ("reproduce", "--figure"), ("reproduce", "--dataset")}  # names of papers
bad = ["nan", "-nan", "inf", "-inf", "1e400", "-1", "99999999999999999999999", "0x10", "1x", "1,5", "--", "1e", "½", "+", "-", "1 2"]


def within(kind, value, base):
    """A value in the form of this kind."""
    key = "C" if "DUOL" in base or "PA" in base else "gamma"
    return {"KEY=VALUE": f"{key}={value}", "KEY=V,V,…": f"{key}=0.1,{value}", "R,R,…": f"0.5,{value}", "i/n": f"{value}/2", "CLASS=W,…|balanced": f"1={value}"}.get(kind, value)


def options():
    """(command, option, kind) of the program's own table; an option of several commands names them in its last cell."""
    command = None
    for line in run("help", "--as", "markdown").stdout.splitlines():
        line = line.replace("\\|", "¦")
        if line.startswith("## "):
            command = line[3:]
        found = re.match(r"\| `(--[a-z-]+)(?:, -\w)? (\S+)`", line)
        if not found:
            continue
        option, kind = found[1], found[2].replace("¦", "|")
        several = command == "Options of several commands"
        for one in line.split("|")[-2].replace(" ", "").split(",") if several else [command]:
            if one not in ("datasets", "help", "learners", "merge"):
                yield one, option, kind


seen = 0
for command, option, kind in options():
    if kind in words or (command, option) in names or re.fullmatch(r"[a-z0-9-]+(\|[a-z0-9-]+)+", kind) and kind != "0|1":
        continue
    check(f"{command} {option} {kind} is sorted into numbers and others", kind in numbers, kind)
    if kind not in numbers:
        continue
    seen += 1
    for value in bad:
        if value == "1,5" and kind in ("R,R,…", "KEY=V,V,…", "CLASS=W,…|balanced") or value == "-1" and kind == "FROM-TO" or value.startswith("999") and (kind.startswith("KEY") or kind == "W"):
            continue  # two numbers, a range without a beginning, a number that fits a double
        named_in_message = False
        for base in lines[command] if option != "--port" else [["ask", "rows.svm", "--classes", "0,1", "--out", "page", "--web"]]:
            place = next((k for k, word in enumerate(base) if word == option), None)  # replaces the value in the line
            typed = base[:place] + base[place + 2:] if place is not None else base
            ended = forks.run(*typed, f"{option}={within(kind, value, base)}", timeout=20)
            expect(f"{command} {option}={value}: {' '.join(typed)}", ended, 2)
            named = option[2:] in ended.stderr.lower() or kind.startswith("KEY") and within(kind, "", base).split("=")[0] in ended.stderr
            named_in_message = named_in_message or named and value in ended.stderr
            if named_in_message:
                break
        check(f"{command} {option}={value} is named", named_in_message, ended.stderr)
    if command != "reproduce" and option != "--port":  # a paper takes long; the server of a page does not end
        good = []
        for base in lines[command]:
            typed = base[:base.index(option)] + base[base.index(option) + 2:] if option in base else base
            value = within(kind, numbers[kind], base) if kind.startswith("KEY") else numbers[kind] if option != "--max-group" else "5"
            for folder in ("asked", "rows", "stream", "o", "p", "g"):
                shutil.rmtree(folder, True)
            good.append(forks.run(*typed, f"{option}={value}", timeout=60))
        check(f"{command} {option}={numbers[kind]} is taken", any(ended.returncode == 0 or "has no meaning for" in ended.stderr for ended in good), [ended.stderr for ended in good])
check("the table was read", seen > 50, seen)



def outside(parameter):
    """A number below the minimum, and one above the maximum."""
    least, largest = parameter.get("min"), parameter.get("max")
    return ([least - 1] if least is not None else []) + ([largest + 1] if largest is not None else [])


named_in_message = json.loads(run("learners", "--json").stdout)
for flag, kind in (("learners", "--learner"), ("query_rules", "--query")):
    for one in named_in_message[flag]:
        for parameter in one["params"]:
            for value in ["nan", "inf", "1e400", "1x", ""] + [f"{limit}" for limit in outside(parameter)]:
                base = ["run", "rows.svm", "--learner", one["name"]] if flag == "learners" else ["run", *graph, "--learner", "MSG", "--query", one["name"]]
                ended = expect(f"{one['name']}: {parameter['key']}={value}", forks.run(*base, "--param", f"{parameter['key']}={value}", timeout=20), 2)
print(f"{seen} numbers of the table of options")
finish("numbers")
