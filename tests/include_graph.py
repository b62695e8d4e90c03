#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""include_graph.py SOURCE_DIR: which file and folder includes which. Fails if files or folders include each other in a
cycle, if a folder includes a higher layer, or if an included file does not exist."""
import os
import re
import sys
from collections import Counter, defaultdict

# a folder may include those listed before it (learners see only vectors; HACKING.md gives the reason)
ORDER = ["datasets", "learners", "learners/models", "learners/catalogue", "graph", "spectral", "learners/session", "learners/bounds",
         "spectral/distributed", "apps"]
SEES_ONLY = {"learners": {"learners"}, "learners/models": {"learners", "datasets"}, "graph": {"datasets"}, "datasets": set()}


def includes_of(root):
    """file -> the querent files that it includes"""
    found = {}
    for top in ("datasets", "learners", "graph", "spectral", "apps"):
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in names:
                if name.endswith((".hpp", ".cpp", ".h")):
                    path = os.path.join(folder, name)
                    with open(path, encoding="utf-8") as text:
                        found[os.path.relpath(path, root)] = re.findall(r'#include [<"]querent/([^>"]+)[>"]', text.read())
    return found


def circles(graph):
    """Strongly connected components of two or more (Tarjan)."""
    index, low, stack, on, found = {}, {}, [], set(), []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        on.add(v)
        for w in graph.get(v, ()):
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in on:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            part = []
            while not part or part[-1] != v:
                part.append(stack.pop())
                on.discard(part[-1])
            if len(part) > 1:
                found.append(sorted(part))

    for v in graph:
        if v not in index:
            visit(v)
    return found


# rooms whose files use others of the folder around them, and are used by others
ROOMS = {"datasets/text": "datasets", "datasets/vectors/cache": "datasets/vectors", "graph/bibliography": "graph", "graph/matrices": "graph",
         "graph/readers": "graph", "graph/readers/arrays": "graph", "learners/session/auto": "learners/session",
         "learners/session/find": "learners/session", "spectral/solvers": "spectral"}


def folder_of(file):
    folder = os.path.dirname(file)
    return ROOMS.get(folder, folder)


def layer_of(folder):
    return max((layer for layer in ORDER if folder == layer or folder.startswith(layer + "/")), key=len)


def main(root):
    sys.setrecursionlimit(10000)
    includes = includes_of(root)
    wrong = [f"{a} includes {b}, which does not exist" for a, bs in includes.items() for b in bs if b not in includes]
    wrong += ["files include each other: " + ", ".join(part) for part in circles(includes)]
    folders = defaultdict(Counter)
    for a, bs in includes.items():
        for b in bs:
            if folder_of(a) != folder_of(b):
                folders[folder_of(a)][folder_of(b)] += 1
            above, below = layer_of(folder_of(a)), layer_of(folder_of(b))
            if ORDER.index(below) > ORDER.index(above) or below not in SEES_ONLY.get(above, set(ORDER)) | {above}:
                wrong.append(f"{a} includes {b}: {above} may not see {below}")
    wrong += ["folders include each other: " + ", ".join(part) for part in circles(folders)]
    for folder in sorted(folders):
        print(f"{folder}: " + ", ".join(f"{other} {count}" for other, count in sorted(folders[folder].items())))
    print(f"{len(includes)} files, {sum(map(len, includes.values()))} includes, {len(wrong)} wrong")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "."))
