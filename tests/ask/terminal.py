#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""terminal.py QUERENT [FACT…]: `querent ask` at a pseudo-terminal, driven by its keys."""
import csv
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import termios
import time
import unicodedata

from asking import PROGRAM, SOURCE, environment, facts, grid, predictions, run
from vectors import digits, write_idx, write_npy

CLEAR = "\x1b[H\x1b[2J"


class Terminal:
    """The program on a terminal with `columns` columns and `lines` lines; `screen` is the current text."""

    def __init__(self, work, *arguments, columns=80, lines=24, **variables):
        self.columns, self.lines, self.seen, self.status = columns, lines, "", None
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            env = {**environment(work), "TERM": "xterm", **variables}
            os.execve(PROGRAM, [PROGRAM, "ask", *map(str, arguments), "-q"], env)
        self.resize(columns, lines)

    def resize(self, columns, lines):
        self.columns, self.lines = columns, lines
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def read(self, seconds):
        if not select.select([self.fd], [], [], seconds)[0]:
            return False
        try:
            got = os.read(self.fd, 65536)
        except OSError:
            got = b""
        self.seen += got.decode(errors="surrogateescape")
        return bool(got)

    @property
    def screen(self):
        text = self.seen.rsplit(CLEAR, 1)[-1]
        return re.sub(r"\x1b\[[0-9]*m", "", text)

    def wait(self, text, seconds=60):
        """Waits until `text` is on the screen."""
        end = time.monotonic() + seconds
        while text not in self.screen or self.half():
            assert time.monotonic() < end and (self.read(0.5) or self.alive()), f"{text!r} never came: {self.screen!r}"
        while self.read(0.05):
            pass
        self.check()
        return self.screen

    def half(self):
        return CLEAR not in self.seen

    def alive(self):
        if self.status is None:
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is None

    def press(self, keys):
        self.seen += CLEAR  # only output after this key counts
        os.write(self.fd, keys.encode())

    def end(self, seconds=20):
        limit = time.monotonic() + seconds
        while self.alive() and time.monotonic() < limit:
            self.read(0.1)
        assert self.status is not None, "the program does not end"
        while self.read(0.05):
            pass
        return self.status

    def check(self):
        """The screen fits the window, and control characters of data are escaped."""
        lines = self.screen.split("\r\n")
        assert len(lines) <= self.lines, (len(lines), self.lines)
        for line in lines:
            wide = sum(0 if unicodedata.combining(c) or unicodedata.category(c) in ("Mn", "Me", "Cf") else
                       2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)
            assert wide <= self.columns, (wide, self.columns, line)
            assert not [c for c in line if unicodedata.category(c) == "Cc"], repr(line)


def begin(work, n=60, columns=80, lines=24, classes="A,B,C", *more):
    truth = grid(work / "edges.tsv", n)
    (work / "titles.tsv").write_text("id\ttitle\tvenue\n" + "".join(
        f"{i}\tOn the classes of {i} and of what is around it, a study in many words\tJournal of {t}\n" for i, t in truth.items()))
    return truth, Terminal(work, "--edges", work / "edges.tsv", "--show", work / "titles.tsv", "--classes", classes, "--out",
                           work / "mine", *more, columns=columns, lines=lines)


def item_of(screen):
    return re.search(r"node (\S+)", screen).group(1)


def labels_one(work, columns, lines):
    truth, at = begin(work, 60, columns, lines)
    for k in range(12):
        screen = at.wait("q quit")
        item = item_of(screen)
        assert f"On the classes of {item}" in screen and f"Journal of {truth[item]}" in screen.replace("\r\n", " "), screen
        assert columns < 60 or "s skip  d don't know  u undo  n new class  / look up  r review  ? help  q quit" in screen, screen
        assert "1 A   2 B   3 C" in screen and "neighbour" in screen, screen
        at.press(str("ABC".index(truth[item]) + 1))
    screen = at.wait("12 answers")
    assert "prediction: " in screen, screen
    at.press("q")
    assert at.end() == 0 and "All answers are saved" in at.screen
    table, _ = predictions(work, work / "mine")
    labels = {i: row["class"] for i, row in table.items() if row["asked"] == "yes"}
    assert len(labels) == 12 and all(truth[i] == c for i, c in labels.items())


