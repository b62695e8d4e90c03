#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Second round, `querent ask`: numbers that made a store unreadable (C1), answers that were lost silently (M1), keys that were used twice
(M2), the page's server (L1, L2), views and triggers planted in the database (L3), dangling links (L8), an error without an estimate
(L11), a clock that jumps, a folder that is not writable, slow clients."""
import pathlib, random, socket, sqlite3, tempfile, threading, time
from attack import *

sys.argv = [sys.argv[0], PROGRAM]  # asking.py reads it
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../ask"))
import asking, served  # noqa: E402

ring(60)
classes = ["--edges", "e.tsv", "--classes", "a,b"]


def ask(out, lines, *more):
    """Exit code, the lines of standard output, the messages."""
    text = "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
    ended = subprocess.run([PROGRAM, "ask", *(more or (*classes, "--out", out)), "--json", "-q"], input=text.encode(), capture_output=True, timeout=120)
    replies = [json.loads(line) for line in ended.stdout.decode().splitlines()]
    return ended.returncode, [line for line in replies if line["type"] in ("accepted", "refused")], replies


def log(out):
    ended = run("ask", out, "--log")
    return [json.loads(line) for line in ended.stdout.splitlines()] if ended.returncode == 0 else None


def killed(out, answers):
    """A store whose program was killed after `answers` of them were acknowledged."""
    one = asking.Ask(pathlib.Path(scratch), *classes, "--out", out)
    for k in range(answers):
        one.tell(item=f"n{k}", answer="a", key=f"k{k}")
    one.process.kill()
    one.process.communicate()


at("C1")
for number in ("-0", "-0.0", "-0e9", "-1e-999", "1e-999", "-5e-324", "1e999", "-1e999", "1e308", "86400.0000001", "-1", "18446744073709551616", "0.1"):
    for field in ("seconds", "id", "by", "key", "answer", "item", "skip", "undo", "class", "is_it"):
        shutil.rmtree("c1", True)
        line = json.dumps({"item": "n1", "answer": "b", field: 0}).replace(f'"{field}": 0', f'"{field}": {number}') + "\n"
        code, replies, _ = ask("c1", [{"item": "n0", "answer": "a"}, line, {"item": "n2", "answer": "a"}])
        kept = sum(one["type"] == "accepted" for one in replies)
        check(f"{field} {number}", code == 0 and log("c1") is not None and len(log("c1")) == kept >= 2, (code, replies, run("ask", "c1", "--log").stderr))

at("M1")
killed("m1", 9)
for name, limit in (("answers.sqlite-wal", None), ("answers.head", None), ("answers.sqlite", None)):
    whole = open(f"m1/{name}", "rb").read()
    rng = random.Random(1)
    for k in range(40):
        shutil.rmtree("m1x", True), shutil.copytree("m1", "m1x")
        damaged = bytearray(whole)
        if k % 4 == 3:
            del damaged[rng.randrange(len(damaged)):]
        else:
            damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        write(f"m1x/{name}", bytes(damaged))
        found = log("m1x")
        check(f"{name} damaged, {k}", found is None and run("ask", "m1x", "--log").returncode == 6 or found is not None and len(found) == 9, found)
    shutil.rmtree("m1x", True), shutil.copytree("m1", "m1x"), os.remove(f"m1x/{name}")
    expect(f"{name} is missing", run("ask", "m1x", "--log"), 6)
    expect(f"{name} is missing, and the store is opened", run("ask", "m1x", "--json"), 6)
check("as it was killed", len(log("m1") or []) == 9)


def by_sql(out, *statements):
    database = sqlite3.connect(f"{out}/answers.sqlite")
    for trigger in ("events_stay", "events_remain"):
        database.execute(f"drop trigger {trigger}")
    for statement in statements:
        database.execute(statement)
    database.executescript("CREATE TRIGGER events_stay BEFORE UPDATE ON events\n  BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;\n"
                           "CREATE TRIGGER events_remain BEFORE DELETE ON events\n  BEGIN SELECT RAISE(ABORT, 'events are never removed'); END;")
    database.commit(), database.close()


for table, key in (("events", "number"), ("questions", "id"), ("sources", "event"), ("starts", "number")):
    for which in ("all", "the last"):
        shutil.rmtree("m1x", True), ask("m1x", [{"item": f"n{k}", "answer": "a"} for k in range(5)])
        by_sql("m1x", f"delete from {table}" + (f" where {key} = (select max({key}) from {table})" if which == "the last" else ""))
        expect(f"{which} rows of {table} removed", run("ask", "m1x", "--log"), 6)

at("M2")
for first, second, by in (({"answer": "b"}, {"answer": "a"}, "ann"), ({"answer": "a"}, {"answer": "a"}, "bob"), ({"answer": "a"}, {"item": "n9", "answer": "a"}, "ann"), ({"answer": "a"}, {"undo": True}, "ann"),
                          ({"answer": "a"}, {"class": "c"}, "ann"), ({"answer": "a"}, {"item": "n9", "answer": "a"}, "bob")):
    shutil.rmtree("m2", True)
    one = {"item": "n1", **first, "key": "1", "by": "ann"}
    two = {**({} if "undo" in second or "class" in second else {"item": "n1"}), **second, "key": "1", "by": by}
    _, replies, _ = ask("m2", [one, two, one])
    check(f"{one} then {two}", [line["type"] for line in replies] == ["accepted", "refused", "accepted"] and replies[2].get("repeated") and "key" in replies[1]["error"], replies)
shutil.rmtree("m2", True)
_, replies, _ = ask("m2", [{"item": "n1", "answer": "new", "key": "A"}, {"item": "n2", "answer": "b", "key": "A/class"}, {"item": "n2", "answer": "b", "key": "A/class"}])
check("the key A/class after A added a class", [line.get("repeated", line["type"]) for line in replies] == ["accepted", "accepted", True] and [line["item"] for line in log("m2") if line["kind"] == "class"] == ["n1", "n2"], replies)
for key in ("querent:1:0", "querent:class:A", "seed " + "0" * 64, "source 3 " + "0" * 64):
    _, replies, _ = ask("m2", [{"item": "n3", "answer": "b", "key": key}])
    check(f"the key {key}", replies[0]["type"] == "refused", replies)
work = pathlib.Path(tempfile.mkdtemp(dir=scratch))
served.write_graph(work, 60)
server = served.Served(PROGRAM, work, "--dim", "4").start(first=True)
try:
    ann, bob = server.post(item="n1", answer="DB", key="1", by="ann"), server.post(item="n2", answer="DM", key="1", by="bob")
    again = server.post(item="n1", answer="DB", key="1", by="ann")
    check("the same over the page", ann[0] == 200 and bob[0] == 409 and again == (200, {"event": ann[1]["event"], "repeated": True}), (ann, bob, again))

    at("L1")
    for encoding in ("gzip", "foo", "identity", "chunked, foo", "foo, chunked", "chunked,chunked", "\x0bchunked", "CHUNKED2", ""):
        second = f"POST /api/answer HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {server.token}\r\nContent-Type: application/json\r\nContent-Length: 26\r\n\r\n" + '{"item":"n7","answer":"DB"}'[:26]
        with socket.create_connection(("127.0.0.1", server.port), 10) as line:
            line.sendall(f"POST /api/answer HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {server.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: {encoding}\r\n\r\n{second}".encode())
            replies = b""
            try:
                while part := line.recv(65536):
                    replies += part
            except ConnectionError:
                pass
        check(f"Transfer-Encoding: {encoding!r}", replies.count(b"HTTP/1.1 ") == 1 and replies[9:10] in (b"4", b"5") and b"Connection: close" in replies, replies[:300])

    at("L2")
    taken = {item["item"] for k in range(30) for item in server.get(f"questions?by=name{k}&k=2").get("questions", [])}
    check("thirty invented names get only their share", len({q["item"] for q in server.get("questions?by=honest&k=20").get("questions", [])}) == 20, len(taken))
    many = server.get("questions?by=greedy&k=100")
    check("a client that asks for a hundred gets 32", len(many["questions"]) <= 32, len(many["questions"]))
    statuses, lines = [], threading.Lock()

    def export():
        status = server.request("GET", "/export/map.png", timeout=60)[0]
        with lines:
            statuses.append(status)
    threads = [threading.Thread(target=export) for _ in range(40)]
    for thread in threads:
        thread.start()
    time.sleep(0.2)
    began = time.monotonic()
    codes = [server.request("GET", "/api/state")[0] for _ in range(5)] + [server.post(item=f"n{k}", answer="DB", by="x", key=f"e{k}")[0] for k in range(20, 25)]
    took = time.monotonic() - began
    busy = any(thread.is_alive() for thread in threads)
    for thread in threads:
        thread.join()
    check("other clients are served while forty exports wait", codes == [200] * 10 and took < 5, (codes, took, busy))
    check("exports are made or answered with a request to retry", set(statuses) <= {200, 409, 503} and 503 in statuses and len(statuses) == 40, statuses)
    check("and afterwards an export is made", server.request("GET", "/export/labels.tsv")[0] == 200)

    at("slow")
    for name, first, drip, most in (("a header a byte a second", b"GET / HTTP/1.1\r\nX: ", b"a", 14), ("a body a byte a second", f"POST /api/answer HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {server.token}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n".encode(), b"a", 14),
                                    ("chunks a byte a second", f"POST /api/answer HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {server.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n".encode(), b"1\r\na\r\n", 14), ("nothing at all", b"", b"", 14)):
        with socket.create_connection(("127.0.0.1", server.port), 30) as line:
            line.sendall(first)
            began, closed = time.monotonic(), False
            line.settimeout(1)
            while not closed and time.monotonic() - began < most:
                try:
                    line.sendall(drip) if drip else None
                    closed = line.recv(4096) == b""
                except TimeoutError:
                    pass
                except ConnectionError:
                    closed = True
            check(f"{name} is closed within {most} s", closed, time.monotonic() - began)
finally:
    server.process.kill()
    server.process.wait()

at("moved")
for name, what in (("deleted", lambda: shutil.rmtree("mv")), ("renamed", lambda: os.rename("mv", "mv2")), ("a copy", lambda: (shutil.copytree("mv", "mv3"), shutil.rmtree("mv"), os.rename("mv3", "mv"))),
                   ("without its log", lambda: os.remove("mv/answers.sqlite-wal"))):
    shutil.rmtree("mv", True), shutil.rmtree("mv2", True)
    one = asking.Ask(pathlib.Path(scratch), *classes, "--out", "mv")
    first = one.tell(item="n1", answer="a")
    what()
    second = one.tell(item="n2", answer="b")
    code, _, words = one.quit()
    check(f"the folder is {name}", first["type"] == "accepted" and second["type"] == "refused" and "was deleted, moved or replaced" in second["error"] and code == 4, (second, code, words))

at("L3")
for statement in ("CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM questions; END", "CREATE VIEW v AS SELECT 1", "CREATE TABLE more(x)", "CREATE INDEX i ON events(item)",
                  "ALTER TABLE starts ADD COLUMN more TEXT"):
    shutil.rmtree("l3", True), ask("l3", [{"item": f"n{k}", "answer": "a"} for k in range(5)])
    by_sql("l3", statement)
    expect(statement, run("ask", "l3", "--log"), 6, "querent did not write its")
    expect(statement + ", opened", run("ask", "l3", "--json"), 6)

at("L8")
os.symlink("nowhere", "dangling"), os.symlink("dangling", "twice")
for words in (["ask", "dangling", "--classes", "a,b", "--out", "l8", "--json"], ["ask", "twice", "--classes", "a,b", "--out", "l8", "--json"], ["run", "dangling", "--learner", "PA"], ["inspect", "twice"],
              ["ask", "--edges", "dangling", "--classes", "a,b", "--out", "l8", "--json"]):
    expect(" ".join(words), run(*words), 4)

at("L11")
result = json.loads(run("run", "--edges", "e.tsv", "--labels", "l.tsv", "--learner", "auto", "--order", "pool", "--budget", "2", "--dim", "4", "--json").stdout)
check("run: no check, no error", result["runs"][0]["estimated_error"] is None and result["mean"]["estimated_error"] is None and result["runs"][0]["estimated_error_high"] == 1, result["runs"][0])
shutil.rmtree("l11", True)
_, _, replies = ask("l11", [{"item": f"n{k}", "answer": "ab"[k < 30]} for k in range(1, 60, 3)])
few = [line["estimate"] for line in replies if line["type"] == "question"]
check("ask: before ten checks the error is null", all(e is None or e["error"] is None and 0 <= e["low"] <= e["high"] <= 1 for e in few), few)
run("ask", "l11", "--export", "l11x")
estimate = json.load(open("l11x/run.json"))["answers"]["estimate"] if os.path.exists("l11x/run.json") else "none"
check("ask --export: the same", estimate is None or estimate["error"] is None, estimate)

at("clock")
fake = next((path for path in ("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1", "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1") if os.path.exists(path)), None)
if fake:
    def as_if(when, count, key, **more):
        text = "".join(json.dumps({"item": f"n{k}", "answer": "a", "key": f"{key}{k}", "seconds": 1}) + "\n" for k in range(count))
        return subprocess.run([PROGRAM, "ask", *classes, "--out", "clock", "--json", "-q"], input=text.encode(), capture_output=True, timeout=120,
                              env={**os.environ, "LD_PRELOAD": fake, "FAKETIME": when, "DONT_FAKE_MONOTONIC": "1", **more}).returncode
    for k, when in enumerate(("+0d", "+30000d", "-20000d", "@1970-01-01 00:00:01", "@2038-01-19 03:14:07", "-1d x5000", "+0d")):
        before = len(log("clock") or [])
        check(f"a clock of {when}", as_if(when, 5, f"{k} ") == 0 and len(log("clock") or []) == before + 5, run("ask", "clock", "--log").stderr)
    check("events keep their order when the clock jumps", [line["event"] for line in log("clock")] == sorted(line["event"] for line in log("clock")))
    expect("and are exported", run("ask", "clock", "--export", "clockx"), 0)
else:
    check("skipped by name: libfaketime is not installed", True)

at("read-only")
shutil.rmtree("ro", True), ask("ro", [{"item": f"n{k}", "answer": "a"} for k in range(5)])
killed("rok", 5)


def nobody(*words):
    """As a user who may read but not write."""
    more = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    return run(*words, **more)


os.chmod(scratch, 0o755)
for folder in ("ro", "rok"):
    for name in os.listdir(folder):
        os.chmod(os.path.join(folder, name), 0o444)
    os.chmod(folder, 0o555)
if nobody("--version").returncode == 0:
    ended = expect("the log of a folder that cannot be written", nobody("ask", "ro", "--log"), 0)
    check("all of it", len(ended.stdout.splitlines()) == 5, ended.stdout)
    expect("answering there", nobody("ask", "ro", "--json"), 4)
    ended = expect("the log that a killed program left there", nobody("ask", "rok", "--log"), (0, 4))
    check("all of it, or a message with a remedy", len(ended.stdout.splitlines()) == 5 if ended.returncode == 0 else "copy the directory" in ended.stderr, (ended.stdout, ended.stderr))
    os.makedirs("roout"), os.chmod("roout", 0o777)
    expect("its export elsewhere", nobody("ask", "ro", "--export", "roout/x"), 0)
else:
    check("skipped by name: the user nobody may not run the program here", True)
for folder in ("ro", "rok"):
    os.chmod(folder, 0o755)
finish("R21", ["C1", "M1", "M2", "L1", "L2", "slow", "moved", "L3", "L8", "L11", "clock", "read-only"])
