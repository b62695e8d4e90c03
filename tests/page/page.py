#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests querent.html, the page without a server, in a real browser.

page.py PROGRAM PAGE [CASE…]

The page is opened from file://, from a folder with blanks and umlauts, in a browser without a network. Its questions,
its predictions and the files that it exports are compared with those of the program PROGRAM.
"""
import csv
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

from opened import Page, begun, exported_by, saved, unpacked

from chromium import readable
from served import CLASSES, READ, Served, alike, check, label, question, quiet, waited, write_graph

SAMPLES = pathlib.Path(__file__).parents[2] / "tests/data/bibliography"


def whole_way(program, file, folder):
    """20 answers, an undo, a reload, a crash of the tab, and the exports, which equal those of the program."""
    write_graph(folder)
    with Page(file) as page:
        spare = page.driver.current_window_handle
        page.new_tab()
        begun(page, folder)
        titles = label(page, 20)
        check(len(set(titles)) == 20, "twenty different questions")
        page.press("u")
        waited(lambda: question(page) == titles[-1], "the undone question")
        next_one = label(page, 1) and question(page)

        page.driver.refresh()
        check(question(page) == next_one, "the same question after a reload")
        waited(lambda: page.text("#far").startswith("20 of 240"), page.text("#far"))
        titles += label(page, 3)
        quiet(page)
        try:
            page.open("chrome://crash")
        except Exception as crashed:  # chromedriver reports it so
            check("crashed" in str(crashed), crashed)
        page.driver.switch_to.window(spare)
        page.driver.refresh()
        waited(lambda: "edges.tsv" in page.text(".sessions"), "the session in the list")
        check("23 labels" in page.text(".sessions"), page.text(".sessions"))
        readable(page, "the start view")
        page.click(".sessions .go")
        titles += label(page, 2)
        quiet(page)

        # another tab may not write
        page.new_tab()
        waited(lambda: page.all(".sessions"), "the list")
        page.click(".sessions .go")
        waited(lambda: "open in another tab" in page.text(".refused"), "the page to refuse a second tab", 10)
        page.driver.close()
        page.driver.switch_to.window(spare)
        for view in ("question", "progress", "map", "answers", "export"):
            page.view(view)
            time.sleep(0.4)
            readable(page, view)

        names = page.js("return [...document.querySelectorAll('.files a')].map((a) => a.textContent)")
        check({"answers.zip", "predictions.csv", "labels.tsv", "graph.graphml", "run.json"} <= set(names), names)
        command = unpacked(saved(page, "answers.zip"), folder / "archive")
        results = exported_by(program, folder / "archive", command)
        for name in ("predictions.csv", "labels.tsv", "graph.graphml", "review.csv"):
            check(alike(saved(page, name), results / name), name, "equals the export of the program")
        rows = {row["id"]: row for row in csv.DictReader(open(results / "predictions.csv"))}
        check(len(rows) == 240 and all(rows["n" + title.split()[1]]["class"] == title.split()[-1] for title in titles), "every answer is exported")
        right = sum(row["class"] == CLASSES[int(of[1:]) % 4] for of, row in rows.items())
        page.alone()
        same_questions(program, folder, page)

        # the archive goes on here, too
        page.click("#leave")
        waited(lambda: page.all(".drop"), "the start view")
        page.choose(next(iter(page.downloads("answers.zip"))))
        page.begin()
        question(page)
        waited(lambda: page.text("#far").startswith("25 of 240"), page.text("#far"))
        page.alone()
    return f"{right} of 240 predictions are right, as those of the program"


def same_questions(program, folder, page):
    """The program, which gets the same requests, asks the same questions."""
    (folder / "again").mkdir()
    server = Served(program, folder / "again", "--dim", "20", source=["--edges", folder / "edges.tsv", "--show", folder / "titles.tsv", "--classes", ",".join(CLASSES)]).start(first=True)
    try:
        page.view("answers")
        waited(lambda: len(page.all(".answers tbody tr")) >= 20, "the answers")
        asked = page.js("return [...document.querySelectorAll('.answers > .scroll tbody tr')].filter((row) => !row.classList.contains('undone') && row.children[3].textContent.trim().length < 5).map((row) => row.children[2].textContent)").copy()
        asked = [title for title in reversed(asked) if title.startswith("Paper")]
        held, got = [], []
        while len(got) < 15:
            held += [one for one in server.get("questions?k=2")["questions"] if one["id"] not in {of["id"] for of in held}]
            one = held.pop(0)
            got.append(one["title"])
            server.post(id=one["id"], item=one["item"], answer=one["title"].split()[-1], key=f"{len(got)}")
        check(asked[:15] == got, "the same questions:", list(zip(asked, got)))
    finally:
        server.process.kill()


def damaged(program, file, folder):
    """A damaged file is answered with place and remedy, as by the program, and nothing of the form is lost."""
    write_graph(folder)
    lines = (folder / "edges.tsv").read_text().splitlines()
    lines[6] = "n1\tn2\tabc"
    (folder / "edges.tsv").write_text("\n".join(lines) + "\n")
    told = subprocess.run([program, "ask", "--edges", "edges.tsv", "--classes", "DB,DM", "--out", "mine", "--web"], cwd=folder, capture_output=True, text=True).stderr
    with Page(file) as page:
        page.choose(folder / "edges.tsv")
        page.fill("classes", "DB,DM")
        page.begin()
        text = waited(lambda: page.text(".refused pre"), "the message")
        for line in told.splitlines():
            if line.startswith("error: edges.tsv:"):
                check(line in text, text, "has the program's", line)
        check("edges.tsv:7:" in text and " — " in text, "place and remedy:", text)
        check(page.js("return document.querySelector('[name=classes]').value") == "DB,DM", "the classes are kept")
        readable(page, "a damaged file")
        lines[6] = "n1\tn2"
        (folder / "edges.tsv").write_text("\n".join(lines) + "\n")
        page.choose(folder / "edges.tsv")  # the same name again replaces it
        page.begin()
        question(page)
        page.alone()
    return "place and remedy"


def publications(program, file, folder):
    """An export becomes a graph, as by `querent graph`, whose question shows its texts; and --find."""
    with Page(file) as page:
        for name in ("library.ris", "library.bib", "wos.txt", "lens.csv", "openalex.jsonl", "pubmed.xml"):
            page.choose(SAMPLES / name)
            check("graph " + name in page.text(".command") and "ask graph" in page.text(".command"), name, page.text(".command"))
            page.click("button[aria-label^=Remove]")
            waited(lambda: not page.all("form.begin"), "an empty form")
        with zipfile.ZipFile(folder / "exports.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(SAMPLES / "library.ris", "of 2024/library.ris")
        page.choose(folder / "exports.zip")
        check("graph 'of 2024/library.ris'" in page.text(".command"), page.text(".command"))
        page.click("button[aria-label^=Remove]")
        (folder / "cut.zip").write_bytes((folder / "exports.zip").read_bytes()[:-30])
        page.write("#files", str(folder / "cut.zip"))
        waited(lambda: "cut.zip: " in page.text(".refused") and " — unpack it" in page.text(".refused"), "the damaged archive to be refused")
        page.choose(SAMPLES / "library.ris")
        page.js("const select = document.querySelector('[name=kind]'); select.value = 'papers-by-author'; select.dispatchEvent(new Event('change'))")
        page.click("[name=find]")
        check("--kind papers-by-author" in page.text(".command") and "--find relevant" in page.text(".command"), page.text(".command"))
        page.begin()
        question(page)
        check(page.js("return [...document.querySelectorAll('[data-class]')].map((b) => b.dataset.class)") == ["relevant", "irrelevant"], "the classes of --find")
        first = question(page)
        time.sleep(READ)
        page.press("1")
        question(page, first)
        quiet(page)
        page.view("export")
        page.shown(".files a")
        command = unpacked(saved(page, "answers.zip"), folder / "archive")
        results = exported_by(program, folder / "archive", command)
        for name in ("predictions.csv", "labels.tsv"):
            check(alike(saved(page, name), results / name), name, "equals the export of the program")
        page.alone()
    return "six formats are known"


def tables(program, file, folder):
    """Rows of numbers, the example of pictures, and an edge list dropped on the page."""
    (folder / "rows.csv").write_text("id,height,width,colour\n" + "".join(f"item {i},{i % 3 + i / 100},{i % 3 * 2 - i / 50},{'red blue green'.split()[i % 3]}\n" for i in range(60)))
    with Page(file) as page:
        page.choose(folder / "rows.csv")
        check("--label-column none" in page.text(".command"), page.text(".command"))
        page.fill("classes", "a,b,c")
        page.begin()
        question(page)
        page.click("#leave")
        page.click("#sample")
        waited(lambda: page.all(".card canvas.picture"), "a picture")
        first = question(page)
        time.sleep(READ)
        page.press("n")
        page.write("dialog input[name=of]", "six\n")
        second = question(page, first)
        quiet(page)
        time.sleep(1)  # a card that is shown keeps its classes
        page.click("button[data-class='1']")
        question(page, second)
        waited(lambda: page.all("[data-class=six]"), "the new class")
        page.click("#leave")
        waited(lambda: len(page.all(".sessions li")) == 2, "both sessions")
        page.click(".sessions li button.as-link")
        page.driver.switch_to.alert.accept()
        waited(lambda: len(page.all(".sessions li")) == 1, "one is deleted")
        page.js("""
          const data = new DataTransfer();
          data.items.add(new File(["a\\tb\\nb\\tc\\nc\\ta\\n"], "drop.tsv"));
          document.querySelector(".drop").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));""")
        waited(lambda: "--edges drop.tsv" in page.text(".command"), "the dropped file")
        page.alone()
    return "rows, pictures, a drop"


def own_folder(program, file, folder):
    """A folder of answers of the program and its sources go on here, and come back."""
    write_graph(folder)
    server = Served(program, folder, "--dim", "20").start(first=True)
    for i in range(8):
        server.post(item=f"n{i}", answer=CLASSES[i % 4])
    server.stop()
    shutil.copytree(folder / "mine", folder / "all/mine")
    for name in ("edges.tsv", "titles.tsv"):
        shutil.copy(folder / name, folder / "all" / name)
    with Page(file) as page:
        page.write("#folder", str(folder / "all"))
        waited(lambda: "answers of querent" in page.text(".sources"), "the answers to be recognised")
        page.begin()
        question(page)
        waited(lambda: page.text("#far").startswith(("0 of 240", "8 of 240")), page.text("#far"))
        label(page, 2)
        page.driver.refresh()
        question(page)
        page.view("export")
        page.shown(".files a")
        command = unpacked(saved(page, "answers.zip"), folder / "archive")
        results = exported_by(program, folder / "archive", command)
        check(len((results / "labels.tsv").read_text().splitlines()) >= 10, (results / "labels.tsv").read_text())
        check(alike(saved(page, "predictions.csv"), results / "predictions.csv"), "the same predictions")
        page.alone()
    return "ten answers, of both"


def narrow(program, file, folder):
    """The start view fits a phone, light and dark."""
    write_graph(folder)
    with Page(file, width=360, height=740, dark=True) as page:
        check(page.js("return document.documentElement.scrollWidth") <= 360, "the start view fits 360 pixels")
        readable(page, "the start view")
        page.choose(folder / "edges.tsv", folder / "titles.tsv")
        check(page.js("return document.documentElement.scrollWidth") <= 360, "the form fits 360 pixels")
        readable(page, "the form")
        page.alone()
    return "360 pixels"


CASES = (whole_way, damaged, publications, tables, own_folder, narrow)


def main():
    program, file = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    if shutil.which("chromedriver") is None:
        print("skipped: chromium-driver is not installed")
        sys.exit(77)
    for case in CASES:
        if len(sys.argv) > 3 and case.__name__ not in sys.argv[3:]:
            continue
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            place = folder / "Eigene Dateien für querent"
            place.mkdir()
            shutil.copy(file, place / "querent.html")
            said = case(program, place / "querent.html", folder)
        print(f"{case.__name__}: {said}, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
