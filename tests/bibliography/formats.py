#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""formats.py QUERENT: four papers, five people and eight references, written by hand in nine formats according to their public
documentation (tests/data/bibliography), give equal graphs of every kind. All numbers below were counted by hand."""
import json, pathlib, subprocess, sys, tempfile

DATA = pathlib.Path(__file__).resolve().parents[1] / "data/bibliography"
# papers 0 … 3 by Weiss Kern | Weiss Kern Dupont | Dupont Okoye | Lind; 1 cites 0 X, 2 cites 0 1 X, 3 cites 1 Y 2
EDGES = {
    "coauthors": {(0, 1): 2, (0, 2): 1, (1, 2): 1, (2, 3): 1},
    "papers-by-author": {(0, 1): 2, (1, 2): 1},
    "citations": {(0, 1): 1, (0, 2): 1, (1, 2): 1, (1, 3): 1, (2, 3): 1},
    "cocitations": {(0, 1): 1, (0, 3): 2, (1, 2): 1, (1, 3): 1, (1, 4): 1, (2, 4): 1},  # 0 1 2 X Y
    "coupling": {(1, 2): 2, (2, 3): 1},
}
NODES = {"coauthors": 5, "papers-by-author": 4, "citations": 4, "cocitations": 5, "coupling": 4}
TITLES = ["Spectral learning on graphs", "Graphs that ask for labels", "Café: labels & <budgets>", "A survey"]
ALL = dict(by_doi=0, by_id=0, by_fields=0)
REFERENCES = {  # how the five references within the set were matched
    "openalex.jsonl": ALL | dict(by_id=5), "crossref.json": ALL | dict(by_doi=3, by_fields=2),
    "semantic_scholar.jsonl": ALL | dict(by_id=5), "pubmed.xml": ALL | dict(by_id=4, by_doi=1),
    "wos.txt": ALL | dict(by_doi=3, by_fields=2), "lens.csv": ALL | dict(by_id=5),
    "library.ris": None, "library.bib": None, "library.csv": None,
}
BY_ID = {"openalex.jsonl": 8, "semantic_scholar.jsonl": 8, "wos.txt": 2}  # number of eight mentions identified by id; the others by full name
FORMAT = {"openalex.jsonl": "OpenAlex JSON", "crossref.json": "Crossref JSON", "semantic_scholar.jsonl": "Semantic Scholar JSON",
          "pubmed.xml": "PubMed XML", "wos.txt": "Web of Science tab-delimited", "lens.csv": "Lens CSV", "library.ris": "RIS",
          "library.bib": "BibTeX", "library.csv": "CSV of records"}


def run(*arguments, status=0):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == status, (arguments, done.returncode, done.stderr)
    return done


def table(path):
    return [line.split("\t") for line in path.read_text(encoding="utf-8").split("\n")[:-1]]


def test_every_format_is_the_same_graphs(tmp):
    for name, references in REFERENCES.items():
        for kind, wanted in EDGES.items():
            out = tmp / (name + kind)
            if references is None and kind == "citations":  # words alone distinguish the papers
                output = run("graph", DATA / name, "--kind", kind, "--out", out).stdout
                assert "graph: 4 nodes, 0 edges\nno work of this export cites another" in output, output
                run("graph", DATA / name, "--kind", kind, "--words", "0", "--out", out, status=3)
                continue
            if references is None and kind not in ("coauthors", "papers-by-author"):
                assert "have no references" in run("graph", DATA / name, "--kind", kind, "--out", out, status=3).stderr
                continue
            run("graph", DATA / name, "--kind", kind, "--out", out, "--quiet")
            manifest = json.loads((out / "manifest.json").read_text())
            assert manifest["files"][0]["format"] == FORMAT[name], (name, manifest["files"])
            records = manifest["records"]
            # The first paper cites nothing, so it joins nothing.
            assert records["read"] == 4 == records["used"] + sum(records["left_out"].values()), (name, kind, records)
            assert records["left_out"]["without_references"] == (1 if kind == "cocitations" else 0)
            order = {row[0]: k for k, row in enumerate(table(out / "labels.tsv"))}
            assert len(order) == NODES[kind] == manifest["graph"]["nodes"], (name, kind, order)
            edges = {tuple(sorted((order[u], order[v]))): float(w) for u, v, w in table(out / "edges.tsv")}
            of_references = kind not in ("coauthors", "papers-by-author")
            assert edges == wanted, (name, kind, edges)
            nodes = table(out / "nodes.tsv")[1:]
            if kind == "coauthors":
                assert [row[1].split(",")[0] for row in nodes] == ["Weiss", "Kern", "Dupont", "Okoye", "Lind"], (name, nodes)
                assert nodes[0][4:] == ["2001", "2003", "2"] and nodes[4][4:] == ["2007", "2007", "1"], (name, nodes)
                people = manifest["people"]
                assert (people["mentions"], people["by_id"], people["by_full_name"]) == (8, BY_ID.get(name, 0), 8 - BY_ID.get(name, 0)), (name, people)
            elif kind != "cocitations":
                assert [row[1].lower() for row in nodes] == [title.lower() for title in TITLES], (name, nodes)
                assert [row[4] for row in nodes] == ["2001", "2003", "2005", "2007"], (name, nodes)
                assert "Dupont" in nodes[1][2] and "Okoye" in nodes[2][2], (name, nodes)
            if of_references:
                found = manifest["references"]
                assert {k: found[k] for k in ALL} == references, (name, found)
                assert (found["read"], found["outside"], found["outside_works"]) == (8, 3, 2), (name, found)


def test_one_work_in_nine_files_is_one(tmp):
    """DOIs match all papers except two of BibTeX: dupont05 is matched by author, year, venue and page; lind07 has no page."""
    run("graph", *[DATA / name for name in REFERENCES], "--kind", "papers-by-author", "--out", tmp / "all", "--quiet")
    records = json.loads((tmp / "all/manifest.json").read_text())["records"]
    assert records["read"] == 36 and records["used"] == 5 and records["duplicates_by"] == {"doi": 30, "id": 0, "fields": 1}, records


def test_keys_survive(tmp):
    for name in ("library.bib", "library.ris", "library.csv"):
        run("graph", DATA / name, "--kind", "papers-by-author", "--out", tmp / name, "--quiet")
        assert [row[0] for row in table(tmp / name / "nodes.tsv")[1:]] == ["weiss01", "weiss03", "dupont05", "lind07"]


def test_abstracts_and_labels(tmp):
    for name, field, label in (("pubmed.xml", "mesh", "Algorithms"), ("crossref.json", "subject", "Mathematics"),
                               ("semantic_scholar.jsonl", "field", "Mathematics"), ("wos.txt", "category", "Mathematics"),
                               ("lens.csv", "venue", "Journal of Graphs"), ("openalex.jsonl", "topic", "Graph theory"),
                               ("library.ris", "keyword", "graphs"), ("library.csv", "type", "journalArticle"), ("library.bib", "year", "y2001")):
        kind = "coupling" if REFERENCES[name] is not None else "papers-by-author"
        run("graph", DATA / name, "--kind", kind, "--label-from", field, "--out", tmp / name, "--quiet")
        assert table(tmp / name / "labels.tsv")[0][1] == label, (name, table(tmp / name / "labels.tsv"))
    abstract = lambda name: table(tmp / name / "nodes.tsv")[1][5]
    assert abstract("pubmed.xml") == "On graphs with n nodes. They ask."
    assert abstract("crossref.json") == "On graphs."
    assert abstract("wos.txt") == 'On "graphs".'
    assert abstract("library.csv") == 'On "graphs", in two lines.'
    assert abstract("lens.csv") == 'On "graphs", in two lines.'


def test_what_leaves_nobody_says_why(tmp):
    authors = "".join(f"AU  - Name{k}, Given\n" for k in range(101))
    (tmp / "large.ris").write_text(f"TY  - JOUR\n{authors}TI  - All\nER  - \n")
    output = run("graph", tmp / "large.ris", "--kind", "coauthors", "--out", tmp / "g", status=3).stderr
    assert "1 group with more than 100 members ignored — --max-group 0" in output, output
    run("graph", tmp / "large.ris", "--kind", "coauthors", "--max-group", "0", "--out", tmp / "g", "--quiet")
    assert json.loads((tmp / "g/manifest.json").read_text())["graph"]["edges"] == 101 * 100 / 2
    output = run("graph", DATA / "library.ris", "--kind", "coauthors", "--min-papers", "3", "--out", tmp / "h", status=3).stderr
    assert "fewer than 3 papers — lower --min-papers" in output, output


def test_references_without_data_join_nobody(tmp):
    """Crossref's reference with an author and a year alone, and Semantic Scholar's without an id."""
    works = [{"DOI": f"10.1/{k}", "title": [f"Paper {k}"], "reference": [{"author": "Cohen", "year": "1988"}, {"author": "Xu", "year": "2011"}]} for k in (1, 2)]
    (tmp / "poor.json").write_text(json.dumps(works))
    assert "the references are too poorly described" in run("graph", tmp / "poor.json", "--kind", "cocitations", "--out", tmp / "g", status=3).stderr
    works = [{"paperId": f"p{k}", "title": f"Paper {k}", "references": [{"paperId": None}, {"paperId": None}, {"paperId": "q"}]} for k in (1, 2)]
    (tmp / "null.json").write_text(json.dumps(works))
    output = run("graph", tmp / "null.json", "--kind", "coupling", "--out", tmp / "h").stdout
    assert "references: 6," in output and "the other 2 cite 1 work that" in output and "; 4 too poorly described" in output, output
    found = json.loads((tmp / "h/manifest.json").read_text())["references"]
    assert (found["read"], found["outside"], found["undescribed"]) == (6, 2, 4), found


def test_damage_has_a_place(tmp):
    """Each file, damaged in one place, gives an error with file, line and field; --lenient counts it and continues."""
    broken = {
        "openalex.jsonl": ('"id": "https://openalex.org/W2"', '"id": null', 2, "id: expected"),
        "semantic_scholar.jsonl": ('\n{"paperId": "2', '\n{"paperID": "2', 2, "expected a record"),
        "crossref.json": ('"DOI": "10.1000/G2"', '"DOI": "none"', 1, "DOI: expected"),
        "pubmed.xml": ('<PMID Version="1">9000002</PMID>', "", 0, "PMID: expected"),
        "wos.txt": ("\t2003\t", "\tMMIII\t", 3, "PY: expected a year"),
        "lens.csv": ('"000-000-000-000-002","Graphs', '"","Graphs', 0, "Lens ID: expected"),
        "library.ris": ("ER  - \n\nTY  - JOUR\nID  - dupont05", "TY  - JOUR\nID  - dupont05", 0, "ER: expected"),
        "library.bib": ('title = "{Graphs} that ask for labels", month', 'title = "{Graphs} that ask for labels" month', 0, "title: expected a comma or ) after the value"),
    }
    for name, (old, new, line, message) in broken.items():
        text = (DATA / name).read_text(encoding="utf-8")
        if name == "pubmed.xml":
            old = next(part for part in text.split("\n") if "MedlineCitation Status" in part and 'Version="1">9000002' in part).split("MEDLINE\" Owner=\"NLM\">")[1]
        assert text.count(old) == 1, (name, text.count(old))
        at = line or text[: text.index(old)].count("\n") + 1
        file = tmp / ("broken_" + name)
        file.write_text(text.replace(old, new), encoding="utf-8")
        output = run("graph", file, "--kind", "coupling", "--out", tmp / "g", status=3).stderr
        line_numbers = [int(part.split(":")[1]) for part in output.split(str(file.name))[1:] if part[1:2].isdigit()]
        assert message in output and " — " in output and "--lenient" in output and line_numbers and abs(line_numbers[0] - at) <= 3, (name, at, output)
        assert not (tmp / "g/manifest.json").exists()
        run("graph", file, "--kind", "coauthors", "--out", tmp / ("lenient" + name), "--quiet", "--lenient")
        records = json.loads((tmp / ("lenient" + name) / "manifest.json").read_text())["records"]
        assert records["left_out"]["damaged"] >= 1 and records["read"] == records["used"] + sum(records["left_out"].values()), (name, records)


def test_other_xml_is_no_incidence_list(tmp):
    file = tmp / "endnote.xml"
    file.write_text("<?xml version='1.0'?><xml><records><record><author>Smith, John</author></record></records></xml>")
    output = run("graph", file, "--kind", "coauthors", "--out", tmp / "xml", status=3).stderr
    assert "endnote.xml:1:1: expected records, found XML other than" in output, output


def test_utf_16_is_the_same_graph(tmp):
    """Web of Science's "Win, UTF-16", as Python writes it; error positions refer to the text."""
    for name in REFERENCES:
        text = (DATA / name).read_text(encoding="utf-8")
        if text.startswith("<?xml") or name.endswith(".jsonl"):
            continue  # JSON is always UTF-8, and XML declares its encoding
        run("graph", DATA / name, "--kind", "coauthors", "--out", tmp / ("plain" + name), "--quiet")
        for encoding in ("utf-16-le", "utf-16-be"):
            file = tmp / (encoding + name)
            file.write_bytes(("\ufeff" + text).encode(encoding))
            out = tmp / (encoding + "-out-" + name)
            run("graph", file, "--kind", "coauthors", "--out", out, "--quiet")
            for table_name in ("nodes.tsv", "edges.tsv", "labels.tsv"):
                assert (out / table_name).read_bytes() == (tmp / ("plain" + name) / table_name).read_bytes(), (name, encoding, table_name)
    file = tmp / "cut.txt"
    file.write_bytes(("\ufeff" + (DATA / "wos.txt").read_text(encoding="utf-8")).encode("utf-16-le")[:-1])
    assert "ends within a character" in run("graph", file, "--kind", "coauthors", "--out", tmp / "g", status=3).stderr


def main():
    chosen = sys.argv[2:]
    for name, test in sorted(globals().items()):
        if name.startswith("test_") and (not chosen or any(part in name for part in chosen)):
            with tempfile.TemporaryDirectory() as tmp:
                print(name.replace("_", " "), flush=True)
                test(pathlib.Path(tmp))
    return 0


PROGRAM = sys.argv[1] if len(sys.argv) > 1 else None
if __name__ == "__main__":
    sys.exit(main())
