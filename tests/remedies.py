#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""remedies.py SOURCE_DIR: every message about bad data ("expected …, found …") in the sources has a remedy after a dash. Lists the others,
prints `N messages, M without a remedy` and exits with 1 if M is not 0. A composed message is judged as a whole: by all text of its
statement."""
import pathlib, re, sys

root = pathlib.Path(sys.argv[1])
literal = re.compile(r'"((?:[^"\\]|\\.)*)"')
# files in which a helper function, or an inserted text, ends each message with its remedy
by_helper = {"datasets/text/json_file.hpp", "datasets/text/line_reader.cpp", "graph/read.cpp", "graph/readers/linqs.cpp", "graph/readers/pajek.cpp",
             "datasets/bibliography/dblp_xml.cpp", "datasets/bibliography/medline.cpp", "graph/readers/weight.cpp", "spectral/files/embedding_shards.cpp"}
found = bare = 0
for path in sorted(p for folder in ("datasets", "graph", "spectral", "apps") for p in (root / folder).rglob("*.[ch]pp")):
    if "/reproduce/" in str(path) or "/ask/web/" in str(path):  # answers over HTTP are for programs
        continue
    text = path.read_text()
    for start in re.finditer(r'(?:DataError\(|FieldError\{|errors\(\)\.add\(|errors\.add\(|errors_\.add\(|[.>]fail\(|\bfail\(|\bcomplain\(|\brefuse\(|placed\()', text):
        depth, at = 0, start.end() - 1
        while at < len(text):  # to the closing bracket of the call
            c = text[at]
            if c == '"':
                at = literal.match(text, at).end() - 1 if literal.match(text, at) else at
            elif c == "'" and text[at + 2:at + 3] == "'":
                at += 2
            elif c in "({[":
                depth += 1
            elif c in ")}]":
                depth -= 1
                if depth == 0:
                    break
            at += 1
        call = text[start.start():at + 1]
        words = "".join(m.group(1) for m in literal.finditer(call))
        if not re.search(r"expected|truncated|nothing to", words):
            continue
        found += 1
        if "—" not in words and "emedy" not in call and str(path.relative_to(root)) not in by_helper:
            bare += 1
            print(f"{path.relative_to(root)}:{text.count(chr(10), 0, start.start()) + 1}: {words[:150]}")
print(f"{found} messages, {bare} without a remedy")
sys.exit(bare > 0)
