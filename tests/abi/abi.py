#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""abi.py PREFIX [--write] [--cxx g++]: compares the public ABI of the shared libraries installed below PREFIX, using
libabigail, with the files beside this script, or writes these files (for an intended change: mention it in the changelog, and raise
the SOVERSION). It compares the exported functions and variables of each library, and the layout of every class that a
public header declares, taken from a library of one file. Additions are no break. Exits with 77 without libabigail."""
import lzma, os, re, shutil, subprocess, sys, tempfile

prefix, write = os.path.abspath(sys.argv[1]), "--write" in sys.argv
cxx = sys.argv[sys.argv.index("--cxx") + 1] if "--cxx" in sys.argv else "g++"
here = os.path.dirname(os.path.abspath(__file__))
include = os.path.join(prefix, "include")
if not shutil.which("abidw"):
    print("skipped by name: abigail-tools are not installed")
    sys.exit(77)
work = tempfile.mkdtemp(prefix="querent-abi-")


def output(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def described(library, *more):
    """libabigail's description of the strong querent symbols in `library`."""
    symbols = [line.split() for line in output("nm", "-D", "--defined-only", library).splitlines()]
    wanted = [name for _, kind, name in symbols if kind in "TDBR" and re.search(r"^_Z[A-Z]*7querent|^querent_type_", name)]
    listed = os.path.join(work, "symbols")
    with open(listed, "w") as file:
        file.write("[abi_symbol_list]\n" + "".join(f"  {name}\n" for name in wanted))
    return output("abidw", "--no-show-locs", "--no-corpus-path", "--no-comp-dir-path", "--no-elf-needed", "--kmi-whitelist", listed, *more, library), len(wanted)


def types_library():
    """Builds a library whose functions take every class that a public header declares."""
    headers = sorted(os.path.relpath(os.path.join(at, name), include) for at, _, names in os.walk(os.path.join(include, "querent")) for name in names)
    text, classes = "", set()
    for header in headers:
        text += f"#include <{header}>\n"
        within = []  # namespaces
        lines = open(os.path.join(include, header)).read().splitlines()
        for before, line in zip([""] + lines, lines):
            if opened := re.match(r"namespace (.*)\{$", line):
                within.append(opened[1].strip())
            elif line.startswith("}  // namespace"):
                within.pop()
            found = re.match(r"(?:struct|class) (\w+)(?: final)?(?: :[^{;]*)? \{", line)
            if found and within == ['[[gnu::visibility("default")]] querent'] and not before.startswith(("template", "  requires")):
                classes.add(found[1])
    text += "".join(f'extern "C" void querent_type_{name}(querent::{name}*) {{}}\n' for name in sorted(classes))
    with open(os.path.join(work, "types.cpp"), "w") as file:
        file.write(text)
    library = os.path.join(work, "types.so")
    output(cxx, "-std=c++20", "-g", "-O0", "-shared", "-fPIC", "-w", f"-I{include}", "-isystem", "/usr/include/eigen3", "-o", library, os.path.join(work, "types.cpp"))
    return library


libraries = {name: os.path.join(prefix, "lib", name) for name in sorted(os.listdir(os.path.join(prefix, "lib"))) if re.fullmatch(r"libquerent_\w+\.so", name)}
libraries["types"] = types_library()
broken = 0
for name, library in libraries.items():
    kept = os.path.join(here, f"{name.removeprefix('libquerent_').removesuffix('.so')}.abi.xz")
    description, count = described(library, *(["--headers-dir", os.path.join(include, "querent"), "--drop-private-types"] if name == "types" else []))
    print(f"{name}: {count} {'classes' if name == 'types' else 'functions and variables'}{', written' if write else ''}")
    if write:
        with open(kept, "wb") as file:
            file.write(lzma.compress(description.encode()))
        continue
    before, now = os.path.join(work, "before.abi"), os.path.join(work, "now.abi")
    with open(before, "wb") as file:
        file.write(lzma.open(kept).read())
    with open(now, "w") as file:
        file.write(description)
    done = subprocess.run(["abidiff", "--no-added-syms", before, now], capture_output=True, text=True)
    if done.returncode:
        broken += 1
        print(f"{name}: the ABI differs from the recorded one:\n{done.stdout}{done.stderr}")
shutil.rmtree(work)
sys.exit(broken != 0)
