#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tests/apps_kernels.py LIBRARY: apps/ is compiled for size, and the linker keeps one of equal template instances, perhaps the
one of apps/. So no object of apps/ may instantiate code in which a run spends its time: matrix products, eigensolvers, updates of learners."""
import re
import subprocess
import sys

HOT = re.compile(r"gebp_kernel|general_matrix_matrix|SelfAdjointEigenSolver|tridiagonalization|HouseholderSequence|LLT<|"
                 r"querent::(?:SquareRootFilter|LabelWalks)::(?!~)")

symbols = subprocess.run(["nm", "-C", "--defined-only", sys.argv[1]], capture_output=True, text=True, check=True).stdout
functions = [line for line in symbols.splitlines() if re.search(r" [TWtu] ", line)]
hot = sorted({line[19:140] for line in functions if HOT.search(line)})
for name in hot:
    print("apps/ instantiates", name)
print(f"{len(functions)} functions of apps/, {len(hot)} in which a run spends its time")
sys.exit(1 if hot or not functions else 0)
