# SPDX-License-Identifier: Apache-2.0
"""A graph to label and a running `querent ask --web`, shared by the tests of the page."""
import http.client
import json
import math
import os
import pathlib
import random
import re
import socket
import subprocess
import sys
import time
import urllib.parse

CLASSES = ["DB", "DM", "IR", "ML"]
READ = 0.4  # seconds from a question to its answer: the page ignores answers that come sooner (kSettle of question.js)


def write_graph(folder, nodes=240, titles=None, seed=1):
    """Four densely connected groups of nodes n0, n1, …; node i has class i modulo 4."""
    rng = random.Random(seed)
    edges = set()
    for i in range(nodes):
        for _ in range(4):
            same = rng.random() < 0.9
            j = rng.randrange(nodes // 4) * 4 + i % 4 if same else rng.randrange(nodes)
            if i != j and j < nodes:
                edges.add((min(i, j), max(i, j)))
    for i in range(4, nodes):  # connected
        edges.add((i - 4, i))
    edges |= {(0, 1), (1, 2), (2, 3)}
    (folder / "edges.tsv").write_text("".join(f"n{i}\tn{j}\n" for i, j in sorted(edges)))
    rows = [f"n{i}\t{titles[i % len(titles)] if titles else f'Paper {i} of {CLASSES[i % 4]}'}\thttps://example.org/{i}\n" for i in range(nodes)]
    (folder / "titles.tsv").write_text("id\ttitle\tlink\n" + "".join(rows))


class Served:
    """The running server; start() again after kill() to continue."""

    def __init__(self, program, folder, *options, source=None):
        """`source`: the source to label instead of the graph of write_graph()."""
        self.source = source or ["--edges", pathlib.Path(folder) / "edges.tsv", "--show", pathlib.Path(folder) / "titles.tsv",
                                 "--classes", ",".join(CLASSES)]
        self.program, self.folder, self.out = program, pathlib.Path(folder), pathlib.Path(folder) / "mine"
        self.options, self.process = list(options), None
        self.environment = {**os.environ, "QUERENT_CACHE": str(self.folder / "cache"), "NO_COLOR": "1"}
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            self.environment.pop(name, None)

    def start(self, first=False):
        what = [*self.source, "--out", self.out] if first else [self.out]
        command = [self.program, "ask", *map(str, what), *(self.options if first else []), "--web"]
        self.errors = open(self.folder / "errors", "a+")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, text=True, env=self.environment)
        line = self.process.stdout.readline()
        if not line.startswith("http://"):
            self.errors.seek(0)
            sys.exit(f"{' '.join(command)}: printed {line!r}, errors {self.errors.read()}")
        self.url = line.strip()
        parts = urllib.parse.urlsplit(self.url)
        self.port, self.token = parts.port, urllib.parse.parse_qs(parts.query)["token"][0]
        return self

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.send_signal(2)
        return self.process.wait(10)

    def request(self, method, path, body=None, headers=None, timeout=30):
        """Returns status, headers and body; sends the token unless `headers` are given."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        headers = {"Authorization": f"Bearer {self.token}"} if headers is None else headers
        try:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            line.close()

    def get(self, path):
        status, _, body = self.request("GET", "/api/" + path)
        if status != 200:
            sys.exit(f"GET {path}: {status} {body}")
        return json.loads(body)

    def post(self, **fields):
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        status, _, body = self.request("POST", "/api/answer", json.dumps(fields), headers)
        return status, json.loads(body)

    def raw(self, data, timeout=10):
        """Sends `data` unchanged and returns the response."""
        with socket.create_connection(("127.0.0.1", self.port), timeout) as line:
            try:
                line.sendall(data)
                return line.recv(1 << 16)
            except (ConnectionError, TimeoutError):
                return b""

    def memory(self):
        """Resident memory in MB."""
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024


def quantile(values, q):
    values = sorted(values)
    return values[min(len(values) - 1, int(q * len(values)))]


def check(condition, *what):
    if not condition:
        sys.exit("FAILED: " + " ".join(map(str, what)))


def waited(condition, what, seconds=60):
    """Waits for a true value of condition() and returns it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    sys.exit(f"FAILED: waited {seconds} s for {what}")


def alike(one, other):
    """Whether two files are the same, with numbers that agree to nine digits: the order of sums depends on the machine."""
    split = [re.split(r"(-?\d+\.?\d*(?:e[-+]?\d+)?)", file.read_text()) for file in (one, other)]
    return len(split[0]) == len(split[1]) and all(a == b or (k % 2 == 1 and math.isclose(float(a), float(b), rel_tol=1e-9)) for k, (a, b) in enumerate(zip(*split)))


def question(page, after=None):
    return waited(lambda: (title := page.text(".card .title")) and title != after and title, f"a question after {after!r}; the page shows: {page.text('main')[:300]}")


def quiet(page):
    waited(lambda: not [key for key in page.js("return Object.keys(localStorage)") if key.startswith("querent:") and len(key) > 60], "everything to be acknowledged")


def label(page, times):
    """Answers as the titles say; returns them."""
    titles = []
    for _ in range(times):
        title = question(page, titles[-1] if titles else None)
        time.sleep(READ)
        page.press(str(CLASSES.index(title.split()[-1]) + 1))
        quiet(page)
        titles.append(title)
    question(page, titles[-1])
    return titles
