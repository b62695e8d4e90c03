#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""wheel.py WHEEL [CHROOT]: the wheel's tag is true, and it works in a fresh environment with NumPy alone.

With CHROOT, the root of another Debian with python3, python3-venv and python3-numpy only, the environment is made there, where
no library of querent's build is installed; without it, on this machine, with an empty library path. Prints size and import time.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
USE = r'''
import pathlib, time
started = time.monotonic()
import numpy
with_numpy = time.monotonic()
import querent
imported = time.monotonic()
assert "/site-packages/querent/" in querent.__file__, querent.__file__
if pathlib.Path("/proc/self/maps").exists():  # not in a bare chroot, where importing is proof enough
    assert "querent.libs" in pathlib.Path("/proc/self/maps").read_text(), "the libraries of the wheel are not loaded"
karate = querent.datasets.load("karate")
session = querent.GraphClassifier(budget=10).session(karate.graph)
asked = 0
while (question := session.ask()):
    session.tell(question, karate.labels[question.index])
    asked += 1
assert 2 <= asked <= 10, asked
rows = numpy.random.default_rng(0).normal(size=(200, 3))
learner = querent.PA_I().fit(rows, (rows[:, 0] > 0).astype(int))
assert (learner.predict(rows) == (rows[:, 0] > 0)).mean() > 0.9
package = pathlib.Path(querent.__file__).parent
assert (package / "py.typed").exists() and len(list(package.glob("*.pyi"))) > 10
try:
    querent.datasets.load("cora")
except OSError as error:
    assert "QUERENT_WITH_NETWORK" in str(error), error
print(f"import: {1000 * (imported - with_numpy):.0f} ms after NumPy's {1000 * (with_numpy - started):.0f} ms; {asked} questions on karate")
'''


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/tmp"})
    if done.returncode:
        raise SystemExit(f"error: {' '.join(map(str, words))[:200]}\n{done.stdout}{done.stderr}")
    return done.stdout


def main():
    wheel = pathlib.Path(sys.argv[1])
    chroot = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    print(run("/usr/bin/python3", ROOT / "packaging/portable_wheel.py", "--check", wheel), end="")
    folder = pathlib.Path(tempfile.mkdtemp(dir=chroot / "tmp" if chroot else None))
    try:
        inside = pathlib.Path("/", folder.relative_to(chroot)) if chroot else folder
        shutil.copy(wheel, folder)
        enter = ["chroot", chroot] if chroot else []
        # NumPy is Debian's, seen by the environment; without an index pip must find everything in the wheel.
        run(*enter, "/usr/bin/python3", "-m", "venv", "--system-site-packages", inside / "venv")
        run(*enter, inside / "venv/bin/pip", "install", "--no-index", "--quiet", inside / wheel.name)
        print(run(*enter, inside / "venv/bin/python", "-c", USE), end="")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
