# SPDX-License-Identifier: Apache-2.0
"""The peer of stream.cpp: load_svmlight_file and one pass of PassiveAggressiveClassifier.  stream_sklearn.py FILE"""
import resource
import sys
import time

from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import PassiveAggressiveClassifier

begin = time.perf_counter()
X, y = load_svmlight_file(sys.argv[1])
loaded = time.perf_counter()
PassiveAggressiveClassifier(max_iter=1, tol=None, shuffle=False, loss="hinge", fit_intercept=False).fit(X, y)
usage = resource.getrusage(resource.RUSAGE_SELF)
print(f"scikit-learn\trows {X.shape[0]}\twall {time.perf_counter() - begin:.3f} s (loading {loaded - begin:.3f} s)"
      f"\tCPU {usage.ru_utime + usage.ru_stime:.3f} s\tpeak {usage.ru_maxrss} KB", sep="\t")
