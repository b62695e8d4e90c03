#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""S1, S12: text of data and names of files is escaped in every output: on a terminal, in JSON, CSV, LaTeX, Markdown and pictures. Every
hostile string is used as a class, a node and a file; if a reader rejects it, the message is escaped as well."""
import csv, glob, io, os, re, shutil, xml.dom.minidom
from attack import *

run = Forks().run


def graph(text, where):
    """A GML file whose first class and first node are called `text`."""
    quoted = text.replace("&", "&amp;").replace('"', "&quot;")
    nodes = "".join(f'node [ id {i} label "{quoted if i == 0 else f"n{i}"}" value "{quoted if i % 2 else "plain"}" ]\n' for i in range(12))
    edges = "".join(f"edge [ source {i} target {(i + 1) % 12} ]\n" for i in range(12))
    return write(where, f"graph [\n{nodes}{edges}]\n")


def clean(name, ended):
    return expect(name, ended, (0, 2, 3, 4))


for text in dict.fromkeys(strings()):
    shown = repr(text[:30])
    graph(text, "g.gml")
    for words in (["inspect", "g.gml"], ["inspect", "g.gml", "--json"], ["run", "g.gml", "--learner", text, "--dim", "3"],
                  ["train", "g.gml", "--learner", "MSG", "--dim", "3", "--model", "m"], ["inspect", "m"], ["predict", "--model", "m", "g.gml", "--json"]):
        if not any("\0" in word for word in words):
            ended = clean(f"{words[0]} {shown}", run(*words))
            if words[0] == "inspect" and "--json" in words and text.strip() not in ("", "?") and ended.returncode == 0:
                names = [c["name"] for c in json.loads(ended.stdout)["classes"]]
                check(f"JSON gives back {shown}", len(names) == 2 and "plain" in names, names)
    shutil.rmtree("o", True)
    ended = clean(f"predict --out {shown}", run("predict", "--model", "m", "g.gml", "--out", "o"))
    os.path.exists("m") and os.remove("m")
    if ended.returncode == 0:
        with open("o/predictions.csv", encoding="utf-8", newline="") as file:
            lines = list(csv.reader(file))
        check(f"CSV has 13 lines of 4 with {shown}", len(lines) == 13 and {len(line) for line in lines} == {4}, len(lines))
        field = re.compile(r"[=+\-@\t\r]")
        number = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$")
        odd = [f for line in lines for f in line if field.match(f) and not number.match(f) and f not in ("-inf", "-nan", "inf")]
        check(f"no formula in CSV of {shown}", not odd, odd)
    # as a file's and a directory's name
    if text and "\0" not in text and len(text.encode("utf-8", "surrogateescape")) < 200 and text not in (".", ".."):
        folder = os.path.join(scratch, "named", *(part for part in text.split("/") if part not in ("", ".", "..")))
        shutil.rmtree("named", True)
        os.makedirs(folder + ".d", exist_ok=True)
        source = os.path.join(folder + ".d", os.path.basename(folder) + ".tsv")
        ring(12, source, "l.tsv")
        before = set(files_below("."))
        ended = clean(f"a file {shown}", run("run", "--edges", source, "--labels", "l.tsv", "--learner", "MSG", "--dim", "3", "--out", folder + ".o"))
        check(f"PWNED by {shown}", not [f for f in files_below(".") if os.path.basename(f) == "PWNED"])
        other = [f for f in set(files_below(".")) - before if not f.startswith("./named/") and "/cache/" not in f]
        check(f"nothing beside --out {shown}", not other, other)
        for picture in glob.glob(glob.escape(folder) + ".o/*.svg"):
            with open(picture, "rb") as file:
                content = file.read()
            try:
                document = xml.dom.minidom.parseString(content)
                check(f"no script in the picture of {shown}", not document.getElementsByTagName("script") and not document.getElementsByTagName("img"))
            except Exception as error:
                check(f"the picture of {shown} is XML", False, error)
        clean(f"no file {shown}", run("inspect", text))
        clean(f"no model {shown}", run("inspect", "--labels", text, "g.gml"))
    if "\0" not in text:
        clean(f"a command {shown}", run(text))
        clean(f"an option {shown}", run("run", "karate", "--param", text))
finish("S12")
