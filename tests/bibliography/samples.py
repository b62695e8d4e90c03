#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""samples.py QUERENT: real exports of seven databases give every kind of graph that they support, and the manifest's
counts agree with Python's parsers. Needs ../shared/data; without it, prints a message and exits with 77."""
import collections, csv, io, itertools, json, lzma, math, os, pathlib, re, subprocess, sys, tempfile
import xml.etree.ElementTree as ET

SOURCE = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("QUERENT_SHARED", SOURCE.parent / "shared")) / "data/bibliography"
KINDS = ["coauthors", "citations", "cocitations", "coupling", "papers-by-author"]
csv.field_size_limit(1 << 30)


def text_of(name):
    raw = (DATA / name).read_bytes()
    return (lzma.decompress(raw) if name.endswith(".xz") else raw).decode("utf-8-sig")


def run(*arguments, status=0):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == status, (arguments, done.returncode, done.stderr)
    return done


def graph(files, kind, out, *more):
    run("graph", *files, "--kind", kind, "--out", out, "--quiet", *more)
    return json.loads((pathlib.Path(out) / "manifest.json").read_text())


def edges_of(folder):
    rows = [line.split("\t") for line in (pathlib.Path(folder) / "edges.tsv").read_text().splitlines()]
    return {frozenset((u, v)): float(w) for u, v, w in rows}


# ---- found by Python's parsers: records, authors and references per record

def wos(name):
    records, tag = [], None
    for line in text_of(name).splitlines():
        if line[:2] == "PT":
            records.append(collections.defaultdict(list))
        if line[:2].strip():
            tag = line[:2]
        if records and line[:2] in (tag, "  ") and tag not in ("ER", "EF"):
            records[-1][tag].append(line[3:].strip())
    return [(len(r["AU"]), len(r["CR"])) for r in records]


def medline(name):
    records = re.split(r"(?m)^PMID- ", text_of(name))[1:]
    return [(len(re.findall(r"(?m)^(?:AU|CN)  - ", r)), 0) for r in records]


def openalex(name):
    text = text_of(name)
    works = [json.loads(line) for line in text.splitlines()] if "jsonl" in name else json.loads(text)["results"]
    return [(len(w["authorships"]), len(w["referenced_works"])) for w in works]


def table(name, authors, separator, references):
    rows = csv.DictReader(io.StringIO(text_of(name), newline=""))
    return [(len([a for a in row[authors].split(separator) if a.strip() and not a.startswith("[No author")]),
             references(row)) for row in rows]


def dblp(name):
    text = re.sub(r"&(?!amp;|lt;|gt;|quot;|apos;)\w+;", "x", text_of(name))
    text = re.sub(r"<!DOCTYPE.*?>", "", text).replace('encoding="ISO-8859-1"', "")
    return [(len(r.findall("author")), len(r.findall("cite"))) for r in ET.fromstring(text.strip())]


SAMPLES = {
    "openalex_works.jsonl.xz": openalex, "openalex_page.json.xz": openalex,
    "wos_savedrecs.txt": wos, "wos_sample.txt": wos, "wos_many_authors.isi.xz": wos,
    "pubmed.medline.xz": medline, "dblp_sample.xml": dblp,
    "lens_sample.csv": lambda name: table(name, "Author/s", ";", lambda row: len([r for r in row["References"].split(";") if r.strip()])),
    # a reference of the newer export ends with its year
    "scopus_sample.csv": lambda name: table(name, "Authors", ";", lambda row: len(re.findall(r"\(\d{4}\)(?:;|$)", row["References"]))),
    "scopus.csv.xz": lambda name: table(name, "Authors", ",", lambda row: len([r for r in row["References"].split(";") if r.strip()])),
}


WITHOUT_EDGES = {("dblp_sample.xml", "citations"), ("dblp_sample.xml", "coupling"), ("dblp_sample.xml", "papers-by-author"),
                 ("lens_sample.csv", "citations"), ("lens_sample.csv", "papers-by-author"), ("pubmed.medline.xz", "citations"),
                 ("pubmed.medline.xz", "coupling"), ("scopus_sample.csv", "citations"), ("scopus_sample.csv", "papers-by-author"),
                 ("wos_sample.txt", "papers-by-author")}


