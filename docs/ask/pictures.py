#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the pictures of docs/ask: pictures.py QUERENT FOLDER [EXPORT]

Labels some nodes of a graph of invented papers by keyboard and takes a screenshot of every view, in the light and the dark mode
and in the size of a phone. EXPORT is an export of Web of Science (sample: SHARED/data/bibliography/wos_many_authors.isi.xz):
its co-authors are shown on a map, 80 of them labelled according to words in their venues.
"""
import csv
import pathlib
import random
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tests" / "ask"))
from chromium import Browser  # noqa: E402
from served import CLASSES, READ, Served, waited, write_graph  # noqa: E402

VIEWS = ["question", "progress", "map", "answers", "export"]
WORDS = {"DB": "indexing transactions joins storage queries logs".split(), "DM": "mining patterns streams outliers rules itemsets".split(),
         "IR": "ranking retrieval feedback relevance snippets crawling".split(), "ML": "kernels margins bandits boosting graphs priors".split()}
FRAMES = ["{} for {}", "Fast {} with {}", "On {} and {}", "Learning {} from {}", "{} without {}", "A theory of {} in {}"]


def titles(nodes):
    rng, made = random.Random(4), []
    for i in range(nodes):
        first, second = rng.sample(WORDS[CLASSES[i % 4]], 2)
        frame = rng.choice(FRAMES).format(first, second)
        made.append(frame[0].upper() + frame[1:])
    return made


def class_of(title):
    words = title.lower().split()
    return next(i for i, of in enumerate(CLASSES) if any(word in words for word in WORDS[of]))


def answer(browser, times):
    last = None
    for count in range(times):
        shown = waited(lambda: (now := browser.text(".card .id") + "|" + browser.text(".card .title")) and now != "|" and now != last and now, "a question")
        time.sleep(READ)
        slip = count % 17 == 16  # some wrong answers, so that there are answers to review
        browser.press(str((class_of(shown.split("|")[1]) + slip) % len(CLASSES) + 1))
        last = shown
    time.sleep(0.5)


def take(browser, name):
    data = browser.driver.get_screenshot_as_png()
    (pathlib.Path(sys.argv[2]) / name).write_bytes(data)


FIELDS = {"Heart": ("CIRCULATION", "CARDI", "HEART", "THORAC", "VASC"), "Cancer": ("CANCER", "ONCOL", "RADIAT", "TUMOR"),
          "Physics": ("PHYS", "PLASMA", "FUSION", "NUCLEAR", "SCIENTIFIC INSTRUMENTS")}


def field_of(venues):
    return next((field for field, words in FIELDS.items() if any(word in venues.upper() for word in words)), "Other")


def bibliography(export):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        subprocess.run([sys.argv[1], "graph", export, "--kind", "coauthors", "--out", folder / "people", "-q"], check=True)
        people = list(csv.DictReader(open(folder / "people" / "nodes.tsv"), delimiter="\t", quoting=csv.QUOTE_NONE))
        known = random.Random(6).sample(people, 80)
        (folder / "known.tsv").write_text("".join(f"{row['id']}\t{field_of(row['venues'])}\n" for row in known))
        server = Served(sys.argv[1], folder, "--seeds", folder / "known.tsv", source=[folder / "people", "--classes", "Heart,Cancer,Physics,Other"]).start(first=True)
        try:
            with Browser(1280, 860) as browser:
                browser.open(server.url + "&by=ann")
                browser.view("map")
                time.sleep(15)
                take(browser, "map-bibliography.png")
        finally:
            server.process.kill()


def main():
    nodes = 900
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        write_graph(folder, nodes=nodes)
        authors = ["A. Meyer", "B. Okafor", "C. Rossi", "D. Tanaka", "E. Haddad", "F. Silva"]
        rng = random.Random(5)
        rows = [f"n{i}\t{title}\t{', '.join(rng.sample(authors, 2))}\t{rng.randrange(1995, 2024)}\thttps://example.org/papers/{i}\n" for i, title in enumerate(titles(nodes))]
        (folder / "titles.tsv").write_text("id\ttitle\tauthors\tyear\tlink\n" + "".join(rows))
        (folder / "guide.txt").write_text("".join(f"{of}: papers about {', '.join(words)}\n" for of, words in WORDS.items()))
        server = Served(sys.argv[1], folder, "--guide", folder / "guide.txt", "--dim", "30", "--budget", "200", "--stop-at-error", "0.1", "--checks", "0.3").start(first=True)
        try:
            with Browser(1280, 860) as browser:
                browser.open(server.url + "&by=bob")
                answer(browser, 8)
                browser.open(server.url + "&by=ann")
                answer(browser, 52)
                for suffix, size, dark in [("", (1280, 860), False), ("-dark", (1280, 860), True), ("-phone", (360, 740), False)]:
                    browser.look(*size, dark)
                    for view in VIEWS:
                        browser.view(view)
                        time.sleep(1.5)
                        take(browser, f"{view}{suffix}.png")
        finally:
            server.process.kill()
    if len(sys.argv) > 3:
        bibliography(sys.argv[3])


main()
