#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""portable_wheel.py WHEEL OUT: a wheel that needs NumPy alone, for every Linux with a C library as new as its tag says.

Copies the shared libraries that the extension module needs into querent.libs/, under names that contain their checksum, so
that no other module's library of the same name is taken for them, and lets the module find them there. The tag is that of
the oldest policy whose versions of the C and C++ libraries define every symbol that any of these files needs; --check WHEEL
compares the tag of an existing wheel with its files. Needs patchelf, binutils and Debian's dpkg.
"""
import base64
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

# Libraries that every system of a policy has, and the newest symbol versions that they define (PEP 600, x86-64).
SYSTEM = {"libc.so.6", "libm.so.6", "libdl.so.2", "librt.so.1", "libpthread.so.0", "libgcc_s.so.1", "libstdc++.so.6",
          "ld-linux-x86-64.so.2"}
POLICIES = {
    "2_17": {"GLIBC": "2.17", "GLIBCXX": "3.4.19", "CXXABI": "1.3.7", "GCC": "4.8.0"},
    "2_28": {"GLIBC": "2.28", "GLIBCXX": "3.4.24", "CXXABI": "1.3.11", "GCC": "7.0.0"},
    "2_31": {"GLIBC": "2.31", "GLIBCXX": "3.4.28", "CXXABI": "1.3.12", "GCC": "7.0.0"},
    "2_34": {"GLIBC": "2.34", "GLIBCXX": "3.4.29", "CXXABI": "1.3.13", "GCC": "7.0.0"},
    "2_35": {"GLIBC": "2.35", "GLIBCXX": "3.4.30", "CXXABI": "1.3.13", "GCC": "12.0.0"},
    "2_36": {"GLIBC": "2.36", "GLIBCXX": "3.4.30", "CXXABI": "1.3.13", "GCC": "12.0.0"},
}
STATIC = ["libarchive-dev"]  # packages whose archives are linked into the module


def said(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def number(version):
    return [int(part) for part in version.split(".")]


def needed(file):
    return said("patchelf", "--print-needed", str(file)).split()


def symbol_versions(files):
    """{"GLIBC": "2.34", ...}: the newest version of each system library that the files need."""
    newest = {}
    for file in files:
        for library, version in re.findall(r"Name: (GLIBC|GLIBCXX|CXXABI|GCC)_([0-9.]+)", said("readelf", "-VW", str(file))):
            newest[library] = max(newest.get(library, "0"), version, key=number)
    return newest


def tag_of(versions):
    for policy, most in POLICIES.items():
        if all(number(version) <= number(most[library]) for library, version in versions.items()):
            return f"manylinux_{policy}_x86_64"
    raise SystemExit(f"error: no policy has {versions} — build on an older system")


def bundle(root):
    """Copies what the module and its libraries need into querent.libs; returns all files that are linked."""
    module, = (root / "querent").glob("_querent.*.so")
    libs = root / "querent.libs"
    libs.mkdir()
    found = dict(re.findall(r"(\S+) => (/\S+)", said("ldd", str(module))))
    names, files = {}, [module]
    for file in files:
        for name in needed(file):
            if name not in SYSTEM and name not in names:
                source = pathlib.Path(found[name]).resolve()
                checksum = hashlib.sha256(source.read_bytes()).hexdigest()[:8]
                names[name] = f"{name.split('.so')[0]}-{checksum}.so"
                files.append(libs / names[name])
                shutil.copyfile(source, files[-1])
                copy_copyright(source, libs)
    for file in files:
        for name in needed(file):
            if name in names:
                said("patchelf", "--replace-needed", name, names[name], str(file))
        said("patchelf", "--set-rpath", "$ORIGIN/../querent.libs" if file == module else "$ORIGIN", str(file))
        if file != module:
            said("patchelf", "--set-soname", file.name, str(file))
    for package in STATIC:
        shutil.copyfile(f"/usr/share/doc/{package}/copyright", libs / f"{package}.copyright")
    return files


def copy_copyright(library, libs):
    for path in (library, str(library).removeprefix("/usr")):  # dpkg may know a file of /usr/lib as /lib
        owner = subprocess.run(["dpkg", "-S", str(path)], capture_output=True, text=True).stdout.split(":")[0]
        if owner:
            shutil.copyfile(f"/usr/share/doc/{owner}/copyright", libs / f"{owner}.copyright")
            return
    raise SystemExit(f"error: no Debian package has {library} — its licence is unknown")


def write(root, out, tag):
    """Writes the wheel; the same files give the same bytes."""
    info, = root.glob("*.dist-info")
    wheel = info / "WHEEL"
    wheel.write_text(re.sub(r"(Tag: \w+-\w+)-\S+", rf"\1-{tag}", wheel.read_text()))
    python = re.search(r"Tag: (\w+-\w+)-", wheel.read_text()).group(1)
    record = info / "RECORD"
    files = sorted(path for path in root.rglob("*") if path.is_file() and path != record)
    lines = [f"{path.relative_to(root)},sha256={base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).decode().rstrip('=')}"
             f",{path.stat().st_size}\n" for path in files]
    record.write_text("".join(lines) + f"{record.relative_to(root)},,\n")
    target = out / f"{info.name.removesuffix('.dist-info')}-{python}-{tag}.whl"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in [*files, record]:
            entry = zipfile.ZipInfo(str(path.relative_to(root)), (1980, 1, 1, 0, 0, 0))
            entry.external_attr, entry.compress_type = 0o100644 << 16, zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())
    return target


def check(wheel, root):
    """The tag is that of the files, and everything that they need is in the wheel or on every system."""
    files = [*root.rglob("*.so")]
    missing = {name for file in files for name in needed(file)} - SYSTEM - {file.name for file in files}
    tag = tag_of(symbol_versions(files))
    if missing or not wheel.name.endswith(f"-{tag}.whl"):
        raise SystemExit(f"error: {wheel.name}: its files need {tag} and, outside of it, {sorted(missing) or 'nothing'}")
    print(f"{wheel.name}: {symbol_versions(files)}, {len(files) - 1} libraries inside, {wheel.stat().st_size / 2**20:.1f} MiB")


def main(arguments):
    with tempfile.TemporaryDirectory() as temporary:
        root = pathlib.Path(temporary)
        wheel = pathlib.Path(arguments[-1] if arguments[0] == "--check" else arguments[0])
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(root)
        if arguments[0] != "--check":
            out = pathlib.Path(arguments[1])
            out.mkdir(parents=True, exist_ok=True)
            wheel = write(root, out, tag_of(symbol_versions(bundle(root))))
        check(wheel, root)


if __name__ == "__main__":
    main(sys.argv[1:])
