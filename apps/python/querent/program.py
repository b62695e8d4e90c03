# SPDX-License-Identifier: Apache-2.0
"""Runs the program `querent`, which serves pages and runs sweeps."""

import os
import pathlib


class ProgramNotFound(OSError):
    """The program `querent` was not found; the message names the package to install."""


def find_program():
    """Finds the program: $QUERENT_PROGRAM, on the PATH, or beside the build folder of this module.

    Returns
    -------
    pathlib.Path

    Raises
    ------
    ProgramNotFound
    """
    named = os.environ.get("QUERENT_PROGRAM")
    if named:
        if os.access(named, os.X_OK) and os.path.isfile(named):
            return pathlib.Path(named)
        raise ProgramNotFound(f"QUERENT_PROGRAM names {named!r}, which is not a program")
    from shutil import which
    beside = pathlib.Path(__file__).absolute().parents[2] / "apps" / "querent"
    for found in (which("querent"), beside):
        if found and os.access(found, os.X_OK) and os.path.isfile(found):
            return pathlib.Path(found)
    raise ProgramNotFound("this needs the program `querent`, which is not on the PATH: install the Debian package querent "
                          "(`./dev package`), or build it (`./dev demo`) and set QUERENT_PROGRAM to it")


def run(*words):
    """Runs the program and returns its output; raises the exception of its exit code with its message."""
    import subprocess
    done = subprocess.run([find_program(), *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode == 0:
        return done.stdout
    raise error_of(done.returncode, done.stderr)


def error_of(code, message):
    """The exception of an exit code: 2 usage, 3 bad data, 4 I/O, 5 a limit, 6 a damaged file."""
    from . import _querent
    kind = {2: ValueError, 3: _querent.DataError, 4: OSError, 5: _querent.LimitError, 6: _querent.CorruptError,
            130: KeyboardInterrupt}.get(code, RuntimeError)
    return kind(message.strip().removeprefix("error: ") or f"querent ended with {code}")
