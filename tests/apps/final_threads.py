#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""final_threads.py QUERENT: the finished model predicts the same for every node of a graph of 56,746 nodes with any number of threads."""
import json, subprocess, sys

measures = []
for threads in ("1", "3"):  # three parts cannot be of equal size
    done = subprocess.run([sys.argv[1], "run", "debian", "--learner", "auto", "--budget", "1%", "--dim", "20", "--final", "--json", "--quiet",
                           "--no-cache", "--threads", threads], capture_output=True, text=True, check=True)
    measures.append({k: v for k, v in json.loads(done.stdout)["mean"].items() if k != "seconds"})
    print(threads, measures[-1]["final_error"])
sys.exit(measures[1] != measures[0])