def at_80(work):
    """At 80×24, twelve nodes are labelled by keys; text, neighbours, prediction and classes are shown"""
    labels_one(work, 80, 24)


def at_50(work):
    """The same with 50 columns"""
    labels_one(work, 50, 24)


def every_key(work):
    """Skip, don't know, undo, help, new class, look up and correct work"""
    truth, at = begin(work)
    first = item_of(at.wait("q quit"))
    at.press("?")
    assert "look up an item" in at.wait("any key")
    at.press(" ")
    assert item_of(at.wait("q quit")) == first
    at.press("s")
    second = item_of(at.wait("q quit"))
    assert second != first
    at.press("d")
    third = item_of(at.wait("q quit"))
    at.press("n")
    at.wait("Name of the new class")
    at.press("Großes\tBild\r")  # a pasted tab becomes a blank
    screen = at.wait("4 Großes Bild")
    assert item_of(screen) != third or "Großes Bild" in screen
    at.press("u")
    screen = at.wait("undone: Großes Bild")
    assert re.search(rf"^node {third}\b", screen.replace("\r\n", "\n"), re.M), screen
    at.press("m")
    at.wait("Note on this node")
    at.press("as said\r")
    screen = at.wait("note saved")
    assert "note: as said" in screen and item_of(screen) == third, screen
    at.press("1")
    at.wait(f"{third}: A")
    at.press("/")
    at.wait("Look up a node")
    at.press(f"{third}")
    at.wait(f"> {third}")
    at.press("\r")
    assert "label: A, by me" in at.wait("looked up")
    at.press("2")
    at.wait(f"{third}: B")
    at.press("r")
    at.wait("Answers to review")
    at.press("\x1b")
    at.wait("q quit")
    at.press("9")
    at.wait("no class has the number 9")
    at.press("q")
    assert at.end() == 0
    log = [json.loads(line) for line in run(work, "ask", work / "mine", "--log")[1].splitlines()]
    assert [line["kind"] for line in log] == ["skip", "unknown", "new class", "class", "undo", "note", "class", "correction"], log
    assert all(line.get("seconds", 1) > 0 for line in log)


def own_keys(work):
    """--keys sets the keys of classes, for later starts, too; a key that is in use is refused"""
    truth, at = begin(work, 60, 80, 24, "A,B,C", "--keys", "jk")
    first = item_of(at.wait("j A   k B   3 C"))
    at.press("k")
    at.wait(f"{first}: B")
    at.press("q")
    assert at.end() == 0
    at = Terminal(work, work / "mine")
    second = item_of(at.wait("j A   k B   3 C"))
    at.press("?")
    at.wait("jk 1-9")
    at.press(" ")
    at.wait("q quit")
    at.press("3")
    at.wait(f"{second}: C")
    at.press("q")
    assert at.end() == 0
    table, _ = predictions(work, work / "mine")
    assert {i: row["class"] for i, row in table.items() if row["asked"] == "yes"} == {first: "B", second: "C"}
    status, _, err = run(work, "ask", work / "mine", "--keys", "js", "--json")
    assert status == 2 and "s is the key of another action" in err, (status, err)
    # as in Prodigy: space skips, backspace undoes; their former keys may choose a class
    at = Terminal(work, work / "mine", "--keys", "asd skip=space undo=backspace unknown=x look-up=;")
    third = item_of(at.wait("a A   s B   d C"))
    assert "space skip  x don't know  backspace undo  n new class  ; look up" in at.screen.replace("\r\n", " "), at.screen
    at.press(" ")
    fourth = item_of(at.wait("q quit"))
    assert fourth != third
    at.press("s")
    at.wait(f"{fourth}: B")
    at.press("\x7f")
    assert item_of(at.wait("undone: B")) == fourth
    at.press("x")
    assert item_of(at.wait("q quit")) != fourth
    at.press(";")
    at.wait("Look up a node")
    at.press("\x1b")
    at.wait("q quit")
    at.press("q")
    assert at.end() == 0
    log = [json.loads(line)["kind"] for line in run(work, "ask", work / "mine", "--log")[1].splitlines()]
    assert log[2:] == ["skip", "class", "undo", "unknown"], log


