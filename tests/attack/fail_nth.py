#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""fail_nth.py PROGRAM [SITES [SEED]]: in forty commands, SITES calls in all fail once, each in a run of its own (sampled evenly over
malloc, open, read, write, fsync, rename and mmap, and over their calls). A run must not crash, hang or exit with 70. A file that it
overwrites is the complete old or new one. A message gives the reason if the exit code is not 0. If the compiler has a leak
sanitizer, a run that leaks memory ends with 77."""
import os, random, shutil, subprocess, sys
from attack import *

sites, seed = (int(w) for w in (sys.argv[2:] + ["60", "0"][len(sys.argv) - 2:]))
library = os.path.join(scratch, "fail_nth.so")
if not shutil.which("cc"):
    print("skipped by name: a C compiler is missing")
    sys.exit(0)
subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-fexceptions", "-o", library, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fail_nth.c"), "-ldl"], check=True)
sanitizer = subprocess.run(["cc", "-print-file-name=liblsan.so"], capture_output=True, text=True).stdout.strip()
sanitizer = os.path.realpath(sanitizer) if os.path.isabs(sanitizer) else ""
write("leaks.c", "#include <stdlib.h>\nint main(void) { void* volatile p = NULL; for (int k = 0; k < 9; ++k) p = malloc(100); p = NULL; return p != NULL; }\n")
subprocess.run(["cc", "-O0", "-o", "leaks", "leaks.c"], check=True)
# nlohmann-json (3.11.2) does not free an object whose construction is interrupted by a failed allocation
suppressions = write(os.path.join(scratch, "json.supp"), "leak:::basic_json(std::initializer_list\n")
preload = {"LD_PRELOAD": f"{library} {sanitizer}".strip(),
           "LSAN_OPTIONS": f"exitcode=77:fast_unwind_on_malloc=0:print_suppressions=0:suppressions={suppressions}"}
sees_leaks = subprocess.run(["./leaks"], env={**os.environ, **preload}, capture_output=True).returncode == 77
if not sees_leaks:
    print("skipped by name: no leak sanitizer here, leaks are not looked for")
    # nlohmann-json (3.11.2) does not free an object whose construction is interrupted by a failed allocation
suppressions = write(os.path.join(scratch, "json.supp"), "leak:::basic_json(std::initializer_list\n")
preload = {"LD_PRELOAD": library}
ring()
write("rows.csv", "a,b,c,k\n" + "".join(f"{i % 7},{i % 5},{i % 3},{i % 2}\n" for i in range(60)))
write("rows.svm", "".join(f"{i % 2} 1:{i % 7} 2:{i % 5}\n" for i in range(60)))
write("g.graphml", '<graphml><graph edgedefault="undirected">' + "".join(f'<node id="n{i}"/>' for i in range(9)) + "".join(f'<edge source="n{i}" target="n{(i + 1) % 9}"/>' for i in range(9)) + "</graph></graphml>")
write("g.json", '{"nodes": [{"id": 1}, {"id": 2}, {"id": 3}], "links": [{"source": 1, "target": 2}, {"source": 2, "target": 3}]}')
subprocess.run(["gzip", "-kf", "rows.svm"], check=True)
play, rows = ["--edges", "e.tsv", "--labels", "l.tsv", "--learner", "MSG", "--dim", "4", "--quiet", "--threads", "1"], ["--learner", "PA", "--quiet"]
assert run("train", *play, "--model", "m").returncode == 0 and run("train", "rows.csv", *rows, "--model", "v").returncode == 0
assert run("sweep", "karate", "--learner", "MSG", "--rates", "0.5", "--dim", "4", "--runs", "1", "--quiet", "--out", "shard").returncode == 0
commands = [["run", *play], ["run", *play, "--no-cache"], ["run", *play, "--out", "o"], ["run", *play, "--json"], ["run", *play, "--runs", "3", "--checkpoint-every", "5", "--out", "o"], ["run", "rows.csv", *rows],
            ["run", "rows.svm", *rows, "--stream"], ["run", "rows.svm", *rows, "--cache"], ["run", "rows.svm.gz", *rows, "--out", "o"], ["run", "rows.svm", *rows, "--stream", "--out", "o"], ["run", "rows.csv", "--learner", "MSG", "--knn", "3", "--dim", "4", "--quiet"],
            ["run", "karate", "--learner", "auto", "--dim", "4", "--budget", "6", "--quiet"], ["run", "karate", "--learner", "auto", "--order", "pool", "--dim", "4", "--budget", "4", "--quiet"], ["run", "rows.csv", "--learner", "DUOL", "--quiet"],
            ["train", *play, "--model", "new"], ["train", "rows.csv", *rows, "--model", "new"], ["train", "rows.svm", *rows, "--stream", "--model", "new"], ["predict", "--model", "m", "e.tsv"], ["predict", "--model", "v", "rows.csv", "--out", "o"],
            ["predict", "--model", "v", "rows.csv", "--json"], ["inspect", "e.tsv", "--labels", "l.tsv"], ["inspect", "rows.csv"], ["inspect", "rows.svm.gz"], ["inspect", "g.graphml"], ["inspect", "g.json"], ["inspect", "m"], ["inspect", "m", "--json"],
            ["embed", "e.tsv", "--dim", "4", "--out", "x.npy", "--quiet"], ["embed", "e.tsv", "--dim", "4", "--out", "x.tsv", "--quiet", "--no-cache"], ["sweep", "karate", "--learner", "MSG", "--rates", "0.5", "--dim", "4", "--runs", "1", "--quiet", "--out", "o"],
            ["sweep", "rows.csv", "--learner", "PA", "--rates", "0.3", "--runs", "1", "--quiet"], ["merge", "shard", "--out", "o"], ["datasets"], ["datasets", "karate"], ["datasets", "path", "karate"], ["datasets", "verify", "karate"], ["datasets", "add", "mine", "--edges", "e.tsv", "--labels", "l.tsv"],
            ["learners"], ["learners", "MSG", "--json"], ["help", "formats"]]
calls = ["malloc", "open", "read", "write", "fsync", "rename", "mmap"]


def tree():
    return {f: open(f, "rb").read() for f in files_below(".") if not f.startswith("./cache") and os.path.basename(f) not in ("fail_nth.so", "count", "leaks", "leaks.c", "json.supp")}


def restore(before):
    for f in set(tree()) - set(before):
        os.remove(f)
    for f, content in before.items():
        os.makedirs(os.path.dirname(f), exist_ok=True)
        write(f, content)


dice = random.Random(seed)
clean, counted = tree(), {}
count = os.path.join(scratch, "count")
for k in range(sites):
    number = 0
    while number == 0:  # until a command is found that makes this call
        command, call = dice.choice(commands), dice.choice(calls)
        key = (commands.index(command), call)
        if key not in counted:
            os.path.exists(count) and os.remove(count)
            run(*command, env={**preload, "FAIL_CALL": call, "FAIL_COUNT": count})
            counted[key] = int(open(count).read()) if os.path.exists(count) else 0
            restore(clean)
        number = counted[key]
    at = dice.randint(1, number)
    name = f"{call} {at} of {number} fails: {' '.join(command)}"
    run(*command)  # makes the files that it overwrites
    before = tree()
    ended = expect(name, run(*command, env={**preload, "FAIL_CALL": call, "FAIL_AT": str(at)}, timeout=120), (0, 3, 4, 5, 6))
    check(name + ": nothing leaks", "LeakSanitizer" not in ended.stderr, ended.stderr[-1500:])
    check(name + ": the reason is given", ended.returncode == 0 or "error: " in ended.stderr or call == "write", ended.stderr)
    after = tree()
    # run.json and similar files contain times, and a figure may be missing with a note, so only truncation is checked
    lost = [f for f in before if f not in after and not f.endswith((".svg", ".png"))]
    cut = [f for f in before if f in after and after[f] != before[f] and len(after[f]) < 0.9 * len(before[f]) and not f.endswith((".svg", ".png"))]
    left = [f for f in after if ".querent-" in f]
    check(name + ": old output is intact", not lost and not cut, (lost, cut))
    check(name + ": no temporary file is left", not left, left)
    restore(clean)
print(f"{sites} calls failed, one per run; {len(counted)} commands were counted by function; leaks were {'' if sees_leaks else 'not '}looked for")
finish("fail-nth")
