#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""doxygen_filter.py HEADER: prepares a header for Doxygen.

The opening block of a header is its documentation for readers of the file. This script makes it the text of the file's page and
of the class named after the file, and documents the members that the concepts of learner.hpp require.
"""
import os, re, sys

# members of the concepts OnlineLearner and QueryRule, with their meaning
CONCEPT = {
    "predict": "The prediction for x, before its label is known; see querent::Prediction. Does not change the model.",
    "update": "Learns the label of x (a class index, or a set of them); returns whether the model changed.",
    "probability": "The probability that the label of this round is asked for, in [0, 1].",
    "urgency": "The priority of a round within a budget: labels with larger values are asked for first.",
    "observe": "The result of a round, for a rule that adapts.",
    "add_pending": "The label of x was asked for and will arrive later.",
    "expansion": "The support vectors and their coefficients.",
    "weights": "The weights w, one per feature seen so far.",
    "row": "The kernel of x with every support vector; valid until the next call.",
    "self": "κ(x, x).",
    "row_of": "The kernel of support vector i with every support vector; valid until the next call.",
    "self_of": "κ(x_i, x_i) of support vector i.",
    "set": "x becomes support vector i ≤ size(), a new one at i = size().",
    "fields": "Names every part of the state, in the order in which a model file keeps them; see learners/state.hpp.",
}
MOVED = "Afterwards the other object may only be assigned to or destroyed."


def pascal(stem):
    return "".join(part.capitalize() for part in stem.split("_"))


def main():
    path = sys.argv[1]
    lines = open(path, encoding="utf-8").read().split("\n")
    stem = os.path.splitext(os.path.basename(path))[0]
    block, rest = [], 1
    while rest < len(lines) and lines[rest].startswith("//"):
        block.append(lines[rest][2:].removeprefix(" "))
        rest += 1
    title = " ".join(block[:block.index("")] if "" in block else block) or f"{stem}.hpp"
    # every line keeps its number, so that warnings have the right line
    out = ["/** @file"] + "\n".join(["@verbatim " + block[0], *block[1:]]).split("\n") if block else [lines[0]]
    out[-1] += " @endverbatim */" if block else ""
    documented = False
    for line in lines[rest:]:
        code = line.strip()
        if code and not code.startswith(("//", "template", "#", "}")) and not documented:
            kind = re.match(r"(?:class|struct)\s+(\w+)", code)
            member = re.match(r"(?:explicit |static |constexpr )*[\w:<>&,\* ]*?\b(\w+)\(", code)
            doc = None
            if kind and kind[1].lower() == pascal(stem).lower() or kind and kind[1].lower() == pascal(stem).lower() + "query":
                doc = title
            elif kind and kind[1] == "Params":
                doc = "Parameters: each with its letter, range and default."
            elif member and member[1] in CONCEPT and line.startswith("  ") and not code.startswith("return"):
                doc = CONCEPT[member[1]]
            elif re.match(r"(\w+)(?:& operator=)?\(\1&&", code):
                doc = MOVED
            elif code.startswith("friend bool operator==(") and code.endswith("= default;"):
                doc = "Equal in every part."
            elif "learners/" in path and member and kind is None and member[1].lower() in (pascal(stem).lower(), pascal(stem).lower() + "query"):
                doc = "A learner before its first round. std::invalid_argument for parameters out of range."
            if doc:
                before = len(out)
                insert = before - 1 if out and out[-1].strip().startswith("template") else before
                out[insert:] = [f"/** {doc} */ " + out[insert] if insert < before else f"/** {doc} */ {line}"] + \
                               ([line] if insert < before else [])
                continue
        documented = code.startswith("///") or (documented and code.startswith("template"))
        out.append(line)
    sys.stdout.write("\n".join(out))


main()