def guide_and_guess(work):
    """A key shows the text of --guide, which scrolls if it is long; --hide-guess shows predictions only after a key"""
    (work / "guide.txt").write_text("A: graphs\nB: \x1b[2Jrows\n" + "".join(f"rule {k}\n" for k in range(40)))
    truth, at = begin(work, 60, 80, 24, "A,B,C", "--guide", work / "guide.txt", "--hide-guess")
    for _ in range(8):
        screen = at.wait("i guide")
        at.press(str("ABC".index(truth[item_of(screen)]) + 1))
    screen = at.wait("v shows the prediction")
    assert "prediction: " not in screen, screen
    item = item_of(screen)
    at.press("v")
    assert item_of(at.wait("prediction: ")) == item
    at.press("v")
    at.wait("v shows the prediction")
    at.press("i")
    screen = at.wait("up and down scroll")
    assert "A: graphs" in screen and "\\x1b[2Jrows" in screen and "rule 39" not in screen, screen
    at.press("\x1b[B")
    screen = at.wait("up and down scroll")
    assert "A: graphs" not in screen and "rule 0" in screen, screen
    at.press("\x1b[B" * 60)
    at.wait("rule 39")
    at.press("x")
    assert item_of(at.wait("q quit")) == item
    at.press("q")
    assert at.end() == 0
    assert len(run(work, "ask", work / "mine", "--log")[1].splitlines()) == 8
    (work / "guide.txt").write_bytes(b"x" * (1 << 20) + b"\n")
    status, _, err = run(work, "ask", work / "mine", "--json")
    assert status == 5 and "1 MiB" in err, (status, err)


def fifty_classes(work):
    """With fifty classes, the first nine have keys, and the others are found by typing a part of their names"""
    names = [f"class {k:02d}" for k in range(49)] + ["Bibliometrics"]
    _, at = begin(work, 60, 50, 24, ",".join(names))
    screen = at.wait("q quit")
    assert all(re.search(rf"{k + 1} class {k:02d}", line) for k in range(9) for line in screen.split("\r\n") if f"class {k:02d}" in line), screen
    assert "9 class 08" in screen.replace("\r\n", " ") and "Enter: find one of 50" in screen.replace("\r\n", " "), screen
    at.press("\r")
    at.wait("Which class?")
    at.press("bibl")
    assert "> Bibliometrics" in at.wait("> bibl")
    at.press("\r")
    at.wait(": Bibliometrics")
    at.press("\r")
    at.wait("Which class?")
    at.press("class 4")
    at.wait("> class 4")
    at.press("\x1b[B\r")
    at.wait(": class 41")
    at.press("q")
    assert at.end() == 0


def hostile_titles(work):
    """Control characters of data are escaped, at 50 columns"""
    file = SOURCE.parent / "shared/data/hostile/strings.json"
    strings = ["esc\x1b[2J\x1b]0;title\x07", "bell\x07 del\x7f", "c1\u009b31m", "bidi\u202eabc\u202c", "wide 李小龍李小龍" * 9]
    if file.exists():
        strings += [s for s in json.loads(file.read_text()) if not set(s) & set("\0\n\r")]
    grid(work / "edges.tsv", 60)
    with open(work / "titles.csv", "w", newline="") as table:
        writer = csv.writer(table, quoting=csv.QUOTE_ALL)
        writer.writerow(["id", "title", "again"])
        writer.writerows((f"v{k}", strings[k % len(strings)], strings[(k + 60) % len(strings)]) for k in range(60))
    at = Terminal(work, "--edges", work / "edges.tsv", "--show", work / "titles.csv", "--classes", "A,B", "--out", work / "mine",
                  columns=50)
    for _ in range(60):
        at.wait("q quit")
        at.press("1")
    screen = at.wait("There are no more questions")
    at.press("q")
    assert at.end() == 0
    assert "\\x1b[2J" in at.seen and "\\u202e" in at.seen and "\\u009b" in at.seen
    return f"{len(strings)} strings"


