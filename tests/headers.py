#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every public header compiles alone: tests/headers.py BUILD SOURCE [JOBS]

A header that is the first include of the .cpp beside it is proved by the ordinary build. The others are compiled
for their syntax alone, with the flags that BUILD's compile_commands.json has for a file of the same folder, or of
its tests where a folder has headers only.
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
FIRST_INCLUDE = re.compile(r'^#include <querent/([^>]+)>', re.M)


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
    """The folder whose CMakeLists.txt makes a file's target."""
    return next(folder for folder in path.parents if (folder / "CMakeLists.txt").exists())


def is_public(path):
    """A folder of headers alone is public throughout; elsewhere a public header says so."""
    target = target_of(path)
    return PUBLIC.search(path.read_text()) or not any(target_of(source) == target for source in target.rglob("*.cpp"))


def to_check(source):
    for folder in FOLDERS:
        for path in sorted((source / folder).rglob("*.hpp")):
            if not is_public(path):
                continue
            header, beside = path.relative_to(source), path.with_suffix(".cpp")
            if beside.exists():
                first = FIRST_INCLUDE.search(beside.read_text())
                if first and first.group(1) == header.as_posix():
                    continue
            yield header


def main():
    build, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    jobs = int(sys.argv[3]) if len(sys.argv) > 3 else os.cpu_count()
    flags = flags_by_folder(build, source)
    headers = list(to_check(source))
    with tempfile.TemporaryDirectory() as folder:
        def compile_alone(header):
            unit = pathlib.Path(folder) / (header.as_posix().replace("/", "_") + ".cpp")
            unit.write_text(f"#include <querent/{header.as_posix()}>\n")
            done = subprocess.run([*flags_of(header, flags), "-fsyntax-only", str(unit)], cwd=build, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            return header, done

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            failed = [(header, done) for header, done in pool.map(compile_alone, headers) if done.returncode]
    for header, done in failed:
        print(f"{header} does not compile alone:\n{done.stdout}")
    print(f"{len(headers) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
