# SPDX-License-Identifier: Apache-2.0
"""querent.html in Debian's chromium without a network, and what the tests and measurements do with it."""
import json
import pathlib
import subprocess
import sys
import time
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "ask"))
try:
    from chromium import Browser
except ImportError:
    print("skipped: python3-selenium is not installed")
    sys.exit(77)
from served import CLASSES, check, waited  # noqa: E402


class Page(Browser):
    """querent.html in a browser without a network."""

    def __init__(self, file, **look):
        super().__init__(**look)
        self.address = file.resolve().as_uri()
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
        self.open(self.address)
        waited(lambda: self.all(".drop"), "the start view")

    def choose(self, *files):
        self.write("#files", "\n".join(map(str, files)))
        waited(lambda: self.all("form.begin"), "the form")

    def fill(self, field, text):
        if not self.js(f"return document.querySelector('[name={field}]').checkVisibility()"):
            self.click("details summary")
        self.write(f"[name={field}]", text)

    def begin(self):
        self.click("form.begin .go")

    def alone(self):
        """The page asked for nothing but itself, and its console is empty."""
        own = (self.address, "blob:", "data:", "about:", "chrome")
        others = [url for url in self.requested() if not url.startswith(own)]
        check(others == [], "requests:", others)
        check(self.complaints() == [], self.complaints())

    def new_tab(self):
        self.driver.switch_to.new_window("tab")
        self.open(self.address)


def begun(page, folder, more="--dim 20"):
    page.choose(folder / "edges.tsv", folder / "titles.tsv")
    page.fill("classes", ", ".join(CLASSES))
    page.fill("more", more)
    page.begin()


def saved(page, name):
    page.click(f"a[download='{name}']")
    return waited(lambda: next(iter(page.downloads(name)), None), f"{name} to be saved", 30)


def unpacked(archive, folder):
    with zipfile.ZipFile(archive) as of:
        check(of.testzip() is None, "the archive is whole")
        of.extractall(folder)
        return json.loads(of.read("querent.json"))["command"]


def exported_by(program, folder, command):
    """What the program exports from an unpacked archive, which it goes on with."""
    words = ["../answers" if word == "/out" else word for word in command]
    done = subprocess.run([program, *words, "--export", "../results"], cwd=folder / "in", capture_output=True, text=True)
    check(done.returncode == 0, done.stderr)
    return folder / "results"
