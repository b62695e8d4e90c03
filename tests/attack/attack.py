# SPDX-License-Identifier: Apache-2.0
"""Functions shared by the scripts of this folder. Each script is named after a finding of the attack on 0.1.0, tries all its
cases against PROGRAM, prints `S2: 157 tried, 157 as promised` and exits 1 if a case fails. A case is a command line with its
expected result. No case may end with a signal or exit code 70, hang, print control characters on standard output or error,
or write a file outside the named place."""
import atexit, json, os, re, shutil, struct, subprocess, sys, tempfile, time, zipfile

PROGRAM = os.path.abspath(sys.argv[1])
scratch = tempfile.mkdtemp(prefix="querent-attack-")
atexit.register(shutil.rmtree, scratch, True)
os.environ["QUERENT_CACHE"] = os.path.join(scratch, "cache")
os.chdir(scratch)
tried = right = 0
MOST_SECONDS = 60  # of CPU time for one hostile file: the attack's gzip bomb would have taken two minutes, no case takes 8 s on an idle processor now
section, sections = None, {}  # the current row of the findings; the cases tried and passed for each row


def strings():
    """The hostile strings: a few listed here, and the shared data's list if available."""
    few = ["`touch PWNED`", "$(touch PWNED)", "a'; system('touch PWNED'); '", "a\"b", "=cmd|' /C calc'!A0", "esc\x1b[2J\x1b]0;t\x07",
           "c1\x9b31m", "bidi\u202eabc", "line\nbreak", "tab\there", "<script>", "\\input{/etc/passwd}", "a|b", "-1", "+1", "@x", ""]
    root = os.environ.get("QUERENT_SHARED", os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../shared"))
    try:
        with open(os.path.join(root, "data/hostile/strings.json")) as file:
            return few + json.load(file)
    except OSError:
        print("skipped by name: ../shared/data/hostile/strings.json is not here")
        return few


def run(*words, timeout=60, env=None, stdin=subprocess.DEVNULL, shell=None, **more):
    """Ended process with text output; `shell` is a bash line in which $Q is the program."""
    environment = {**os.environ, "Q": PROGRAM, **(env or {})}
    command = ["bash", "-c", shell] if shell else [PROGRAM, *map(os.fspath, words)]
    try:
        ended = subprocess.run(command, stdin=stdin, capture_output=True, timeout=timeout, env=environment, **more)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 999, "", "hangs")
    ended.stdout, ended.stderr = (text.decode("utf-8", "surrogateescape") for text in (ended.stdout, ended.stderr))
    return ended


class Forks:
    """The program, loaded once by fork_server.c for many calls of run(). Without a C compiler it is started for each call.
    `under` is the command line of a wrapper program."""

    def __init__(self, under=()):
        self.server = None
        library, self.files = os.path.join(scratch, "fork_server.so"), os.path.join(scratch, "forked")
        if shutil.which("cc"):
            subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fork_server.c"), "-ldl"], check=True)
            self.server = subprocess.Popen([*under, PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={
                **os.environ, "LD_PRELOAD": library, "FORK_SERVER": self.files, "FORK_SERVER_OF": PROGRAM})
            atexit.register(self.server.wait)
            atexit.register(self.server.stdin.close)

    def run(self, *words, timeout=60):
        if self.server is None or not words or "\0" in "".join(words):
            return run(*words, timeout=timeout)
        text = b"".join(word.encode("utf-8", "surrogateescape") + b"\0" for word in words)
        self.server.stdin.write(struct.pack("II", len(text), timeout) + text)
        self.server.stdin.flush()
        status, = struct.unpack("i", self.server.stdout.read(4))
        out, err = (open(f"{self.files}.{end}", "rb").read().decode("utf-8", "surrogateescape") for end in ("out", "err"))
        code = os.waitstatus_to_exitcode(status)
        return subprocess.CompletedProcess(words, 999, "", "hangs") if code == -14 else subprocess.CompletedProcess(words, code, out, err)


UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def unseen(text):
    """The first character of `text` that must not reach a terminal."""
    found = UNSEEN.search(text)
    return found and repr(found.group())


def at(row):
    """The following cases belong to this row of the findings."""
    global section
    section = row
    sections.setdefault(row, [0, 0])


def check(name, good, why=""):
    global tried, right
    tried += 1
    right += bool(good)
    if section:
        sections[section][0] += 1
        sections[section][1] += bool(good)
    if not good:
        print(f"not as promised: {section + ': ' if section else ''}{name}: {why}")


def expect(name, ended, codes, message="", silent=False):
    """Counts one case: an exit code among `codes`, a message that contains `says`, and no forbidden outcome."""
    codes = codes if isinstance(codes, (list, tuple)) else [codes]
    why = f"exit {ended.returncode}, expected {codes}: {ended.stderr[-300:]}"
    bad = unseen(ended.stdout) or unseen(ended.stderr)
    if bad:
        why = f"prints {bad}"
    defect = "defect of querent" in ended.stderr
    good = ended.returncode in codes and not bad and not defect and message in ended.stderr and (not silent or not ended.stderr)
    if message not in ended.stderr:
        why += f" — expected the message to contain {message!r}"
    check(name, good, why)
    return ended


def files_below(directory):
    return sorted(os.path.join(at, name) for at, _, names in os.walk(directory) for name in names)


def write(name, text):
    with open(name, "wb") as file:
        file.write(text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text)
    return name


def ring(n=24, name="e.tsv", labels="l.tsv"):
    """Two rings of n/2 nodes with one edge between them, and a class each."""
    half = n // 2
    edges = [(b + i, b + (i + 1) % half) for b in (0, half) for i in range(half)] + [(0, half)]
    write(name, "".join(f"n{a}\tn{b}\n" for a, b in edges))
    write(labels, "".join(f"n{i}\t{'a' if i < half else 'b'}\n" for i in range(n)))
    return name, labels


def npy(shape, data=b"", descr="<f8"):
    """The bytes of an .npy file with that header, whether the data fits or not."""
    head = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    head += b" " * (-(len(head) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + data


def npz(name, **arrays):
    with zipfile.ZipFile(name, "w") as archive:
        for array, content in arrays.items():
            archive.writestr(array + ".npy", content)
    return name


def npy_words(items, size):
    return npy(f"({len(items)},)", b"".join(w.ljust(size, b"\0") for w in items), f"|S{size}")


def npy_whole(numbers):
    return npy(f"({len(numbers)},)", struct.pack(f"<{len(numbers)}q", *numbers), "<i8")


def npy_real(numbers):
    return npy(f"({len(numbers)},)", struct.pack(f"<{len(numbers)}d", *numbers))


def finish(number, rows=()):
    """Prints the counts; each of `rows` must have been tried."""
    for row in sections:
        print(f"{row}: {sections[row][0]} tried, {sections[row][1]} as promised")
    missing = [row for row in rows if sections.get(row, [0])[0] == 0]
    if missing:
        print("no case of", ", ".join(missing))
    print(f"{number}: {tried} tried, {right} as promised, {tried - right} otherwise")
    sys.exit(tried != right or bool(missing))