def ctrl_c(work):
    """Ctrl-C ends with 130, restores the terminal, and loses nothing"""
    _, at = begin(work)
    at.wait("q quit")
    at.press("1")
    at.wait("1 answer")
    before = termios.tcgetattr(at.fd)[3]
    os.write(at.fd, b"\x03")
    assert at.end() == 130 and "All answers are saved: querent ask" in at.screen, at.screen
    assert not before & termios.ECHO and termios.tcgetattr(at.fd)[3] & termios.ECHO
    assert len(run(work, "ask", work / "mine", "--log")[1].splitlines()) == 1


class Shell(Terminal):
    """A shell on a terminal, which starts the program on request."""

    def __init__(self, work, *arguments):
        self.columns, self.lines, self.seen, self.status = 80, 24, "", None
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execve("/bin/bash", ["bash", "--norc", "--noprofile", "-i"], {**environment(work), "TERM": "xterm", "PS1": "ready> "})
        self.resize(80, 24)
        self.prompt()
        self.echoes = self.echo()
        self.press(" ".join([PROGRAM, "ask", *map(str, arguments), "-q"]) + "\n")

    def prompt(self):
        end = time.monotonic() + 20
        while not self.seen.endswith("ready> "):
            assert self.read(0.5) or time.monotonic() < end, self.seen

    def echo(self):
        return bool(termios.tcgetattr(self.fd)[3] & termios.ECHO)

    def program(self):
        """The process id of the program, the child of the shell in /proc."""
        return int(open(f"/proc/{self.pid}/task/{self.pid}/children").read().split()[0])


def stopped(work):
    """Ctrl-Z restores the terminal, fg redraws the question and ignores keys typed meanwhile; the same for SIGSTOP and SIGCONT"""
    grid(work / "edges.tsv", 60)
    at = Shell(work, "--edges", work / "edges.tsv", "--classes", "A,B,C", "--out", work / "mine")
    first = item_of(at.wait("q quit"))
    assert not at.echo()
    for signalled in (False, True):
        at.press("")
        if signalled:  # like "stop" of a shell, which a program cannot catch
            os.kill(at.program(), signal.SIGSTOP)
            at.prompt()
        else:
            os.write(at.fd, b"\x1a")
            at.prompt()
            echoes = at.echo()
            assert echoes == at.echoes, "the terminal is restored"
        at.press("fg\n111\r")
        assert item_of(at.wait("q quit")) == first and not at.echo()
    at.press("2")
    at.wait(f"{first}: B")
    at.press("q")
    at.prompt()
    log = [json.loads(line) for line in run(work, "ask", work / "mine", "--log")[1].splitlines()]
    assert [(line["item"], line["class"]) for line in log] == [(first, "B")], log
    at.press("exit\n")
    at.end()


def ended_by_a_key(work):
    """Ctrl-\\ ends at once and restores the terminal"""
    _, at = begin(work)
    at.wait("q quit")
    assert not termios.tcgetattr(at.fd)[3] & termios.ECHO
    os.write(at.fd, b"\x1c")
    assert at.end() == -signal.SIGQUIT
    assert termios.tcgetattr(at.fd)[3] & termios.ECHO and termios.tcgetattr(at.fd)[3] & termios.ICANON


def typed_too_early(work):
    """Keys typed before a question is shown do not answer it"""
    truth = grid(work / "edges.tsv", 60)
    at = Terminal(work, "--edges", work / "edges.tsv", "--classes", "A,B,C", "--out", work / "mine")
    os.write(at.fd, b"111sd")  # the program is reading its files
    first = item_of(at.wait("q quit"))
    at.press("2")
    at.wait(f"{first}: B")
    at.press("q")
    assert at.end() == 0
    log = [json.loads(line) for line in run(work, "ask", work / "mine", "--log")[1].splitlines()]
    assert [(line["item"], line.get("class")) for line in log] == [(first, "B")], log


