#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures querent.html in Chromium: speed.py PAGE [NAME…]

For each graph, the time from "Begin" to the first question, the memory of the tab, and the times of the page's requests
over 20 answers, of which /api/questions brings the next question and /api/answer ends when the answer is stored. Numbers
are printed, not compared.
"""
import lzma
import os
import pathlib
import statistics
import sys
import tempfile
import time

from opened import Page

from served import CLASSES, question, quiet, waited, write_graph

SHARED = pathlib.Path(os.environ.get("QUERENT_SHARED", pathlib.Path(__file__).parents[3] / "shared")) / "data/graphs"


def shared(name):
    def write(folder):
        for kind in ("edges", "labels"):
            file = SHARED / name / f"{kind}.tsv"
            text = file.read_bytes() if file.exists() else lzma.open(file.with_suffix(".tsv.xz")).read()
            (folder / f"{kind}.tsv").write_bytes(text)
        of = dict(line.split("\t")[:2] for line in (folder / "labels.tsv").read_text().splitlines() if "\t" in line)
        (folder / "titles.tsv").write_text("id\ttitle\n" + "".join(f"{i}\tPaper {i} of {label}\n" for i, label in of.items()))
        return sorted(set(of.values())), ""
    return write


def made(nodes, more):
    def write(folder):
        write_graph(folder, nodes)  # five edges per node
        return CLASSES, more
    return write


GRAPHS = {"cora": shared("cora"), "pubmed": shared("pubmed"), "20,000 nodes": made(20_000, ""), "50,000 nodes": made(50_000, "--dim 50")}


def renderers(page):
    """The processes of the tabs of this browser, as folders of /proc."""
    parents = {}
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parents[process.name] = (process / "stat").read_text().rsplit(")", 1)[1].split()[1]
        except OSError:
            pass  # it ended meanwhile
    for process in parents:
        above = process
        while above in parents and above != str(page.driver.service.process.pid):
            above = parents[above]
        folder = pathlib.Path("/proc") / process
        if above in parents and b"--type=renderer" in (folder / "cmdline").read_bytes():
            yield folder


def memory(page):
    """Peak of the resident memory of the tab and its worker in MB, with that of Chromium itself (about 100 MB)."""
    return max(int((of / "status").read_text().split("VmHWM:")[1].split()[0]) / 1024 for of in renderers(page))


def cpu(page):
    """CPU seconds of all tabs; unlike the time they depend little on other programs."""
    return sum(sum(map(int, (of / "stat").read_text().rsplit(")", 1)[1].split()[11:13])) for of in renderers(page)) / os.sysconf("SC_CLK_TCK")


# Times from a request of the page to its reply, with the wait for a piece of work in the background.
WATCH = """
  const sent = new Map(), post = Worker.prototype.postMessage;
  window.took = {};
  Worker.prototype.postMessage = function (data, ...rest) {
    if (!this.isWatched) this.addEventListener("message", ({ data }) => {
      const one = sent.get(data.to);
      if (one) (window.took[one.name] ??= []).push(performance.now() - one.at);
    });
    this.isWatched = true;
    sent.set(data.number, { at: performance.now(), name: data.target?.split("?")[0] ?? data.act });
    return post.call(this, data, ...rest);
  };
  document.querySelector("form.begin").addEventListener("submit", () => { window.began = performance.now(); });"""


def measured(file, write):
    with tempfile.TemporaryDirectory() as name, Page(file) as page:
        folder = pathlib.Path(name)
        classes, more = write(folder)
        page.choose(folder / "edges.tsv", folder / "titles.tsv")
        page.fill("classes", ",".join(classes))
        if more:
            page.fill("more", more)
        page.js(WATCH)
        before = cpu(page)
        page.begin()
        first = waited(lambda: page.js("const [mark] = performance.getEntriesByName('question'); return mark ? mark.startTime - window.began : 0"), "the first question", 300)
        worked = cpu(page) - before
        page.js("window.took = {}")
        title = None
        for _ in range(20):
            title = question(page, title)
            time.sleep(1)  # an annotator who reads
            page.press(str(classes.index(title.split(" of ")[1]) + 1))
            quiet(page)
        took = page.js("return window.took")
        return first / 1000, worked, memory(page), {kind: (statistics.median(all), max(all)) for kind, all in sorted(took.items())}


def main():
    file = pathlib.Path(sys.argv[1])
    began = time.monotonic()
    with Page(file) as page:
        ready = page.js("return performance.timing.domContentLoadedEventEnd - performance.timing.navigationStart")
    print(f"the page: {file.stat().st_size / 1e6:.2f} MB, takes files after {ready} ms; browser and page {time.monotonic() - began:.1f} s")
    for name, write in GRAPHS.items():
        if len(sys.argv) > 2 and name not in sys.argv[2:]:
            continue
        first, worked, megabytes, took = measured(file, write)
        print(f"{name}: first question {first:.2f} s ({worked:.2f} s of CPU), peak memory {megabytes:.0f} MB")
        for kind, (median, longest) in took.items():
            print(f"    {kind}: median {median:.1f} ms, longest {longest:.1f} ms", flush=True)


if __name__ == "__main__":
    main()
