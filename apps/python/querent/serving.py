# SPDX-License-Identifier: Apache-2.0
"""The annotation page of `querent ask --web`, opened from a session."""

import pathlib
import weakref

from . import _checked, program


class Served:
    """A page on which people label the items of a session, opened by `RowSession.serve`.

    The program `querent ask FOLDER/store --web` runs as a child process and ends with this process, with `stop()`, or at
    the end of a ``with`` block. No answer is lost: each is in the store before the page reports it as saved.

    Attributes
    ----------
    address : str or None
        The page's address with its token, for this machine only; None after `stop()`.
    store : pathlib.Path
        The folder with which ``querent ask`` can continue.
    """

    def __init__(self, session, folder, open_browser=False):
        import subprocess
        import tempfile
        self._session = session
        folder = pathlib.Path(_checked.path(folder, "folder")).absolute()
        _checked.flag(open_browser, "open_browser")
        self.store = folder / "store"
        words = [program.find_program(), "ask", *self._source(folder), "--out", self.store, "--web"]
        self._errors = tempfile.TemporaryFile()
        self._child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._errors, text=True)
        self._finish = weakref.finalize(self, _end, self._child, self._errors)
        self.address = self._child.stdout.readline().strip() or None
        if self.address is None:
            code = self._child.wait()
            self._errors.seek(0)
            words = _last_line(self._errors.read().decode("utf-8", "replace"))
            self._finish()
            raise program.error_of(code, words)
        if open_browser:
            import webbrowser
            webbrowser.open(self.address)

    def sync(self):
        """Transfers labels that were given on the page since the last call to the session.

        Returns
        -------
        int
            Number of labels that the session has learned or corrected.
        """
        return self._session._take({item: self._names.get(label, label) for item, label in self._labels().items()})

    def stop(self):
        """Stops the page; the answers stay in the store, and `sync` still works."""
        self._finish()
        self.address = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.stop()

    def __repr__(self):
        return f"Served: {self.address}" if self.address else f"Served: stopped; continue with: querent ask {self.store} --web"

    def _repr_html_(self):
        import html
        if not self.address:
            return f"<code>{html.escape(repr(self))}</code>"
        address = html.escape(self.address)
        return f'<a href="{address}" target="_blank" rel="noopener">the annotation page</a>, on this machine only'

    # -- inside ---------------------------------------------------------------------------------

    def _source(self, folder):
        """Writes the session's items to files of the folder; returns the options that name them."""
        from . import _files
        session, options = self._session, self._session._options
        if options["order"] != "pool" or options["query"]:
            raise ValueError("serve: `querent ask` uses a pool and its own rule: give order='pool', query=''")
        folder.mkdir(parents=True, exist_ok=True)
        if hasattr(session, "graph_"):
            source = folder / "graph.mtx"
            _files.write_graph(source, session.graph_)
            words = [source, "--component", "all", "--dim", session._dim, "--laplacian", session._laplacian]
        else:
            source = folder / "rows.svm"
            _files.write_rows(source, session._rows)
            words = [source, "--as", "vectors"]
        _files.write_table(folder / "names.tsv", ("id", "name"), ((i + 1, name) for i, name in enumerate(session._names)))
        words += ["--show", folder / "names.tsv"]
        texts = session._session.classes
        self._names = dict(zip(texts, session._labels))
        if any("," in text for text in texts):
            raise ValueError("serve: a class with a comma in its name cannot be given to `querent ask --classes`")
        if texts:
            words += ["--classes", ",".join(texts)]
        if session._session.answers:
            _files.write_table(folder / "seeds.tsv", None, ((i + 1, texts[k]) for i, k in session._session.answers))
            words += ["--seeds", folder / "seeds.tsv"]
        if options["budget"] is not None:
            words += ["--budget", options["budget"]]
        words += ["--checks", options["checks"], "--stop-at-error", options["stop_at_error"], "--seed", options["seed"]]
        return [str(word) for word in words]

    def _labels(self):
        """{item: text of its class} for all answers, in the order of the first answers, on which the model depends."""
        if self.address:
            import json
            import urllib.parse
            import urllib.request
            place = urllib.parse.urlsplit(self.address)
            token = urllib.parse.parse_qs(place.query)["token"][0]
            request = urllib.request.Request(f"http://{place.netloc}/api/answers?most={2**31 - 1}",
                                             headers={"Authorization": f"Bearer {token}"})
            with urllib.request.urlopen(request, timeout=60) as answer:
                given = json.load(answer)["answers"]
            now, latest = {}, {}
            for k, line in enumerate(given):  # newest first, each with the current label of its item; none for an added
                                             # class
                if line["item"]:
                    now.setdefault(int(line["item"]) - 1, line["now"])
                    if line["kind"] == "class":
                        latest.setdefault(int(line["item"]) - 1, -k)
            return {item: now[item] for item in sorted(now, key=lambda i: latest.get(i, 0)) if now[item]}
        import tempfile
        with tempfile.TemporaryDirectory() as folder:
            program.run("ask", self.store, "--export", folder, "--quiet")
            lines = (pathlib.Path(folder) / "labels.tsv").read_text(encoding="utf-8").splitlines()
        import json
        events = map(json.loads, program.run("ask", self.store, "--log").splitlines())
        latest = {event["item"]: k for k, event in enumerate(events) if event["kind"] == "class"}
        given = sorted((line.split("\t", 1) for line in lines), key=lambda line: latest.get(line[0], 0))
        return {int(item) - 1: label for item, label in given}


def _end(child, errors):
    errors.close()
    if child.poll() is None:
        child.terminate()
        from subprocess import TimeoutExpired
        try:
            child.wait(20)
        except TimeoutExpired:
            child.kill()
            child.wait()
    if child.stdout:
        child.stdout.close()


def _last_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""
