#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the embedded graph `debian` from a package list of Debian: packages are nodes, Depends and Pre-Depends are edges,
archive sections are classes.

    apt-get update                            # fetches the machine's package lists
    datasets/make_debian_graph.py             # the list of the machine's own release, main, amd64
    datasets/make_debian_graph.py Packages    # any uncompressed package list; "-" is standard input

Writes edges.tsv.xz and labels.tsv.xz into datasets/embedded/graphs/debian (--out elsewhere) and prints the counts, and the
checksums that datasets/catalogue/ and datasets/README.md state.

Edges join a package and its dependency, each pair once, if the dependency is a package of the same list. For alternatives
"a | b" each existing one gives an edge; version restrictions are ignored; names that packages only Provide are not
followed. A name that occurs in several stanzas (several versions of a package) has the dependencies of all of them.
Packages without any edge are left out, so every label has its node. Standard library only; the same list gives the same text.
"""

import argparse
import hashlib
import lzma
import pathlib
import re
import subprocess
import sys

FIELDS = ("Depends", "Pre-Depends")


def own_package_list():
    """The text of the machine's list of its release's main archive (not updates, security or backports)."""
    release = re.search(r"^VERSION_CODENAME=(\w+)$", pathlib.Path("/etc/os-release").read_text(), re.M)[1]
    wanted = ["Created-By: Packages", "Origin: Debian", "Component: main", f"Codename: {release}"]
    files = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(ARCHITECTURE) $(FILENAME)", *wanted],
        capture_output=True, text=True, check=True).stdout.split("\n")
    files = sorted({line.split(" ", 1)[1] for line in files if line.startswith("amd64 ")})
    if len(files) != 1:
        sys.exit(f"expected one package list of {release}/main amd64, found {len(files)} — run apt-get update, or name a file")
    helper = "/usr/lib/apt/apt-helper"  # decompresses apt's lists
    return subprocess.run([helper, "cat-file", files[0]], capture_output=True, check=True).stdout.decode("utf-8")


def stanzas(text):
    """The fields needed of each stanza. A continuation line starts with a blank; none of these fields has one."""
    for stanza in text.split("\n\n"):
        fields = dict(re.findall(r"^(Package|Section|Depends|Pre-Depends):[ \t]*(.*?)[ \t]*$", stanza, re.M))
        if fields:
            yield fields


def dependencies(fields):
    """Names in a relation field: "a (>= 1) | b:any, c [amd64]" gives a, b, c."""
    for field in FIELDS:
        for relation in re.split(r"[,|]", fields.get(field, "")):
            name = re.match(r"\s*([a-z0-9][a-z0-9+.-]+)", relation)
            if name:
                yield name[1]


def graph(text):
    section, depends = {}, {}
    for fields in stanzas(text):
        package = fields["Package"]
        section[package] = fields["Section"].rpartition("/")[2]
        depends.setdefault(package, set()).update(dependencies(fields))
    edges = set()
    for package in sorted(depends):  # sorted: for mutual dependencies, the first direction is written
        for other in depends[package]:
            if other in section and other != package and (other, package) not in edges:
                edges.add((package, other))
    nodes = {name for edge in edges for name in edge}
    return sorted(edges), sorted((name, section[name]) for name in nodes)


def largest_component(edges):
    """(nodes, edges) of the largest connected component, by union-find."""
    parent = {}

    def root(node):
        parent.setdefault(node, node)
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for a, b in edges:
        parent[root(a)] = root(b)
    nodes, inside = {}, {}
    for node in list(parent):
        nodes[root(node)] = nodes.get(root(node), 0) + 1
    for a, _ in edges:
        inside[root(a)] = inside.get(root(a), 0) + 1
    largest = max(nodes, key=lambda r: (nodes[r], r))
    return nodes[largest], inside[largest]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("packages", nargs="?", help="an uncompressed Packages file; default: the machine's own list")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).parent / "embedded/graphs/debian")
    options = parser.parse_args()
    if options.packages is None:
        text = own_package_list()
    elif options.packages == "-":
        text = sys.stdin.buffer.read().decode("utf-8")
    else:
        text = pathlib.Path(options.packages).read_text("utf-8")

    edges, labels = graph(text)
    nodes_inside, edges_inside = largest_component(edges)
    print(f"list     {hashlib.sha256(text.encode()).hexdigest()} (SHA-256 of the package list)")
    print(f"nodes    {len(labels)}\nedges    {len(edges)}\nclasses  {len({section for _, section in labels})}")
    print(f"largest component: {nodes_inside} nodes, {edges_inside} edges")
    options.out.mkdir(parents=True, exist_ok=True)
    for name, rows in (("edges.tsv.xz", edges), ("labels.tsv.xz", labels)):
        content = "".join(f"{a}\t{b}\n" for a, b in rows).encode()
        stored = lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)
        (options.out / name).write_bytes(stored)
        print(f"{name}: {len(stored)} bytes, SHA-256 {hashlib.sha256(stored).hexdigest()}"
              f" (content {hashlib.sha256(content).hexdigest()})")


if __name__ == "__main__":
    main()
