#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""merging.py QUERENT: what is merged is listed and can be undone, different works stay apart, nothing of a merged record is lost, and
the records of reference managers and screening tools are read as these write them."""
import json, pathlib, subprocess, sys, tempfile


def run(*arguments, status=0, **more):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, **more)
    assert done.returncode == status, (arguments, done.returncode, done.stderr, done.stdout)
    return done


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def graph(tmp, *files, status=0, more=()):
    """The records of these files, and what the command printed. Others beside them give the graph words that distinguish its nodes."""
    done = run("graph", *files, others(tmp), "--kind", "citations", "--out", tmp / "g", *more, status=status)
    lines = (tmp / "g/records.jsonl").read_text().splitlines() if status == 0 else []
    return [record for record in map(json.loads, lines) if "other" not in record["id"]], done.stdout + done.stderr


def ris(*fields, type="JOUR"):
    return f"TY  - {type}\n" + "".join(f"{field[:2]}  - {field[3:]}\n" for field in fields) + "ER  - \n\n"


def others(tmp):
    return write(tmp / "others.ris", "".join(ris(f"ID other{k}", f"TI Rehabilitation of {word} {word}", f"AB {word} of rehabilitation") for k, word in enumerate(["knee", "knee", "stroke", "stroke"])))


def duplicates(folder):
    file = folder / "duplicates.tsv"
    return [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()[1:]] if file.exists() else []


FINAL = "TI Emicizumab prophylaxis in children with severe haemophilia: final results"
TRIAL = "TI A randomised trial of alpha in beta disease"


def test_duplicates_are_listed_and_can_be_kept_apart(tmp):
    a = write(tmp / "a.ris", ris("ID 1", "AU Müller, Jörg", TRIAL, "PY 2019", "DO 10.1/a") + ris("ID 2", "AU Smith, J", FINAL, "PY 2020"))
    b = write(tmp / "b.ris", ris("ID 1", "AU Mueller, J.", TRIAL.upper(), "DO 10.1/A") + ris("ID 7", "AU Smith, Jane", FINAL, "PY 2020"))
    records, output = graph(tmp, a, b)
    assert len(records) == 2 and "8 records read, 6 used; 2 repeated, see duplicates.tsv" in output, output
    wanted = [["1", "1", "doi", TRIAL[3:], TRIAL.upper()[3:], f"{a}:1", f"{b}:1"],
              ["2", "7", "title, year, author", FINAL[3:], FINAL[3:], f"{a}:9", f"{b}:8"]]
    assert duplicates(tmp / "g") == wanted, duplicates(tmp / "g")
    lines = (tmp / "g/duplicates.tsv").read_text(encoding="utf-8")
    for name, text, left in (("all", lines, []), ("first", "\t".join(wanted[0]) + "\n", ["7"]), ("ids", "7\t2\n", ["1"])):
        apart = ("--kind", "citations", "--keep-apart", write(tmp / name, text), "--out", tmp / f"of {name}", "--quiet")
        run("graph", a, b, *apart)
        assert [row[1] for row in duplicates(tmp / f"of {name}")] == left, (name, duplicates(tmp / f"of {name}"))
        run("graph", b, a, *apart)  # either of two is the first
        assert len(duplicates(tmp / f"of {name}")) == len(left), name
    graph(tmp, a)
    assert not (tmp / "g/duplicates.tsv").exists()
    for text, part in (("1\t9\n", "apart.tsv:1: expected two records that would be one, found '1' and '9' — "),
                       ("# mine\n1\n", "apart.tsv:2:1: expected two ids, or a line of duplicates.tsv")):
        output = run("graph", a, b, "--kind", "citations", "--keep-apart", write(tmp / "apart.tsv", text), "--out", tmp / "x", status=3).stderr
        assert part in output, output


def test_what_is_kept_apart_has_duplicates_of_its_own(tmp):
    """The third record is a copy of the second one, which is not the first."""
    export = write(tmp / "a.ris", ris("ID 1", TRIAL, "DO 10.1/a") + ris("ID 2", TRIAL, "DO 10.1/a", "PY 2001") + ris("ID 3", TRIAL, "DO 10.1/a"))
    run("graph", export, "--kind", "citations", "--keep-apart", write(tmp / "apart", "1\t2\n1\t3\n"), "--out", tmp / "g", "--quiet")
    assert [row[:3] for row in duplicates(tmp / "g")] == [["2", "3", "doi"]], duplicates(tmp / "g")


def test_an_article_and_its_abstract_are_two(tmp):
    """With one title, year and author: another kind of publication, given name or first page is another work."""
    article = ("AU Smith, Jane", FINAL, "PY 2019")
    one = write(tmp / "one.ris", ris("ID a", *article, "SP 10"))
    for other, used in ((ris("ID b", *article, type="CONF"), 2), (ris("ID b", "AU Smith, John", *article[1:]), 2), (ris("ID b", *article, "SP 11"), 2),
                        (ris("ID b", "AU Smith, K", *article[1:]), 2), (ris("ID b", *article), 1), (ris("ID b", "AU Smith, J.P.", *article[1:]), 1),
                        (ris("ID b", "AU Smith", *article[1:], type="GEN"), 1),
                        (2 * ris("ID b", *article, type="CONF"), 2)):  # the second abstract is a copy of the first
        for files in ((one, write(tmp / "other.ris", other)), (tmp / "other.ris", one)):
            records, _ = graph(tmp, *files)
            assert len(records) == used, (other, records)


def test_notes_and_keywords_of_duplicates_are_united(tmp):
    records, _ = graph(tmp, write(tmp / "a.ris", ris("ID 1", TRIAL, "DO 10.1/a", "N1 L600", "KW alpha") + ris("ID 2", TRIAL, "DO 10.1/A", "N1 Check dose", "N1 L600",
                                                                                                           "KW Alpha", "KW beta") + ris("ID 3", TRIAL, "DO 10.1/a", "KW beta", "N1 ask")))
    assert len(records) == 1 and records[0]["note"] == "L600\nCheck dose\nask" and records[0]["keywords"] == ["alpha", "beta"], records


def test_notes_and_authors_of_screening_tools(tmp):
    table = "title,abstract,authors,exported_notes_1,exported_notes_2,asreview_note\n"
    cells = {"Cats": ('"Ouzzani, Mourad and Hammady, Hossam M. and Day, Z."', "old,,new", ["Ouzzani, Mourad", "Hammady, Hossam M.", "Day, Z."]),
             "Dogs": ('"Smith J, Doe A and Poe B"', ",,", ["Smith, J", "Doe, A", "Poe, B"]), "Mice": ("Migraine and Stroke Group", ",,", ["Migraine and Stroke Group"]),
             "Rats": ('"Department of Health, Education and Welfare"', ",,", None)}
    records, _ = graph(tmp, write(tmp / "a.csv", table + "".join(f"{title},x,{who},{notes}\n" for title, (who, notes, _) in cells.items())))
    assert records[0]["note"] == "old\nnew" and "note" not in records[1], records
    for record in records:
        assert len(record["authors"]) == 1 if record["title"] == "Rats" else record["authors"] == cells[record["title"]][2], record


def test_an_endnote_record_is_read_as_it_was_written(tmp):
    text = ("TY  - JOUR\nID  - 1\nTI  - Cats\nJ2  - J Cats\nKW  - Antibodies, Monoclonal\nHumans\nN1  - first line\nsecond line\nLA  - de\nSN  - 1234-5678\n"
            "SP  - 965\nEP  - 975\nT2  - Journal of Cats\nER  - \n")
    records, _ = graph(tmp, write(tmp / "a.ris", text))
    one = records[0]
    assert one["venue"] == "Journal of Cats" and one["keywords"] == ["Antibodies, Monoclonal", "Humans"] and one["note"] == "first line\nsecond line", one
    graph(tmp, write(tmp / "b.ris", text + ris("ID a b", "TI Dogs") + ris("ID a_b", "TI Mice") + ris("ID Müller2020", "TI Rats", "SP 965-75")))
    run("ask", tmp / "g", "--classes", "a,b", "--export", tmp / "out", "--quiet")
    out, bib = ((tmp / f"out/records-unread.{ending}").read_text(encoding="utf-8") for ending in ("ris", "bib"))
    assert "SP  - 965\nEP  - 975\nSN  - 1234-5678\nLA  - de\n" in out, out
    assert bib.count("pages = {965--975}") == 2 and "issn = {1234-5678}" in bib and "language = {de}" in bib, bib
    assert sorted(line.split("{")[1] for line in bib.splitlines() if line[:1] == "@" and "other" not in line) == ["1,", "Muller2020,", "a_b,", "a_b-2,"], bib


def test_joined_files_lose_no_record(tmp):
    records, _ = graph(tmp, write(tmp / "whole.ris", ris("ID 1", "TI One").rstrip() + ris("ID 2", "TI Two")))  # "ER  -TY  - JOUR"
    assert [one["id"] for one in records] == ["1", "2"], records
    cut = write(tmp / "cut.ris", ris("ID 1", "TI One") + "TY  - JOUR\nID  - 2\nTI  - cut in the mid" + ris("ID 3", "TI Three"))
    assert "cut.ris:8: ER: expected the end of the record before the next one, found TY — " in graph(tmp, cut, status=3)[1]
    records, _ = graph(tmp, cut, more=("--lenient",))
    assert [one["id"] for one in records] == ["1", "3"], records


def test_tabs_after_tags_are_blanks_and_ids_are_no_records(tmp):
    text = ris("ID 1", "TI One") + ris("ID 2", "TI Two")
    for name, blanks in (("tab", "\t- "), ("tabs", "\t-\t"), ("both", "  -\t"), ("one", " - ")):
        records, _ = graph(tmp, write(tmp / f"{name}.ris", text.replace("  - ", blanks)))
        assert [(one["id"], one["title"], one["type"]) for one in records] == [("1", "One", "JOUR"), ("2", "Two", "JOUR")], (name, records)
    for header in ("PMID,DOI", "pubmed_id\tPMCID", "openalex_id,label_included"):
        output = graph(tmp, write(tmp / "ids.csv", f"{header}\n1,10.1/x\n".replace(",", "\t" if "\t" in header else ",")), status=3)[1]
        assert "ids.csv:1:1: expected records with titles, found a table of ids, " in output and " — export the records with titles and abstracts" in output, output


def main():
    for name, test in sorted(globals().items()):
        if name.startswith("test_"):
            with tempfile.TemporaryDirectory() as tmp:
                print(name.replace("_", " "), flush=True)
                test(pathlib.Path(tmp))


PROGRAM = str(pathlib.Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else None
if __name__ == "__main__":
    main()
