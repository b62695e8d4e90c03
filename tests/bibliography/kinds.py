#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""kinds.py QUERENT: without --kind `querent graph` chooses the kind that the records support and gives the reason; a graph without
edges is rejected with the kinds that have edges; the summary has the components and a next command that works."""
import json, pathlib, shlex, subprocess, sys, tempfile


def run(*arguments, status=0, **more):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, **more)
    assert done.returncode == status, (arguments, done.returncode, done.stderr)
    return done


def ris(path, authors_of):
    """A record per entry, each with these authors."""
    path.write_text("".join(f"TY  - JOUR\nID  - p{k}\nTI  - Title {k}\n" + "".join(f"AU  - {a}\n" for a in authors) + "PY  - 2001\nER  - \n"
                            for k, authors in enumerate(authors_of)))
    return path


def test_the_kind_is_chosen_and_said(tmp):
    several = ris(tmp / "several.ris", [["Ann, A", "Bob, B"], ["Bob, B", "Cem, C"], ["Dora, D"]])
    output = run("graph", several, "--out", tmp / "several").stdout
    assert output.startswith("--kind coauthors: 2 of 3 records name two or more authors\n"), output
    single = ris(tmp / "single.ris", [["Ann, A"], ["Ann, A"], ["Bob, B"], ["Bob, B"], ["Bob, B", "Cem, C"]])
    output = run("graph", single, "--out", tmp / "single").stdout
    assert output.startswith("--kind papers-by-author: only 1 of 5 records names two or more authors, and this kind has the most edges, 4\n"), output
    assert json.loads((tmp / "single/manifest.json").read_text())["graph_kind"] == "papers-by-author"


def test_the_chosen_kind_is_the_same_graph(tmp):
    several = ris(tmp / "several.ris", [["Ann, A", "Bob, B"], ["Bob, B", "Cem, C"], ["Dora, D"]])
    run("graph", several, "--out", tmp / "chosen")
    run("graph", several, "--kind", "coauthors", "--out", tmp / "given")
    files = sorted(path.name for path in (tmp / "given").iterdir())
    assert files == sorted(path.name for path in (tmp / "chosen").iterdir()), files
    for name in set(files) - {"manifest.json"}:
        assert (tmp / "given" / name).read_bytes() == (tmp / "chosen" / name).read_bytes(), name


def test_a_flag_of_another_kind_is_refused(tmp):
    several = ris(tmp / "several.ris", [["Ann, A", "Bob, B"]])
    assert "--authors has no meaning for --kind citations" in run(
        "graph", several, "--kind", "citations", "--authors", "id", "--out", tmp / "x", status=2).stderr


def test_no_edges_names_the_kinds_that_have_some(tmp):
    same = ris(tmp / "same.ris", [["Ann, A"], ["Ann, A"], ["Ann, A"]])
    output = run("graph", same, "--kind", "coauthors", "--out", tmp / "x", status=3).stderr
    assert "would have 1 node and no edges: no two authors share a paper — choose another --kind: papers-by-author (3 edges)" in output, output
    alone = ris(tmp / "alone.ris", [["Ann, A"], ["Bob, B"]])
    output = run("graph", alone, "--out", tmp / "x", status=3).stderr
    assert "no other --kind has edges, either; give files with more records" in output, output
    two = ris(tmp / "two.ris", [["Ann, A", "Bob, B"]])
    output = run("graph", two, "--min-weight", "2", "--out", tmp / "x", status=3).stderr
    assert "all 1 edge" in output and "lower --min-weight" in output, output
    assert not (tmp / "x").exists()
    # The file is read again with its references, which the first pass skipped; standard input cannot be read again.
    output = run("graph", "-", "--kind", "coauthors", "--out", tmp / "x", status=3, input=same.read_text()).stderr
    assert "papers-by-author (3 edges)" in output, output


def test_components_and_the_next_command(tmp):
    two = ris(tmp / "two.ris", [["Ann, A", "Bob, B"], ["Bob, B", "Cem, C"], ["Dora, D", "Eva, E"], ["Fay, F"]])
    output = run("graph", two, "--out", "my graph", cwd=tmp).stdout
    assert "components: 3, the largest has 3 nodes; 1 node has no edge\n" in output, output
    graph = json.loads((tmp / "my graph/manifest.json").read_text())["graph"]
    assert (graph["components"], graph["largest_component"], graph["isolated_nodes"]) == (3, 3, 1), graph
    command = shlex.split(output[output.index("next: ") + 6:])
    assert command[:3] == ["querent", "ask", "my graph"] and command[command.index("--out") + 1] != "my graph", command
    command.remove("--web")
    asked = run(*command[1:], "--json", cwd=tmp, input='{"quit":true}\n').stdout
    assert json.loads(asked.splitlines()[0])["type"] == "question", asked
    assert run("graph", two, "--out", tmp / "quiet", "--quiet").stdout == ""


def main():
    for name, test in sorted(globals().items()):
        if name.startswith("test_"):
            with tempfile.TemporaryDirectory() as tmp:
                print(name.replace("_", " "), flush=True)
                test(pathlib.Path(tmp))


PROGRAM = str(pathlib.Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else None
if __name__ == "__main__":
    main()
