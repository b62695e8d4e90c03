#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a terminal shows: widths.py QUERENT. Progress is one line of it at any width; a closed pipe is silent."""
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
import unicodedata


def shown(columns, *words):
    """What the program writes to a terminal of so many columns."""
    pid, master = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        os.execv(words[0], words)
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    text = b""
    while True:
        try:
            block = os.read(master, 65536)
        except OSError:
            break
        if not block:
            break
        text += block
    os.waitpid(pid, 0)
    return text.decode()


def columns_of(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def main():
    program = sys.argv[1]
    passed = failed = 0
    with tempfile.TemporaryDirectory() as cache:
        os.environ["QUERENT_CACHE"] = cache
        for columns in (120, 80, 50, 30):
            said = shown(columns, program, "run", "digits", "--learner", "M-DUOL-appr", "--learner", "MSG", "--runs", "8")
            drawn = re.findall(r"\r\x1b\[K([^\r\n]*)", said)
            lines = [line for line in drawn if "%" in line]
            too_long = [line for line in lines if columns_of(line) >= columns]
            if not lines or too_long:
                failed += 1
                print(f"{columns} columns: {len(lines)} lines of progress, too long: {too_long[:3]}")
            else:
                passed += 1
    done = subprocess.run(f"{program} help run | head -1", shell=True, capture_output=True, text=True,
                          executable="/bin/bash")
    if done.stderr:
        failed += 1
        print("a closed pipe is not silent:", done.stderr)
    else:
        passed += 1
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
