#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Screens real records of a review in a browser, as docs/review.md describes: screened.py PROGRAM [PICTURES]

From the export to the page, 30 answers by the keys r and i with an undo and a note, and the export from the page: the PRISMA table
counts these answers, and the result files hold the records. With the folder PICTURES it only saves pictures for docs/ask.
"""
import csv
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import time

try:
    from chromium import Browser, readable
except ImportError:
    print("skipped: python3-selenium is not installed")
    sys.exit(77)
from served import READ, Served, check, waited

REVIEW = pathlib.Path(os.environ.get("QUERENT_SHARED", pathlib.Path(__file__).resolve().parents[3] / "shared")) / "data/reviews/Donners_2021"
KEYS = {"relevant": "r", "irrelevant": "i"}


def started(folder):
    """The server of the review with two known records, and the class of each record."""
    with open(REVIEW / "labels.csv", newline="") as file:
        of = {row["openalex_id"].rsplit("/", 1)[1]: "relevant" if row["label_included"] == "1" else "irrelevant" for row in csv.DictReader(file)}
    subprocess.run([sys.argv[1], "graph", REVIEW / "works.zip", "--kind", "citations", "--out", folder / "review", "--quiet"], check=True)
    known = [next(name for name in of if of[name] == label) for label in KEYS]
    (folder / "known.tsv").write_text("".join(f"{name}\t{of[name]}\n" for name in known))
    server = Served(sys.argv[1], folder, "--find", "relevant", "--seeds", str(folder / "known.tsv"),
                    "--seed", "1", source=[str(folder / "review")])
    return server.start(first=True), of


def asked(browser, after=None):
    return waited(lambda: (item := browser.text(".card .id bdi") or browser.text(".card .id").split(" ")[-1]) and item != after and item,
                  f"a question after {after}; the page shows {browser.text('main')[:200]}")


def screen(browser, of, times):
    """Answers by the keys r and i as the authors of the review did; returns the answered records."""
    done = []
    for _ in range(times):
        item = asked(browser, done[-1] if done else None)
        time.sleep(READ)
        browser.press(KEYS[of[item]])
        done.append(item)
    asked(browser, done[-1])
    waited(lambda: browser.js("return Object.keys(localStorage).filter((key) => !key.startsWith('querent: the')).length") == 0, "all answers to be acknowledged")
    return done


def note(browser, text):
    browser.press("m")
    browser.write("dialog textarea", text)
    browser.click("dialog button[value=take]")
    waited(lambda: not browser.all("dialog"), "the dialog to close")
    waited(lambda: text in browser.text(".card .note"), "the note")


def tested(folder, browser, server, of):
    browser.open(server.url + "&by=ann")
    done = screen(browser, of, 30)
    check(len(set(done)) == 30, "thirty different records")
    found = sum(of[item] == "relevant" for item in done)
    check(found >= 10, "the relevant records come early, but only", found)
    check("most probably relevant" in browser.text(".card .why") or "random check" in browser.text(".card .why"), browser.text(".card .why"))
    browser.press("u")
    waited(lambda: asked(browser) == done[-1], "the undone record")
    noted = done[-1]
    note(browser, "method unclear\nask the authors")
    screen(browser, of, 1)
    check(browser.all(".card mark") and browser.all(".card details.because li"), "the words and answers that decide are shown")
    check("(empty)" not in browser.text(".card"), "no blank between two of these words is called empty")
    check("of 258 records asked" in browser.text("#far"), browser.text("#far"))
    check(browser.text(".card .id").startswith("record "), browser.text(".card .id"))
    readable(browser, "question")
    browser.view("progress")
    waited(lambda: "relevant" in browser.text("main"), "the progress")
    check("error" not in browser.text("main"), "the error is not what --find estimates")
    browser.view("answers")
    waited(lambda: browser.all(".answers tbody tr"), "the answers")
    check("to review" not in browser.text("main") and "too few" not in browser.text("main"), "no list of doubtful answers")
    browser.view("export")
    waited(lambda: browser.all(".files a"), "the files")
    check(not browser.all(".files a[download='review.csv']"), "nor a file of them")
    server.post(**{"class": "perhaps"})
    waited(lambda: browser.all(".files a[download='records-perhaps.ris']"), "the file of a new class")
    browser.click(".files a[download='prisma.tsv']")  # like a user
    table = waited(lambda: next(iter(browser.downloads("prisma.tsv")), None), "prisma.tsv to be saved").read_text()
    steps = {(row["step"], row["what"]): row["number"] for row in csv.DictReader(io.StringIO(table), delimiter="\t")}
    labels = [of[item] for item in done] + list(KEYS)
    included, excluded = (labels.count(label) for label in KEYS)
    check(steps["identified", "all"] == "258" and steps["screened", "all"] == "32", steps)
    check(steps["included", "relevant"] == str(included) and steps["excluded", "irrelevant"] == str(excluded), steps)
    check(browser.complaints() == [], browser.complaints())
    results = folder / "results"  # the same files as in the terminal
    subprocess.run([sys.argv[1], "ask", server.out, "--export", results, "--quiet"], check=True, stdout=subprocess.DEVNULL)
    check((results / "prisma.tsv").read_text() == table, "the terminal exports the same table")
    ris = {label: (results / f"records-{label}.ris").read_text() for label in KEYS}
    check([ris[label].count("TY  - ") for label in KEYS] == [included, excluded], "a record for each label")
    check("method unclear" in ris[of[noted]], "the note comes out with its record")


def pictures(browser, server, of, folder):
    browser.open(server.url + "&by=ann")
    screen(browser, of, 25)
    browser.js("document.querySelector('details.because').open = true")
    for name, view in (("screening", None), ("screening-progress", "progress")):
        if view:
            browser.view(view)
        time.sleep(1.5)
        (folder / f"{name}.png").write_bytes(browser.driver.get_screenshot_as_png())


def main():
    if not REVIEW.exists():
        print("skipped: ../shared has no data/reviews")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        server, of = started(folder)
        try:
            with Browser(1280, 860) as browser:
                if len(sys.argv) > 2:
                    pictures(browser, server, of, pathlib.Path(sys.argv[2]))
                else:
                    tested(folder, browser, server, of)
        finally:
            server.process.kill()


main()