def small_and_resized(work):
    """A window of 20×10 shows as much as fits, and a new size is drawn at once"""
    _, at = begin(work, 60, 20, 10)
    at.wait("node v")
    at.resize(80, 24)
    at.seen += CLEAR
    assert "neighbour" in at.wait("q quit")
    at.press("q")
    assert at.end() == 0


def yes_or_no(work):
    """--yes-no: one key answers a question"""
    truth, at = begin(work, 60, 80, 24, "A,B,C", "--yes-no")
    for _ in range(6):
        screen = at.wait("y yes   n no")
        asked = re.search(r"Is it (\w)\?", screen).group(1)
        at.press("y" if asked == truth[item_of(screen)] else "n")
    at.wait("y yes")
    at.press("q")
    assert at.end() == 0
    table, _ = predictions(work, work / "mine")
    assert all(row["class"] == truth[i] for i, row in table.items() if row["asked"] == "yes")


def pictures(work):
    """A picture is drawn in half-block characters, two rows per line, and scaled down if it does not fit"""
    images, truth = digits(12)
    write_idx(work / "bars-idx3-ubyte", images)
    at = Terminal(work, work / "bars-idx3-ubyte", "--classes", "stands,lies", "--out", work / "mine")
    for _ in range(3):
        screen = at.wait("1 stands")
        image = images[int(re.search(r"row (\d+)", screen).group(1)) - 1]
        bright = [[image[4 * y + x] > 127 for x in range(4)] for y in range(6)]
        for y in range(0, 6, 2):
            line = "".join(" ▄▀█"[2 * above + below] for above, below in zip(bright[y], bright[y + 1]))
            assert line.rstrip() in screen.replace("\r", "").split("\n") or line in screen, (line, screen)
        row = re.search(r"row (\d+)", screen).group(1)
        at.press("1" if truth[row] == "stands" else "2")
    at.wait("3 answers")
    at.press("q")
    assert at.end() == 0
    write_npy(work / "large.npy", "|u1", (5, 20, 30, 3), bytes(k % 251 for k in range(9000)))
    at = Terminal(work, work / "large.npy", "--classes", "a,b", "--out", work / "large", columns=50, lines=14)
    assert any(c in at.wait("1 a") for c in "▀▄█")
    at.resize(80, 24)
    at.wait("1 a")
    at.press("q")
    assert at.end() == 0


def whole_record(work):
    """A long text gets the lines that shorter ones leave; if it does not fit, the down arrow shows all of it"""
    grid(work / "edges.tsv", 60)
    long = " ".join(f"word{k}" for k in range(250))
    (work / "texts.tsv").write_text("id\ttitle\tabstract\tlink\n" + "".join(f"v{k}\tOn v{k}\t{long}\thttps://x.org/{k}\n" for k in range(60)))
    at = Terminal(work, "--edges", work / "edges.tsv", "--show", work / "texts.tsv", "--classes", "A,B", "--out", work / "mine")
    screen = at.wait("the down arrow shows all")
    item = item_of(screen)
    assert screen.count("word") > 50 and f"link: https://x.org/{item[1:]}" in screen and "neighbours: " in screen, screen
    at.press("\x1b[B")
    at.wait("up and down scroll")
    at.press("\x1b[B" * 60)
    assert "word249" in at.wait("link: ")
    at.press("x")
    assert item_of(at.wait("q quit")) == item
    at.resize(100, 60)
    at.seen += CLEAR
    screen = at.wait("word249")
    assert "down arrow" not in screen and "neighbours: " in screen, screen
    at.press("q")
    assert at.end() == 0


