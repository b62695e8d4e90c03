#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""power_cut.py QUERENT [ANSWERS [STATES]]: the power is cut at every point of a session of `querent ask --json`.

power_cut.c records every write, sync, rename and acknowledgement. For each prefix of that record, the files are made
as a disk may hold them: all synced data, and of the other data nothing, everything (only the program was killed) or any part, torn at
512 bytes; a name is certain once its folder was synced. In each state the answers acknowledged before the cut must be there, no damage
may be reported, and the session must continue. At most STATES states are tried, evenly spaced; 0: all.
"""
import json
import os
import pathlib
import random
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
ANSWERS, STATES = (int(word) for word in (sys.argv[2:] + ["8", "0"][len(sys.argv) - 2:]))
sys.argv = sys.argv[:2]
from asking import PROGRAM, Ask, environment, grid  # noqa: E402

SECTOR = 512


class File:
    """The synced content of a file, and the changes since."""

    def __init__(self):
        self.synced, self.since = b"", []

    def content(self, done):
        bytes_ = bytearray(self.synced)
        for at, data in done:
            if data is None:
                bytes_[at:] = b"\0" * max(0, at - len(bytes_)) if at > len(bytes_) else b""
                continue
            bytes_.extend(b"\0" * max(0, at - len(bytes_)))
            bytes_[at:at + len(data)] = data
        return bytes(bytes_)

    def sync(self):
        self.synced, self.since = self.content(self.since), []

    def torn(self, draw):
        """A random part of the unsynced changes: some writes are lost, others have only some sectors."""
        done = []
        for at, data in self.since:
            if draw.random() < 0.4:
                continue
            if data is None or draw.random() < 0.6:
                done.append((at, data))
                continue
            for begin in range(0, len(data), SECTOR):
                if draw.random() < 0.5:
                    done.append((at + begin, data[begin:begin + SECTOR]))
        return done


class Disk:
    def __init__(self):
        self.names, self.synced_names, self.acknowledged = {}, {}, []

    def do(self, what, name, number, data):
        if what == "A":
            self.acknowledged += [json.loads(line)["key"] for line in data.decode().splitlines() if '"accepted"' in line]
        elif what == "C":
            self.names[name] = File()
        elif what == "U":
            self.names.pop(name, None)
        elif what == "R":
            self.names[data.decode()] = self.names.pop(name)
        elif what == "S" and name not in self.names:
            self.synced_names = dict(self.names)  # all files are in one folder
        elif what == "S":
            self.names[name].sync()
        elif name in self.names:
            self.names[name].since.append((number, data if what == "W" else None))

    def states(self, draw):
        every = lambda file: file.since
        nothing = lambda file: []
        for names, part in ((self.synced_names, nothing), (self.names, every), (self.names, nothing), (self.synced_names, every),
                            *((draw.choice((self.names, self.synced_names)), lambda file: file.torn(draw)) for _ in range(4))):
            yield {os.path.basename(name): file.content(part(file)) for name, file in names.items()}


def records(trace):
    at = 0
    while at < len(trace):
        what = chr(trace[at])
        name, data, number = struct.unpack_from("<qqq", trace, at + 1)
        at += 25
        yield what, trace[at:at + name].decode(), number, trace[at + name:at + name + data]
        at += name + data


def keys_in(folder, work):
    log = subprocess.run([PROGRAM, "ask", folder, "--log"], capture_output=True, env=environment(work))
    keys = [json.loads(line)["key"] for line in log.stdout.decode().splitlines()] if log.returncode == 0 else []
    return log.returncode, set(keys), log.stderr.decode()


class Cuts:
    """Recorded sessions, and the states of the disk after a power cut."""

    def __init__(self, work):
        self.work, self.library = work, work / "power_cut.so"
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", self.library, pathlib.Path(__file__).with_name("power_cut.c"), "-ldl"], check=True)
        self.truth = grid(work / "edges.tsv", max(60, 3 * ANSWERS))  # two stores and a rest
        self.begin = ["--edges", work / "edges.tsv", "--classes", "A,B,C", "--dim", "4", "--out"]
        self.tried = self.wrong = self.lost = self.answered = 0

    def sessions(self, folder, count):
        """Runs `count` sessions, all but the last ended by a kill; returns the recorded calls."""
        trace = self.work / f"{folder.name}.trace"
        traced = {"LD_PRELOAD": str(self.library), "POWER_CUT_FOLDER": str(folder), "POWER_CUT_TRACE": str(trace)}
        os.environ.update(traced)
        for session in range(count):
            one = Ask(self.work, *self.begin, folder)
            for _ in range(ANSWERS // count):
                reply = one.receive()
                while reply["type"] != "question":
                    reply = one.receive()
                self.answered += 1
                one.tell(id=reply["id"], answer=self.truth[reply["item"]], key=f"key {self.answered}")
            if session + 1 < count:
                one.process.kill()
                one.process.communicate()
            else:
                assert one.quit()[0] == 0
        for name in traced:
            del os.environ[name]
        return list(records(trace.read_bytes()))

    def cut(self, what, done, disk):
        """Tries every state of `disk` after every prefix of the calls `done`."""
        draw, seen, states = random.Random(0), set(), []
        for point, record in enumerate(done):
            disk.do(*record)
            for files in disk.states(draw):
                key = hash((tuple(sorted(files.items())), len(disk.acknowledged)))
                if key not in seen:
                    seen.add(key)
                    states.append((point, files, set(disk.acknowledged)))
        for number, (point, files, acknowledged) in enumerate(states[::max(1, len(states) // STATES) if STATES else 1]):
            self.look(f"{what}, cut after {point} of {len(done)} calls ({done[point][0]} {os.path.basename(done[point][1])})", files, acknowledged, number % 8 == 0)
        print(f"{what}: {len(done)} calls, {len(disk.acknowledged)} answers, {len(states)} states of the disk")

    def look(self, where, files, acknowledged, go_on):
        at = self.work / "cut"
        shutil.rmtree(at, True)
        at.mkdir()
        for name, content in files.items():
            (at / name).write_bytes(content)
        self.tried += 1
        status, keys, why = keys_in(at, self.work)
        fine = acknowledged <= keys and (status == 0 or (not acknowledged and status in (2, 4)))
        if fine and go_on:
            again = Ask(self.work, *self.begin, at)
            reply = again.tell(item="v1", answer="A", key="again")
            ended = again.quit()
            fine = reply is not None and reply["type"] == "accepted" and ended[0] == 0 and acknowledged | {"again"} <= keys_in(at, self.work)[1]
            why = why or ended[2]
        self.lost += not acknowledged <= keys
        self.wrong += not fine
        if not fine and self.wrong <= 5:
            print(f"not as promised: {where}: exit {status}, missing {sorted(acknowledged - keys)}: {why.strip()}")


def main():
    if not shutil.which("cc"):
        print("skipped: no C compiler found")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="querent-power-") as folder:
        work = pathlib.Path(folder)
        cuts, mine = Cuts(work), work / "mine"
        mine.mkdir()
        cuts.cut("a store from its beginning", cuts.sessions(mine, 2), Disk())
        # as an earlier version left it: without a head, and with the last answers only in the log
        old = work / "old"
        old.mkdir()
        keys = keys_in(mine, work)[1]
        shutil.copy(mine / "answers.sqlite", old)
        database = sqlite3.connect(old / "answers.sqlite")
        database.execute("pragma user_version = 1")
        for name in ("answers.sqlite", "answers.sqlite-wal"):
            shutil.copy(old / name, work / name)
        database.close()
        disk = Disk()
        for name in ("answers.sqlite", "answers.sqlite-wal"):
            shutil.copy(work / name, old / name)
            disk.names[str(old / name)] = File()
            disk.names[str(old / name)].synced = (old / name).read_bytes()
        disk.synced_names, disk.acknowledged = dict(disk.names), list(keys)
        cuts.cut("a store of an earlier version", cuts.sessions(old, 2), disk)
    print(f"power cuts: {cuts.tried} tried, {cuts.tried - cuts.wrong} as promised, {cuts.wrong} otherwise, {cuts.lost} lost an answer")
    sys.exit(cuts.wrong > 0)


main()
