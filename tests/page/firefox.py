#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""firefox.py PROGRAM PAGE: querent.html in Debian's Firefox, from file://. Answers twenty questions, undoes one, reloads, and
compares the exported predictions with those of PROGRAM. Debian has no geckodriver, so this speaks Firefox's own protocol
(Marionette, https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html)."""
import base64
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "ask"))
from served import CLASSES, alike, check, label, question, waited, write_graph  # noqa: E402

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key of a reference in the WebDriver standard


class Firefox:
    """A headless Firefox without a network: its proxy is a closed port."""

    def __init__(self, profile):
        (profile / "user.js").write_text("".join(f'user_pref("{name}", {value});\n' for name, value in (
            ("network.proxy.type", "1"), ("network.proxy.http", '"127.0.0.1"'), ("network.proxy.http_port", "1"),
            ("network.proxy.ssl", '"127.0.0.1"'), ("network.proxy.ssl_port", "1"), ("marionette.port", "0"))))
        self.process = subprocess.Popen(["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", profile],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = waited(lambda: (file := profile / "MarionetteActivePort").exists() and file.read_text().strip(), "Firefox to listen")
        self.stream = socket.create_connection(("127.0.0.1", int(port))).makefile("rwb")
        self.read()
        self.count = 0
        self.call("NewSession")

    def read(self):
        digits = b""
        while (byte := self.stream.read(1)) != b":":
            digits += byte
        return json.loads(self.stream.read(int(digits)))

    def call(self, name, **parameters):
        self.count += 1
        message = json.dumps([0, self.count, f"WebDriver:{name}", parameters]).encode()
        self.stream.write(b"%d:%s" % (len(message), message))
        self.stream.flush()
        _, _, error, result = self.read()
        check(error is None, name, error)
        return result

    def js(self, code, *arguments):
        return self.call("ExecuteScript", script=code, args=list(arguments))["value"]

    def later(self, code, *arguments):
        """Like js(), with the value of a promise."""
        return self.call("ExecuteAsyncScript", script=f"const done = arguments[arguments.length - 1]; (async () => {{ {code} }})().then(done)",
                         args=list(arguments))["value"]

    def text(self, css):
        return self.js("return document.querySelector(arguments[0])?.textContent ?? ''", css)

    def type(self, css, text):
        of = waited(lambda: self.js("return document.querySelector(arguments[0])", css), css)
        self.call("ElementSendKeys", id=of[ELEMENT], text=text)

    def press(self, key):
        self.type("body", key)

    def click(self, css):
        waited(lambda: self.js("const of = document.querySelector(arguments[0]); of?.click(); return Boolean(of)", css), css)


def played(page, program, file, folder):
    page.call("Navigate", url=file.resolve().as_uri())
    waited(lambda: page.text(".drop"), "the start view")
    page.type("#files", f"{folder / 'edges.tsv'}\n{folder / 'titles.tsv'}")
    page.type("[name=classes]", ", ".join(CLASSES))
    page.click("details summary")
    page.type("[name=more]", "--dim 20")
    page.click("form.begin .go")
    titles = label(page, 20)
    check(len(set(titles)) == 20, "twenty different questions")
    page.press("u")
    waited(lambda: question(page) == titles[-1], "the undone question")
    label(page, 1)
    last = question(page)
    page.call("Refresh")
    check(question(page) == last, "the same question after a reload")
    waited(lambda: page.text("#far").startswith("20 of 240"), "twenty answers after a reload")
    page.js("location.hash = 'export'")
    waited(lambda: page.text(".files a"), "the files")
    exported = {}
    for name in ("answers.zip", "predictions.csv"):
        data = page.later("""const link = document.querySelector(`a[download='${arguments[0]}']`);
            const saved = new Promise((done) => { const make = URL.createObjectURL; URL.createObjectURL = (of) => { done(of); return make.call(URL, of); }; });
            if (!link.href.startsWith("blob:")) link.click();
            const blob = link.href.startsWith("blob:") ? await (await fetch(link.href)).blob() : await saved;
            return btoa([...new Uint8Array(await blob.arrayBuffer())].map((byte) => String.fromCharCode(byte)).join(""))""", name)
        exported[name] = folder / name
        exported[name].write_bytes(base64.b64decode(data))
    shutil.unpack_archive(exported["answers.zip"], folder / "archive")
    command = json.loads((folder / "archive/querent.json").read_text())["command"]
    words = ["../answers" if word == "/out" else word for word in command]
    done = subprocess.run([program, *words, "--export", "../results"], cwd=folder / "archive/in", capture_output=True, text=True)
    check(done.returncode == 0, done.stderr)
    check(alike(exported["predictions.csv"], folder / "archive/results/predictions.csv"), "the predictions of the program")
    return page.js("return navigator.userAgent")


def main():
    program, file = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    if shutil.which("firefox-esr") is None:
        print("skipped: firefox-esr is not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        write_graph(folder)
        (folder / "profile").mkdir()
        os.environ["HOME"] = name
        page = Firefox(folder / "profile")
        try:
            print("twenty answers, an undo, a reload, the program's predictions:", played(page, program, file, folder))
        finally:
            page.process.kill()
            page.process.wait()


if __name__ == "__main__":
    main()