def adds_up(manifest):
    records, graph_of = manifest["records"], manifest["graph"]
    assert records["read"] == records["used"] + sum(records["left_out"].values()), records
    assert records["read"] == sum(file["records"] for file in manifest["files"])
    assert sum(records["duplicates_by"].values()) == records["left_out"]["duplicates"]
    if "people" in manifest:
        people = manifest["people"]
        assert people["mentions"] == sum(people[k] for k in ("by_id", "by_full_name", "by_initials", "without_name", "without_id"))
    if "references" in manifest:
        found = manifest["references"]
        assert found["read"] == sum(found[k] for k in ("by_doi", "by_id", "by_fields", "outside", "undescribed")), found
    if "citations" in graph_of:
        c = graph_of["citations"]
        assert graph_of["edges"] == c["matched"] - c["repeated"] - c["mutual"] - c["to_itself"], graph_of
    else:
        groups = graph_of["groups"]
        assert groups["all"] == groups["joined"] + groups["more_than_max_group"] + groups["of_one_or_none"], groups


def test_each_sample_becomes_each_kind(tmp):
    made = []
    for name, parse in SAMPLES.items():
        works = parse(name)
        assert works, name
        for kind in KINDS:
            out = tmp / f"{name}-{kind}"
            has_references = any(references for _, references in works)
            if kind == "cocitations" and not has_references:
                assert "have no references" in run("graph", DATA / name, "--kind", kind, "--out", out, status=3).stderr
                continue
            if (name, kind) in WITHOUT_EDGES:
                more = ("--words", "0") if kind == "citations" else ()  # words distinguish works that do not cite each other
                output = run("graph", DATA / name, "--kind", kind, "--out", out, *more, status=3).stderr
                assert f"--kind {kind} would have" in output and "no edges" in output and "choose another --kind: " in output, output
                assert not out.exists()
                continue
            manifest = graph([DATA / name], kind, out)
            adds_up(manifest)
            assert manifest["records"]["read"] == len(works), (name, manifest["records"])
            duplicates = manifest["records"]["left_out"]["duplicates"]
            if duplicates == 0 and "people" in manifest:
                assert manifest["people"]["mentions"] == sum(a for a, _ in works), (name, manifest["people"])
            if duplicates == 0 and "references" in manifest:
                assert manifest["references"]["read"] == sum(r for _, r in works), (name, manifest["references"], sum(r for _, r in works))
            inspected = json.loads(run("inspect", out, "--component", "all", "--json").stdout)
            assert inspected["source"]["nodes"] == manifest["graph"]["nodes"], (name, kind)
            assert inspected["source"]["edges"] == manifest["graph"]["edges"], (name, kind)
            made.append((name, kind, manifest["graph"]["nodes"], manifest["graph"]["edges"]))
    for row in made:
        print("   %-26s %-17s %6d nodes %8d edges" % row)