def screened_records(work):
    """Records are shown without markup; --find has no list of doubtful answers; an undone skip has a name; known records are counted apart"""
    (work / "few.ris").write_text("".join(
        f"TY  - JOUR\nID  - r{k}\nTI  - On H<sub>2</sub>O and {'mice' if k % 2 else 'graphs'}\n"
        f"AB  - <h2>Aims</h2>We study {'mice' if k % 2 else 'graphs'} if p &lt; 0.05 and x<y>z\nER  - \n" for k in range(1, 13)))
    (work / "seeds.tsv").write_text("r1\trelevant\nr3\trelevant\nr2\tirrelevant\n")
    at = Terminal(work, work / "few.ris", "--find", "relevant", "--seeds", work / "seeds.tsv", "--stop-at-recall", "80%", lines=40)
    screen = at.wait("q quit").replace("\r\n  ", " ")
    item = re.search(r"record (\S+)", screen).group(1)
    assert "On H2O and" in screen and "Aims We study" in screen and "p < 0.05 and x<y>z" in screen and "<sub>" not in screen, screen
    assert "0 answers, 3 labelled · found 2 (2 known before, not in the goal); between " in screen and "without a find" in screen, screen
    assert "Evidence for relevant: " in screen and "w review" not in screen, screen
    at.press("w")
    at.wait("the key w has no function — h lists all keys")
    at.press("?")
    at.wait(f"{item}: don't know")
    at.press("u")
    at.wait(f"undone: don't know for {item}")
    at.press("s")
    at.wait("q quit")
    at.press("u")
    at.wait(f"undone: skip for {item}")
    at.press("r")
    at.wait("1 answer, 4 labelled · found 3 (2 known before")
    at.press("q")
    assert at.end() == 0


def two_reviewers(work):
    """The second of two annotators does not see the first answer; different answers are listed, shown, and decided by a class"""
    _, at = begin(work, 60, 80, 24, "A,B", "--overlap", "100%", "--by", "ann")
    item = item_of(at.wait("q quit"))
    at.press("1")
    at.wait(f"{item}: A")
    at.press("q")
    assert at.end() == 0
    at = Terminal(work, work / "mine", "--by", "bob")
    for _ in range(3):  # open questions come first
        if "another annotator" in at.wait("q quit"):
            break
        at.press("d")
    assert item_of(at.screen) == item and "label: A" not in at.screen and "A, 100 %" not in at.screen, at.screen
    at.press("2")
    at.wait(f"{item}: B")
    at.press("r")
    at.wait(f"> differ  A by ann, B by bob  {item}")
    at.press("\r")
    at.wait("different answers: A, by ann; B, by bob")
    at.press("2")
    at.wait(f"{item}: B")
    at.press("/")
    at.wait("Look up")
    at.press(item)
    at.wait(f"> {item}")
    at.press("\r")
    at.wait("label: B, by bob")
    at.press("q")
    at.wait("q quit")
    at.press("q")
    assert at.end() == 0


def news(work):
    """Newer predictions are shown without a key"""
    truth, at = begin(work, 300, 80, 24)
    for _ in range(15):
        item = item_of(at.wait("q quit"))
        at.press(str("ABC".index(truth[item]) + 1))
    end = time.monotonic() + 30
    at.wait("15 answers")
    while "predictions after" in at.screen:
        assert time.monotonic() < end, at.screen
        at.read(0.2)
    at.press("q")
    assert at.end() == 0


def no_checks(work):
    """With --checks 0 a question that is drawn at random, since nothing predicts the answers, is not called a check"""
    for share, words in (("0", "(drawn at random)"), ("0.1", "(a random check)")):
        (work / "path.tsv").write_text("".join(f"{i}\t{i + 1}\n" for i in range(19)))
        at = Terminal(work, "--edges", work / "path.tsv", "--classes", "A,B", "--out", work / f"checks {share}", "--checks", share)
        for _ in range(6):  # labels without relation to the path: no kernel fits them
            screen = at.wait("q quit")
            at.press("12"[int(item_of(screen)) ** 2 * 7 // 5 % 2])
        assert words in at.wait("q quit"), at.screen
        at.press("?")
        assert ("Random checks" in at.wait("any key")) == (share != "0"), at.screen
        at.press("q")
        at.press("q")
        assert at.end() == 0


if __name__ == "__main__":
    facts(no_checks, whole_record, screened_records, two_reviewers, news, pictures, at_80, at_50, every_key, own_keys, guide_and_guess, fifty_classes, hostile_titles, ctrl_c, stopped, ended_by_a_key, typed_too_early, small_and_resized, yes_or_no)
