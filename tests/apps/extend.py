# SPDX-License-Identifier: Apache-2.0
"""Rows of a graph that has grown, by `embed --extend`: extend.py QUERENT

Old nodes keep their rows to the byte, whatever the order of the edges; the row of a new node is the formula of Nystroem, here computed
from the file alone; what is no embedding of this graph is refused."""
import pathlib
import random
import subprocess
import sys
import tempfile


def run(program, *words, code=0):
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True)
    if done.returncode != code:
        sys.exit(f"{words}: exit {done.returncode}, expected {code}\n{done.stderr}")
    return done.stdout + done.stderr


def table(file):
    """Id to row."""
    lines = [line.split("\t") for line in file.read_text().splitlines()[1:]]
    return {line[0]: [float(x) for x in line[2:]] for line in lines}


def check(said, *about):
    if not said:
        sys.exit(f"extend.py: {about}")


def main():
    program = sys.argv[1]
    rng = random.Random(1)
    old = sorted({(min(a, b), max(a, b)) for a, b in ((rng.randrange(60), rng.randrange(60)) for _ in range(240)) if a != b} | {(i, i + 1) for i in range(59)})
    came = [(3, 60), (7, 60), (12, 60), (60, 61), (62, 63)]  # 61 beside a new one alone, 62 and 63 apart
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)

        def write(name, edges):
            (folder / name).write_text("".join(f"n{a}\tn{b}\n" for a, b in edges))
            return folder / name

        before, grown = write("before.tsv", old), write("grown.tsv", rng.sample(came + old, len(came + old)))
        for laplacian in ("normalized", "combinatorial"):
            run(program, "embed", "--edges", before, "--dim", 12, "--laplacian", laplacian, "--no-cache", "--out", folder / "old.tsv")
            said = run(program, "embed", "--edges", grown, "--component", "all", "--extend", folder / "old.tsv", "--laplacian", laplacian, "--out", folder / "new.tsv")
            check("4 nodes not in" in said and "2 embedded from neighbours, 2 without" in said, said)
            known, rows = table(folder / "old.tsv"), table(folder / "new.tsv")
            check({node: rows[node] for node in known} == known, "rows of before")
            value = [1 / sum(row[k] ** 2 for row in known.values()) for k in range(12)]
            degree = {f"n{i}": sum(i in edge for edge in old + came) for i in range(64)}
            near = 0
            for node, others in (("n60", ["n3", "n7", "n12"]), ("n61", ["n60"])):
                for k in range(12):
                    if laplacian == "normalized":
                        rest, whole = 1 - value[k], 1
                        found = sum(rows[j][k] / (len(others) * degree[j]) ** 0.5 for j in others)
                    else:
                        rest, whole = len(others) - value[k], len(others)
                        found = sum(rows[j][k] for j in others)
                    expected = 0 if abs(rest) < 0.05 * whole else found / rest
                    check(abs(rows[node][k] - expected) < 1e-9 * max(1, abs(expected)), laplacian, node, k, rows[node][k], expected)
                    near += expected != 0
            check(near > 12, near)
            check(rows["n62"] == rows["n63"] == [0] * 12, rows["n62"])
        run(program, "embed", "--edges", before, "--dim", 12, "--no-cache", "--out", folder / "old.npy")
        run(program, "embed", "--edges", grown, "--extend", folder / "old.npy", "--out", folder / "new.npy")
        check((folder / "new.nodes.tsv").read_text().count("\n") == 63, "62 nodes of the largest component")
        fewer = run(program, "embed", "--edges", write("fewer.tsv", [e for e in old if 59 not in e]), "--extend", folder / "old.npy", "--out", folder / "fewer.npy")
        check("1 row of" in fewer and "left out" in fewer, fewer)
        (folder / "other.tsv").write_text("a\tb\nb\tc\n")
        said = run(program, "embed", "--edges", folder / "other.tsv", "--extend", folder / "old.npy", "--out", folder / "x.npy", code=3)
        check("before it grew" in said and not (folder / "x.npy").exists(), said)
        run(program, "embed", "--edges", before, "--dim", 12, "--null-vector", "one", "--no-cache", "--out", folder / "one.npy")
        check("--null-vector" in run(program, "embed", "--edges", grown, "--extend", folder / "one.npy", "--out", folder / "x.npy", code=3), "a null vector")
        for words in (["--dim", "5"], ["--solver", "dense"]):
            check("--extend" in run(program, "embed", "--edges", grown, "--extend", folder / "old.npy", "--out", folder / "x.npy", *words, code=2), words)
        for found, asked in (("normalized", "combinatorial"), ("combinatorial", "normalized")):
            run(program, "embed", "--edges", before, "--dim", 12, "--laplacian", found, "--no-cache", "--out", folder / "of.npy")
            said = run(program, "embed", "--edges", grown, "--extend", folder / "of.npy", "--laplacian", asked, "--out", folder / "x.npy", code=2)
            check(f"of the {found} Laplacian" in said, said)
        # the eigenvectors of a star's leaves are orthogonal to both null vectors
        run(program, "embed", "--edges", write("star.tsv", [(0, k) for k in range(1, 13)]), "--dim", 3, "--no-cache", "--out", folder / "of.npy")
        run(program, "embed", "--edges", write("stars.tsv", [(0, k) for k in range(1, 14)]), "--extend", folder / "of.npy", "--out", folder / "x.npy")
        said = run(program, "embed", "--edges", grown, "--extend", folder / "old.npy", "--out", folder / "old.npy", code=2)
        check("--out" in said, said)
    print("a grown graph: old rows stay, new ones by the formula")


main()