def test_openalex_against_sets(tmp):
    """Every kind of graph of a file with reliable ids, compared with Python's sets."""
    short = lambda url: url.rsplit("/", 1)[1]
    works = [json.loads(line) for line in text_of("openalex_works.jsonl.xz").splitlines()]
    works = [w for w in works if short(w["id"]) != "W2242043546"]  # the preprint of W2041234663: its title, year and first author
    authors = {short(w["id"]): {short(a["author"]["id"]) for a in w["authorships"] if a["author"]["id"]} for w in works}
    cited = {short(w["id"]): {short(r) for r in w["referenced_works"]} for w in works}
    papers = list(authors)

    def pairs(groups):
        count = collections.Counter()
        for group in groups:
            for pair in itertools.combinations(sorted(group), 2):
                count[frozenset(pair)] += 1
        return count

    turned = lambda groups: [[p for p in papers if x in groups[p]] for x in set().union(*groups.values())]
    wanted = {"coauthors": pairs(authors.values()), "cocitations": pairs(cited.values()),
              "coupling": pairs(turned(cited)), "papers-by-author": pairs(turned(authors)),
              "citations": {frozenset((p, r)): 1 for p in papers for r in cited[p] if r in cited and r != p}}
    for kind, edges in wanted.items():
        graph([DATA / "openalex_works.jsonl.xz"], kind, tmp / kind, "--words", "0",
              *([] if kind == "citations" else ["--max-group", "0"]), *(["--authors", "id"] if "author" in kind else []))
        assert edges_of(tmp / kind) == edges, kind
    groups = [group for group in authors.values() if len(group) > 1]
    count = wanted["coauthors"]
    strength, papers_of = collections.Counter(), collections.Counter(person for group in authors.values() for person in group)
    for pair, shared in count.items():
        for person in pair:
            strength[person] += shared
    by_group = {"newman": lambda k: 1 / (k - 1), "fractional": lambda k: 1 / k ** 2}
    by_pair = {"cosine": lambda c, u, v: c / math.sqrt(papers_of[u] * papers_of[v]),
               "association": lambda c, u, v: c * sum(strength.values()) / (strength[u] * strength[v])}
    for weight in [*by_group, *by_pair]:
        if weight in by_group:
            edges = collections.Counter()
            for group in groups:
                for pair in itertools.combinations(sorted(group), 2):
                    edges[frozenset(pair)] += by_group[weight](len(group))
        else:
            edges = {pair: by_pair[weight](shared, *pair) for pair, shared in count.items()}
        graph([DATA / "openalex_works.jsonl.xz"], "coauthors", tmp / weight, "--weight", weight, "--words", "0", "--authors", "id", "--max-group", "0")
        found = edges_of(tmp / weight)
        assert found.keys() == edges.keys() and all(math.isclose(found[k], edges[k]) for k in edges), weight


