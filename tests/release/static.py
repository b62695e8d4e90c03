#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""static.py STATIC DYNAMIC [ROOT…] [--emulator QEMU]: the program for every Linux needs no other file. Runs it in an empty root directory
that has only the program and a file of edges, and in each ROOT (unpacked by debootstrap), and compares what it writes with the ordinary
program: byte by byte, or, if QEMU runs a program for another processor, with numbers up to 1e-9 apart. Needs root, or a kernel that
lets `unshare -r` change the root directory."""
import argparse
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

arguments = argparse.ArgumentParser(description=__doc__)
arguments.add_argument("static", type=os.path.realpath)
arguments.add_argument("dynamic", type=os.path.realpath)
arguments.add_argument("roots", nargs="*")
arguments.add_argument("--emulator", type=shutil.which)
given = arguments.parse_args()
static, dynamic, emulator = given.static, given.dynamic, given.emulator
wrong = []


def headers_of(program):
    """The types of the program headers of an ELF file."""
    with open(program, "rb") as file:
        header = file.read(64)
        offset, size, count = (*struct.unpack_from("<Q", header, 32), *struct.unpack_from("<HH", header, 54))
        file.seek(offset)
        return [struct.unpack("<I", file.read(size)[:4])[0] for _ in range(count)]


NUMBER = re.compile(rb"-?[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?")


def apart(ours, theirs):
    """The largest difference between the numbers of two outputs; infinite if they differ in anything else."""
    if ours.startswith(b"\x93NUMPY"):
        start = 10 + struct.unpack_from("<H", ours, 8)[0]
        texts = [output[:start] for output in (ours, theirs)]
        numbers = [struct.unpack(f"<{(len(output) - start) // 8}d", output[start:]) for output in (ours, theirs)]
    else:
        texts = [NUMBER.sub(b"0", output) for output in (ours, theirs)]
        numbers = [[float(number) for number in NUMBER.findall(output)] for output in (ours, theirs)]
    if texts[0] != texts[1]:
        return float("inf")
    return max((abs(a - b) for a, b in zip(*numbers)), default=0)


def ring(nodes):
    """Two rings of nodes, joined by one edge, with chords that leave no symmetry: eigenvalues are simple, so eigenvectors are comparable."""
    half = nodes // 2
    edges = [(a, (a + step) % half) for a in range(half) for step in (1, 2)] + [(a, (a * a + 5) % half) for a in range(0, half, 4)]
    return "".join(f"{a}\t{b}\n{a + half}\t{b + half}\n" for a, b in edges) + f"0\t{half}\n"


COMMANDS = [  # words, the files to compare; without files, the standard output
    (["run", "digits", "--learner", "auto", "--budget", "60", "--runs", "1", "--out", "digits"], ["digits/curve.csv", "digits/predictions.csv"]),
    (["run", "karate", "--learner", "PA", "--runs", "2", "--out", "karate"], ["karate/curve.csv", "karate/predictions.csv"]),
    (["embed", "--edges", "edges.tsv", "--dim", "10", "--out", "rows.npy", "--no-cache"], ["rows.npy"]),
    (["ask", "--edges", "edges.tsv", "--classes", "A,B", "--out", "answers", "--json", "--budget", "6", "--seed", "3"], []),
    (["learners"], []),
]


def started(program, root, words):
    """The process of a command in the directory `root`, which becomes the root directory if the program is in it."""
    inside = os.path.dirname(program) == root
    command = [program, *words]
    if inside:
        command = ["chroot", root, *(["/emulator"] if emulator else []), "/" + os.path.basename(program), *words]
        if os.geteuid() != 0:
            command = ["unshare", "-r", *command]
    return subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            env={"PATH": os.environ["PATH"], "QUERENT_CACHE": "/cache" if inside else root + "/cache"})


def answered(process):
    """Answers each question with A or B by the parity of its id, and returns all that the program writes."""
    written = b""
    for line in process.stdout:
        written += line
        message = json.loads(line)
        if message["type"] == "question":
            answer = {"id": message["id"], "answer": "AB"[int(message["item"]) % 2]}
            process.stdin.write(json.dumps(answer).encode() + b"\n")
            process.stdin.flush()
        elif message["type"] == "refused":
            process.stdin.close()
    return written


def outcome(program, root):
    """What every command writes."""
    results = []
    for words, files in COMMANDS:
        process = started(program, root, words)
        out = answered(process) if words[0] == "ask" else b""
        rest, errors = process.communicate(timeout=3000 if emulator else 300)
        if process.returncode != 0:
            wrong.append(f"{program} {' '.join(words)} in {root}: {process.returncode} {errors.decode()[-300:]}")
        for name in files:
            with open(os.path.join(root, name), "rb") as file:
                out += file.read()
        results.append(out if files else out + rest)
    return results


def with_data(root):
    with open(os.path.join(root, "edges.tsv"), "w", encoding="utf-8") as file:
        file.write(ring(60))
    return root


if 3 in headers_of(static):  # PT_INTERP
    wrong.append(f"{static} asks for a dynamic linker")
with tempfile.TemporaryDirectory() as ordinary:
    expected = outcome(dynamic, with_data(ordinary))
for given_root in [None, *given.roots]:
    with tempfile.TemporaryDirectory() as empty:
        root = with_data(given_root or empty)
        program = os.path.join(os.path.realpath(root), "querent")
        shutil.copy(static, program)
        if emulator:
            shutil.copy(emulator, os.path.join(root, "emulator"))
        found = outcome(program, os.path.realpath(root))
        for (words, _), a, b in zip(COMMANDS, expected, found):
            if a != b and emulator:
                print(f"querent {' '.join(words)}: numbers up to {apart(a, b):.1e} apart")
            if a != b and not (emulator and apart(a, b) < 1e-9):
                wrong.append(f"querent {' '.join(words)} in {given_root or 'an empty root'} differs:\n{a[-600:]}\n{b[-600:]}")
        print(f"{given_root or 'an empty root directory'}: {len(COMMANDS)} commands")
        if given_root:
            for name in ("querent", "emulator", "edges.tsv", "rows.npy", "answers", "cache", "digits", "karate"):
                path = os.path.join(root, name)
                shutil.rmtree(path) if os.path.isdir(path) else os.path.exists(path) and os.remove(path)
same = "the same numbers to 1e-9" if emulator else "the same bytes"
print("\n".join(wrong) or f"{os.path.getsize(static) / 1e6:.1f} MB, {same} as the ordinary program everywhere")
sys.exit(1 if wrong else 0)
