#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every public header compiles alone: tests/headers.py BUILD SOURCE [JOBS]

Only the syntax of each is checked, with the flags that BUILD's compile_commands.json has for a file of the same folder,
or of its tests if a folder has only headers. The ordinary build proves nothing, because it uses batches and precompiled headers.
Includes precede all other lines, so a header that includes Eigen, even indirectly, may be checked with Eigen in front,
and its own includes are checked separately: Eigen is parsed once per set of flags instead of once per header.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

FOLDERS = ("datasets", "graph", "learners", "spectral")
PUBLIC = re.compile(r'^namespace \[\[gnu::visibility\("default"\)\]\] querent', re.M)
INCLUDES = re.compile(r'^#include <querent/([^>]+)>', re.M)
EIGEN = re.compile(r'^#include <Eigen/', re.M)


def flags_by_folder(build, source):
    """The flags of one compiled file for every folder of the source."""
    flags = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        if not file.is_relative_to(source):
            continue
        words = shlex.split(entry["command"])
        if "ccache" in words[0]:
            words = words[1:]
        if "-x" in words:  # a precompiled header
            continue
        kept = [w for w in words if not w.endswith((".cpp", ".o", ".gch")) and w not in ("-o", "-c")
                and not w.startswith("-fprofile") and "cmake_pch" not in w]
        while "-include" in kept:
            kept.remove("-include")
        flags.setdefault(file.relative_to(source).parent.as_posix(), kept)
    return flags


def flags_of(header, flags):
    for folder in [header.parent, *header.parents]:
        if folder.as_posix() in flags:
            return flags[folder.as_posix()]
    return flags["tests/" + header.parts[0]]


def target_of(path):
    """The folder whose CMakeLists.txt defines a file's target."""
    return next(folder for folder in path.parents if (folder / "CMakeLists.txt").exists())


def is_public(path):
    """A folder with only headers is entirely public; elsewhere public headers are marked."""
    target = target_of(path)
    return PUBLIC.search(path.read_text()) or not any(target_of(source) == target for source in target.rglob("*.cpp"))


def to_check(source):
    for folder in FOLDERS:
        for path in sorted((source / folder).rglob("*.hpp")):
            if is_public(path):
                yield path.relative_to(source)


def reaches_eigen(header, source, known):
    """True if a header includes Eigen directly or indirectly."""
    if header not in known:
        known[header] = False
        text = (source / header).read_text()
        known[header] = bool(EIGEN.search(text)) or any(reaches_eigen(included, source, known) for included in INCLUDES.findall(text))
    return known[header]


def main():
    build, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    jobs = int(sys.argv[3]) if len(sys.argv) > 3 else os.cpu_count()
    flags = flags_by_folder(build, source)
    headers = list(to_check(source))
    known = {}
    with tempfile.TemporaryDirectory() as folder:
        def run(words):
            return subprocess.run(words, cwd=build, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

        def parse_eigen(words):
            """Compiler options that put Eigen, precompiled with these flags, in front of a file."""
            eigen = pathlib.Path(folder) / f"eigen{len(parsed)}.hpp"
            eigen.write_text("#include <Eigen/Core>\n")
            precompiled = f"{eigen}.gch" if "clang" not in words[0] else f"{eigen}.pch"
            done = run([*words, "-x", "c++-header", str(eigen), "-o", precompiled])
            if done.returncode:
                raise SystemExit(done.stdout)
            return ["-include", str(eigen)] if "clang" not in words[0] else ["-include-pch", precompiled]

        parsed = {}
        for header in headers:
            words = tuple(flags_of(header, flags))
            if reaches_eigen(header.as_posix(), source, known) and words not in parsed:
                parsed[words] = parse_eigen(words)

        def compile_alone(header):
            unit = pathlib.Path(folder) / (header.as_posix().replace("/", "_") + ".cpp")
            unit.write_text(f"#include <querent/{header.as_posix()}>\n")
            words = flags_of(header, flags)
            first = parsed[tuple(words)] if known[header.as_posix()] else []
            return header, run([*words, *first, "-fsyntax-only", str(unit)])

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            failed = [(header, done) for header, done in pool.map(compile_alone, headers) if done.returncode]
    for header, done in failed:
        print(f"{header} does not compile alone:\n{done.stdout}")
    print(f"{len(headers) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
