#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""S8: rows from a cache are equal to the rows of the current file: a file that was changed without its size and time is read again."""
import os
from attack import *


def rows(odd):
    return "".join(f"{(i * 7 % 3 == 0) ^ (odd and i > 6000) :d} 1:{i % 7} 2:{i % 5} 3:{i % 11}\n" for i in range(12000))


line = ["run", "r.svm", "--learner", "PA", "--order", "file", "--quiet", "--json"]
answer = lambda *more: json.loads(expect(" ".join(more) or "plain", run(*line, *more), 0).stdout)["runs"][0]["mistakes"]
write("r.svm", rows(False))
first = answer()
check("cached is plain", answer("--cache") == first and answer("--cache") == first)
status = os.stat("r.svm")
write("r.svm", rows(True))
os.utime("r.svm", ns=(status.st_atime_ns, status.st_mtime_ns))
check("same size and time", os.stat("r.svm").st_size == status.st_size and os.stat("r.svm").st_mtime_ns == status.st_mtime_ns)
second = answer()
check("the change matters", second != first)
check("a change that keeps the time is noticed", answer("--cache") == second)
check("and cached again", answer("--cache") == second)
finish("S8")
