#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""S4: named pipes and process substitutions are read like files, with the same results."""
import os
import re
from attack import *

ring()
write("rows.svm", "".join(f"{i % 2} 1:{i % 7} 2:{i % 5}\n" for i in range(60)))
write("rows.csv", "a,b,c,k\n" + "".join(f"{i % 7},{i % 5},{i % 3},{i % 2}\n" for i in range(60)))
os.mkfifo("f")
play = "--learner MSG --dim 4 --quiet --no-cache"


for name, line, file in (("edges", f"$Q run --edges @ --labels l.tsv {play}", "e.tsv"), ("labels", f"$Q run --edges e.tsv --labels @ {play}", "l.tsv"),
                         ("a source of edges", "$Q inspect @", "e.tsv"), ("a source of rows", "$Q inspect @", "rows.svm"),
                         ("a table", "$Q inspect @", "rows.csv"), ("rows to learn from", "$Q run @ --learner PA --quiet", "rows.svm"),
                         ("a stream of rows", "$Q run @ --stream --classes 0,1 --learner PA --quiet", "rows.svm"),
                         ("rows by name", "$Q inspect @ --as vectors", "rows.csv")):
    whole = run(shell=line.replace("@", file))
    check(f"{name}, the file itself", whole.returncode == 0, whole.stderr)
    for kind, piped in (("a named pipe", f"cat {file} > f & {line.replace('@', 'f')}; code=$?; wait; exit $code"),
                        ("a substitution", line.replace("@", f"<(cat {file})")),
                        ("a slow one", line.replace("@", f"<(head -c 20 {file}; sleep 0.2; tail -c +21 {file})"))):
        ended = expect(f"{name} through {kind}", run(shell=piped, timeout=30), 0)
        # the last column and the embedding's are times
        numbers = lambda text: [re.sub(r"\d+\.\d{3}$|embedded in [\d.]+ s", "", l.split(":", 1)[-1]) for l in text.splitlines() if "file:" not in l and "embedding" not in l]
        check(f"{name} through {kind}, the same", numbers(ended.stdout) == numbers(whole.stdout), (ended.stdout, whole.stdout))
expect("a pipe is not cached", run(shell="$Q run <(cat rows.svm) --cache --learner PA"), 2, "--cache needs a file")
finish("S4")