def test_damage_is_placed(tmp):
    damaged = run("graph", DATA / "wos_damaged.isi", "--kind", "coauthors", "--out", tmp / "x", status=3)
    # NR promises 161 references, the first CR is at line 118 and 58 remain after it
    lines = text_of("wos_damaged.isi").splitlines()
    at = next(k for k, line in enumerate(lines) if line.startswith("CR "))
    assert f"wos_damaged.isi:{at + 1}: CR: expected the" in damaged.stderr and "--lenient" in damaged.stderr, damaged.stderr
    assert not (tmp / "x").exists()
    manifest = graph([DATA / "wos_damaged.isi"], "coauthors", tmp / "x", "--lenient")
    adds_up(manifest)
    assert manifest["records"]["left_out"]["damaged"] == 1 and manifest["records"]["read"] == 32
    works = text_of("openalex_works.jsonl.xz").splitlines()
    (tmp / "cut.jsonl").write_text("\n".join(works[:3] + [works[3][:5000]] + works[4:6]))
    cut = run("graph", tmp / "cut.jsonl", "--kind", "coauthors", "--out", tmp / "y", status=3)
    assert "cut.jsonl:4:" in cut.stderr, cut.stderr
    whole = text_of("lens_sample.csv")
    (tmp / "cut.csv").write_text(whole[: len(whole) // 2])
    cut = run("graph", tmp / "cut.csv", "--kind", "coauthors", "--out", tmp / "z", status=3)
    assert re.search(r"cut\.csv:\d+: .*truncated", cut.stderr), cut.stderr
    whole = text_of("wos_sample.txt")
    (tmp / "cut.txt").write_text(whole[: whole.rindex("\nER")])
    cut = run("graph", tmp / "cut.txt", "--kind", "coauthors", "--out", tmp / "z", status=3)
    assert "expected ER" in cut.stderr, cut.stderr


def test_several_files_and_years(tmp):
    files = [DATA / "wos_savedrecs.txt", DATA / "wos_sample.txt", DATA / "wos_savedrecs.txt"]
    manifest = graph(files, "coauthors", tmp / "a")
    adds_up(manifest)
    assert manifest["records"]["left_out"]["duplicates"] == 32
    years = [int(y) for name in ("wos_savedrecs.txt", "wos_sample.txt") for y in re.findall(r"(?m)^PY (\d{4})", text_of(name))]
    manifest = graph(files[:2], "papers-by-author", tmp / "b", "--years", "1975-2000")
    adds_up(manifest)
    assert manifest["records"]["used"] == sum(1975 <= y <= 2000 for y in years)


def test_ask_shows_titles(tmp):
    graph([DATA / "openalex_works.jsonl.xz"], "coupling", tmp / "mine", "--label-from", "field")
    titles = {json.loads(line)["id"].rsplit("/", 1)[1]: json.loads(line)["title"] for line in text_of("openalex_works.jsonl.xz").splitlines()}
    asked = subprocess.run([PROGRAM, "ask", tmp / "mine", "--classes", "A,B", "--json"], input='{"quit":true}\n', capture_output=True, text=True)
    assert asked.returncode == 0, asked.stderr
    question = json.loads(asked.stdout.splitlines()[0])
    assert question["type"] == "question" and " ".join(question["fields"]["title"].split()) == " ".join(titles[question["item"]].split()), question
    assert {"venue", "year", "abstract", "authors"} <= question["fields"].keys()
    done = json.loads(run("run", tmp / "mine", "--learner", "auto", "--budget", "20", "--json").stdout)
    assert done["runs"][0]["queries"] <= 20 and done["embedding"]["words"] > 0


def test_who_is_who(tmp):
    """Li X and Li Y are never merged; initials are merged with full names only if the user asks for it."""
    works = [("a", ["Li, Xin", "Wu, Jun"]), ("b", ["Li, Xu", "Wu, Jun"]), ("c", ["Li, X.", "Wu, Jun"]), ("d", ["Li, Y.", "Ho, Ann"]),
             ("e", ["Wu, Jun", "Kim, A. B."]), ("f", ["Wu, Jun", "Abe, Jo"])]
    (tmp / "my.ris").write_text("".join("TY  - JOUR\nID  - %s\nTI  - Title of %s\n%sPY  - 2001\nER  - \n" % (k, k, "".join("AU  - %s\n" % one for one in a)) for k, a in works))
    count = {by: graph([tmp / "my.ris"], "coauthors", tmp / by, "--authors", by) for by in ("best", "initials")}
    assert count["best"]["people"]["by_full_name"] == 9 and count["best"]["people"]["by_initials"] == 3
    assert count["best"]["graph"]["nodes"] == 8  # Xin, Xu, X., Y., Jun, Ann, A. B., Jo
    assert count["initials"]["graph"]["nodes"] == 6  # Xin, Xu and X. are one name with initials
    doubts = [line.split("\t")[:3] for line in (tmp / "best/people.tsv").read_text().splitlines()[1:]]
    assert ["one person?", "li, xin", "li, x."] in doubts and ["one person?", "li, xu", "li, x."] in doubts
    assert not any("li, y." in line for line in doubts)
    (tmp / "merge.tsv").write_text("li, xin\tli, x.\n")
    merged = graph([tmp / "my.ris"], "coauthors", tmp / "m", "--merge", tmp / "merge.tsv")
    assert merged["graph"]["nodes"] == 7 and merged["people"]["people_merged"] == 1
    assert edges_of(tmp / "m")[frozenset(("li, xin", "wu, jun"))] == 2
    (tmp / "split.tsv").write_text("wu, jun\tf\tWu Jun of Jena\n")
    split = graph([tmp / "my.ris"], "coauthors", tmp / "s", "--split", tmp / "split.tsv")
    assert split["graph"]["nodes"] == 9 and frozenset(("Wu Jun of Jena", "abe, jo")) in edges_of(tmp / "s")
    (tmp / "bad.tsv").write_text("li, xin\tli, q.\n")
    assert "bad.tsv:1:" in run("graph", tmp / "my.ris", "--kind", "coauthors", "--out", tmp / "q", "--merge", tmp / "bad.tsv", status=3).stderr
    papers = graph([tmp / "my.ris"], "papers-by-author", tmp / "p")
    assert [line.split("\t")[0] for line in (tmp / "p/labels.tsv").read_text().splitlines()] == list("abcdef"), "keys survive"


def test_incidence(tmp):
    (tmp / "in.tsv").write_text("ann\tp1\nbob\tp1\nbob\tp2\ncem\tp2\nbob\tp3\ncem\tp3\n")
    inspected = json.loads(run("inspect", "--incidence", tmp / "in.tsv", "--json").stdout)
    assert inspected["source"]["nodes"] == 3 and inspected["source"]["edges"] == 2 and inspected["weighted"]
    # two groups of 12,000 with 200 common members: 144 million pairs, embedded by the incidence matrix
    with open(tmp / "dense.tsv", "w") as pairs, open(tmp / "labels.tsv", "w") as labels:
        for k in range(23800):
            labels.write(f"m{k}\t{'left' if k < 11900 else 'right'}\n")
            pairs.write("".join(f"m{k}\t{group}\n" for group, inside in (("g", k < 12000), ("h", k >= 11800)) if inside))
    done = json.loads(run("run", "--incidence", tmp / "dense.tsv", "--labels", tmp / "labels.tsv", "--dim", "2", "--learner", "MSG", "--json").stdout)
    assert done["source"]["pairs"] == 2 * 12000 * 11999 // 2 and "Lanczos on B" in done["embedding"]["solver"]
    assert done["mean"]["error_rate"] < 0.02, done["mean"]


def test_many_authors_in_time(tmp):
    import resource
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    manifest = graph([DATA / "wos_many_authors.isi.xz"], "coauthors", tmp / "all", "--max-group", "0", "--words", "0")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime
    assert manifest["graph"]["groups"]["largest"] == 177 and manifest["records"]["left_out"]["more_than_max_group"] == 0
    capped = graph([DATA / "wos_many_authors.isi.xz"], "coauthors", tmp / "capped", "--words", "0")
    adds_up(capped)
    assert capped["records"]["left_out"]["more_than_max_group"] == sum(a > 100 for a, _ in wos("wos_many_authors.isi.xz"))
    print(f"   500 records, at most 177 authors each: {seconds:.2f} s")
    assert seconds < 20  # loaded machines included


def test_tf_idf_is_that_of_scikit_learn(tmp):
    try:
        from sklearn.feature_extraction.text import TfidfVectorizer
    except ImportError:
        print("   skipped: no scikit-learn")
        return
    graph([DATA / "lens_sample.csv", DATA / "scopus_sample.csv"], "coupling", tmp / "x")
    rows = [line.split("\t") for line in (tmp / "x/nodes.tsv").read_text().splitlines()[1:]]
    texts = [row[1] + " " + row[5] for row in rows]
    words = (tmp / "x/words.txt").read_text().split()
    vectorizer = TfidfVectorizer(strip_accents="unicode", token_pattern=r"[^\W_]+", vocabulary=words)
    wanted = vectorizer.fit_transform(texts).toarray()
    for k, line in enumerate((tmp / "x/features.svm").read_text().splitlines()):
        row = [0.0] * len(words)
        for pair in line.split()[1:]:
            column, value = pair.split(":")
            row[int(column) - 1] = float(value)
        assert all(abs(a - b) < 1e-6 for a, b in zip(row, wanted[k])), rows[k][0]


def test_exports(tmp):
    graph([DATA / "dblp_sample.xml"], "coauthors", tmp / "x", "--export", "graphml,pajek,vosviewer")
    tree = ET.parse(tmp / "x/graph.graphml").getroot()
    space = "{http://graphml.graphdrawing.org/xmlns}"
    nodes, edges = tree.findall(f".//{space}node"), tree.findall(f".//{space}edge")
    manifest = json.loads((tmp / "x/manifest.json").read_text())
    assert (len(nodes), len(edges)) == (manifest["graph"]["nodes"], manifest["graph"]["edges"])
    names = {data.text for node in nodes for data in node if data.get("key") == "id"}
    assert "Zoltán Fülöp 0001" in names
    net = (tmp / "x/graph.net").read_text().splitlines()
    assert net[0] == f"*Vertices {len(nodes)}" and len(net) == len(nodes) + len(edges) + 2
    assert len((tmp / "x/vosviewer_map.txt").read_text().splitlines()) == len(nodes) + 1
    assert len((tmp / "x/vosviewer_network.txt").read_text().splitlines()) == len(edges)


def main():
    if not DATA.is_dir():
        print("skipped: no ../shared/data/bibliography")
        return 77
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
