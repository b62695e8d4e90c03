# SPDX-License-Identifier: Apache-2.0
"""The project's pages, and the command lines in them."""
import glob, os, re, shlex


def pages(source):
    """{page: its text}"""
    names = sorted(set(glob.glob("*.md", root_dir=source) + glob.glob("docs/*.md", root_dir=source)))
    return {name: open(os.path.join(source, name), encoding="utf-8").read() for name in names}


def commands(text):
    """Command lines: in blocks, and between backticks."""
    blocks = re.findall(r"^```[a-z]*\n(.*?)^```", text, re.S | re.M) + re.findall(r"(?:^ {4}.*\n)+", text, re.M)
    for block in blocks:
        yield from block.replace("\\\n", " ").split("\n")
    yield from (code.replace("\n", " ") for code in re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)))


def words_of(line):
    """The words after `querent`, up to the next command of the line; empty if it is not called."""
    found = re.search(r"(?:^|[|;&(\s/])querent ((?:[^|;&#>\n]|(?<=[\w…])\|(?=[\w…]))*)", line)
    try:
        return shlex.split(found[1]) if found else []
    except ValueError:
        return found[1].split()
