#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""S6: the smallest eigenvalues of long, thin graphs are right at the default tolerance, each within 1 % of its closed form: of a path of
n nodes 1 - cos(pi k / (n - 1)), of a ring 1 - cos(2 pi k / n), twice each."""
import math
from attack import *

for name, n, closed, value in (("path", 30000, False, lambda k: 1 - math.cos(math.pi * k / 29999)), ("path", 100000, False, lambda k: 1 - math.cos(math.pi * k / 99999)),
                               ("ring", 30000, True, lambda k: 1 - math.cos(2 * math.pi * ((k + 1) // 2) / 30000))):
    write("e.tsv", "".join(f"{i}\t{(i + 1) % n}\n" for i in range(n if closed else n - 1)))
    ended = expect(f"a {name} of {n}", run("embed", "--edges", "e.tsv", "--dim", "6", "--out", "x.npy", "--json", "--no-cache", "--quiet", timeout=250), 0)
    found = json.loads(ended.stdout)["eigenvalues"] if ended.returncode == 0 else []
    check(f"a {name} of {n} has six", len(found) == 6, found)
    for k, eigenvalue in enumerate(found, 1):
        check(f"lambda {k} of a {name} of {n}", abs(eigenvalue / value(k) - 1) < 0.01, (eigenvalue, value(k)))
finish("S6")
