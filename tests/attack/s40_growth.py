#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""M7, H1 of the second attack, counted: the instructions of each reader for a hostile input of n, 2n and 4n bytes, in addition to those
for the smallest input of the command. At most 2.6 times as many are allowed for twice the bytes (a quadratic reader needs four times),
and at most 4e9 for 64 KiB; the tests play a case in four, up to 32 KiB. Every format of graphs, rows and bibliographies has a row here, which `finish` checks."""
import glob, re, resource, shutil
from attack import *

if not (shutil.which("valgrind") and shutil.which("cc")):
    print("skipped by name: valgrind or a C compiler is not here")
    sys.exit(0)
resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))  # of each run, with valgrind's own memory: a decompression bomb ends there
forks = Forks(under=["valgrind", "-q", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=steps.%p"])


def steps(*words):
    ended = forks.run(*words, timeout=250)
    written = glob.glob("steps.*")
    counted = written and re.search(r"^summary: (\d+)$", open(written[0]).read(), re.M)
    for file in written:
        os.remove(file)
    check(f"{' '.join(words)} is counted", len(written) == 1 and counted and ended.returncode in (0, 3, 5), ended.stderr[-500:])
    return int(counted[1]) if counted else 1


GRAPH = lambda file: ["inspect", file]
ROWS = lambda file: ["inspect", file, "--as", "vectors"]
WORKS = lambda file: ["graph", file, "--kind", "coauthors", "--out", "o"]
CITED = lambda file: ["graph", file, "--kind", "citations", "--out", "o"]
bib = "@article{{k{0},title={{t}},author={{A and B}}}}\n"
ris = "TY  - JOUR\n{}ER  - \n"
wos = "FN x\nPT J\n{}ER\n\nEF\n"
scopus = 'Authors,Author full names,Title,Year,Source title,References,EID\n'
med = "PMID- 1\nTI  - t\n{}"
pub = "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID>{}</MedlineCitation></PubmedArticle></PubmedArticleSet>"
dblp = '<?xml version="1.0"?><dblp>{}</dblp>'
many = lambda n, piece: "".join(piece.format(i) for i in range(max(1, n // len(piece))))
half = lambda n, first, second: many(n // 2, first) + many(n // 2, second)
openalex = lambda inside: '{"id":"https://openalex.org/W1","title":"t","authorships":[],' + inside + "}\n"

CASES = (
    # format, what, file, command, text of n bytes
    ("BibTeX", "keys of all entries equal", "b.bib", WORKS, lambda n: many(n, "@article{{k,title={{t}},author={{A and B}}}}\n")),
    ("BibTeX", "strings of strings", "b.bib", WORKS, lambda n: '@string{s0="' + "a" * (n // 2) + '"}' + "".join("@string{s%d=s%d # s%d}\n" % (i + 1, i, i) for i in range(n // 60)) + "@article{x,title=s9,author={A and B}}"),
    ("BibTeX", "a string used again and again", "b.bib", WORKS, lambda n: '@string{s="' + "a" * (n // 2) + '"}\n' + many(n // 2, "@article{{k{},title=s,author={{A and B}}}}\n")),
    ("BibTeX", "signs that begin nothing", "b.bib", WORKS, lambda n: bib.format(0) + "@" * n),
    ("BibTeX", "words that begin nothing", "b.bib", WORKS, lambda n: bib.format(0) + "@a" * (n // 2)),
    ("BibTeX", "entries without an end", "b.bib", WORKS, lambda n: many(n, "@article{{k{}, title={{t\n")),
    ("BibTeX", "authors of one entry", "b.bib", WORKS, lambda n: "@article{k,author={" + " and ".join(f"A{i}" for i in range(n // 11)) + "}}"),
    ("BibTeX", "accents in a row", "b.bib", WORKS, lambda n: "@article{k,author={A and B},title={a" + "\u0301\u0327" * (n // 4) + "}}"),
    ("BibTeX", "commands of accents", "b.bib", WORKS, lambda n: "@article{k,author={A and B},title={a" + "\\'}\\c}" * (n // 6) + "}}"),
    ("BibTeX", "journals of one entry", "b.bib", WORKS, lambda n: "@article{k,pages={1},year={2000},author={" + "a" * (n // 2) + " and B}," + many(n // 2, "journal={{j{}}},") + "}"),
    ("RIS", "authors of one record", "r.ris", WORKS, lambda n: ris.format(many(n, "AU  - A{}, B\n"))),
    ("RIS", "one author", "r.ris", WORKS, lambda n: ris.format(many(n, "AU  - A, B\n"))),
    ("RIS", "two records of the same authors", "r.ris", WORKS, lambda n: ris.format(many(n // 2, "AU  - A{}, B\n")) + ris.format("TI  - u\n" + many(n // 2, "AU  - A{}, B\n"))),
    ("RIS", "a name with many people", "r.ris", WORKS, lambda n: ris.format(many(n, "AU  - A, B{}\n"))),
    ("RIS", "papers of one author", "r.ris", WORKS, lambda n: many(n, "TY  - JOUR\nID  - {0}\nAU  - A, B\nAU  - C{0}, D\nER  - \n")),
    ("RIS", "ids of all records equal", "r.ris", WORKS, lambda n: many(n, "TY  - JOUR\nID  - k\nAU  - A, B\nER  - \n")),
    ("RIS", "a field over many lines", "r.ris", WORKS, lambda n: ris.format("TI  - t\n" + "a\n" * (n // 2))),
    ("RIS", "venues of one record", "r.ris", WORKS, lambda n: ris.format("AU  - " + "a" * (n // 2) + ", B\nPY  - 2000\nSP  - 1\n" + many(n // 2, "JO  - j{}\n"))),
    ("Web of Science", "authors and their ORCIDs", "w.txt", WORKS, lambda n: wos.format("AU A0, B\n" + many(n // 2, "   A{}, B\n") + "OI " + many(n // 2, "A{}, B/0000-0002-1825-0097; ") + "\n")),
    ("Web of Science", "references of one record", "w.txt", CITED, lambda n: wos.format("AU A, B\nUT k\nCR x\n" + many(n, "   Smith J, 2000, J, V1, P{}\n"))),
    ("Web of Science", "fields that go on", "w.txt", WORKS, lambda n: wos.format("AU A, B\nTI t\n" + "   a\n" * (n // 5))),
    ("Web of Science tabs", "columns", "w.tab", WORKS, lambda n: "PT\tAU\tTI" + many(n // 2, "\tX{}") + "\nJ\tA, B\tt" + "\tx" * (n // 4) + "\n"),
    ("Scopus", "references without a year", "s.csv", CITED, lambda n: scopus + 'A,"A, B (1)",t,2000,S,"' + many(n, "A{}; ") + '",e\n'),
    ("Scopus", "brackets in a reference", "s.csv", CITED, lambda n: scopus + 'A,"A, B (1)",t,2000,S,"' + "(" * n + '",e\n'),
    ("Scopus", "lines in quotes", "s.csv", WORKS, lambda n: scopus + 'A,"A, B (1)","' + "\n" * n + '",2000,S,x,e\n'),
    ("Lens", "authors of one record", "l.csv", WORKS, lambda n: 'Lens ID,Title,Author/s\n1,t,"' + many(n, "A{} B; ") + '"\n'),
    ("MEDLINE", "authors of one record", "m.txt", WORKS, lambda n: med.format(many(n, "FAU - A{}, B\n"))),
    ("MEDLINE", "lines that go on", "m.txt", WORKS, lambda n: med.format("AB  - a\n" + "      a\n" * (n // 8))),
    ("PubMed XML", "elements in elements", "p.xml", WORKS, lambda n: pub.format("<a>" * (n // 7) + "</a>" * (n // 7))),
    ("PubMed XML", "authors of one record", "p.xml", WORKS, lambda n: pub.format(many(n, "<Author><LastName>A{}</LastName></Author>"))),
    ("DBLP", "authors of one record", "d.xml", WORKS, lambda n: dblp.format("<article key='k'>" + many(n, "<author>A{}</author>") + "</article>")),
    ("DBLP", "attributes", "d.xml", WORKS, lambda n: dblp.format("<article key='k' " + many(n, "a{}='' ") + "><author>A</author><author>B</author></article>")),
    ("JSON of works", "authors with one id and ORCIDs", "o.jsonl", WORKS, lambda n: openalex("").replace('[],}', "[" + ",".join('{"author":{"id":"A1","display_name":"A B","orcid":"0000-0002-1825-%04d"}}' % (i % 10000) for i in range(n // 80)) + "]}")),
    ("JSON of works", "places of words", "o.jsonl", WORKS, lambda n: many(n, openalex('"abstract_inverted_index":{"a":[99999]}').replace("{", "{{").replace("}", "}}"))),
    ("JSON of works", "one document over many lines", "o.json", WORKS, lambda n: "[\n" + ",\n".join(['{"DOI":"10.1/%d"}' % i for i in range(n // 20)]) + "]"),
    ("JSON of works", "fields of a record", "o.jsonl", WORKS, lambda n: openalex(many(n, '"a{}":1,') + '"b":1')),
    ("JSON of works", "lines that are no records", "o.jsonl", WORKS, lambda n: openalex('"a":1') + "{}\n" * (n // 3)),
    ("incidence list", "members of one group", "i.tsv", WORKS, lambda n: many(n, "m{}\tg\n")),
    ("incidence list", "one member of one group", "i.tsv", WORKS, lambda n: "m\tg\n" * (n // 4)),
    ("edge list", "lines that are no edges", "e.tsv", GRAPH, lambda n: many(n, "a b c d e {}\n")),
    ("edge list", "numbers, then lines that are no edges", "e.tsv", GRAPH, lambda n: half(n, "1 2 3 4 {}\n", "a b c d {}\n")),
    ("edge list", "edges with two weights", "e.tsv", GRAPH, lambda n: half(n, "a b{} 1\n", "a b{} 2\n")),
    ("edge list", "quotes", "e.tsv", GRAPH, lambda n: 'a b\n' + '" "" ' * (n // 5)),
    ("edge list", "comments", "e.tsv", GRAPH, lambda n: "% sym\n" * (n // 6) + "a b\n"),
    ("adjacency list", "neighbours in one line", "a.txt", GRAPH, lambda n: "#x\n# GMT y\n# z\na " + many(n, "b{} ") + "\n"),
    ("Pajek", "a list in one line", "p.net", GRAPH, lambda n: "*Vertices 99\n*Edgeslist\n" + "1 2 " * (n // 4)),
    ("Pajek", "labels", "p.net", GRAPH, lambda n: f"*Vertices {n // 12}\n" + many(n, '{0} "a{0}"\n').replace('0 "a0"\n', "", 1) + "*Edges\n1 2\n"),
    ("Pajek", "numbers that run ahead", "p.net", GRAPH, lambda n: "*Vertices 4000000000\n" + "".join(f"{64 ** (i + 1)} a\n" for i in range(min(4, n // 8192))) + "x\n" * (n // 2)),
    ("GML", "nodes", "g.gml", GRAPH, lambda n: "graph [\n" + many(n, "node [ id {} ]\n") + "]\n"),
    ("GML", "graphs that open nothing", "g.gml", GRAPH, lambda n: "graph " * (n // 6)),
    ("GML", "labels of a node", "g.gml", GRAPH, lambda n: "graph [ node [ id 1 " + many(n, "class a{} ") + "] node [ id 2 ] edge [ source 1 target 2 ] ]"),
    ("GraphML", "keys and nodes", "g.graphml", GRAPH, lambda n: "<graphml>" + many(n // 2, "<key id='k{0}' for='edge' attr.name='a'/>") + "<graph edgedefault='undirected'>" + many(n // 2, "<node id='{}'/>") + "</graph></graphml>"),
    ("GraphML", "a default of many nodes", "g.graphml", GRAPH, lambda n: "<graphml><key id='k' for='node' attr.name='class'><default>" + "a" * (n // 2) + "</default></key><graph edgedefault='undirected'>" + many(n // 2, "<node id='{}'/>") + "<edge source='0' target='1'/></graph></graphml>"),
    ("GraphML", "keys of edges", "g.graphml", GRAPH, lambda n: "<graphml>" + many(n // 2, "<key id='k{0}' for='node' attr.name='a'/>") + "<graph edgedefault='undirected'><node id='0'/><node id='1'/>" + "<edge source='0' target='1'/>" * (n // 58) + "</graph></graphml>"),
    ("GEXF", "attributes and values", "g.gexf", GRAPH, lambda n: "<gexf><graph><attributes class='node'>" + many(n // 2, "<attribute id='{0}' title='class'/>") + "</attributes><nodes><node id='1'><attvalues>" + many(n // 2, "<attvalue for='0' value='{}'/>") + "</attvalues></node></nodes></graph></gexf>"),
    ("GEXF", "comments in front", "g.gexf", GRAPH, lambda n: "<!---->" * (n // 7) + "<gexf><graph/></gexf>"),
    ("node-link JSON", "nodes and links", "n.json", GRAPH, lambda n: '{"nodes":[' + ",".join('{"id":%d,"class":"%d"}' % (i, i) for i in range(n // 50)) + '],"links":[' + ",".join('{"source":0,"target":%d}' % i for i in range(n // 50)) + "]}"),
    ("Matrix Market", "entries", "m.mtx", GRAPH, lambda n: f"%%MatrixMarket matrix coordinate pattern general\n99999 99999 {n // 9}\n" + "".join("%d %d\n" % (i % 9000 + 1, i % 700 + 1) for i in range(n // 9))),
    ("LINQS", "columns", "l.content", GRAPH, lambda n: "".join(f"p{i}" + "\t0" * 100 + "\tc\n" for i in range(n // 205))),
    ("Pubmed", "citations", "p.tab", GRAPH, lambda n: "DIRECTED\tcites\nNO_FEATURES\n" + many(n, "{0}\tpaper:{0}\t|\tpaper:0\n")),
    ("labels", "two labels of each node", "l.tsv", lambda file: ["inspect", "--edges", "ring.tsv", "--labels", file], lambda n: half(n, "n0 c{}\n", "n0 c{}\n")),
    ("labels", "a set of labels", "l.tsv", lambda file: ["inspect", "--edges", "ring.tsv", "--labels", file, "--label-sets"], lambda n: "n0\t" + ",".join(f"c{i}" for i in range(n // 6)) + "\n"),
    ("npz", "rows", "a.npz", GRAPH, lambda n: ("npz", n)),
    ("svmlight", "entries", "r.svm", ROWS, lambda n: "1 " + " ".join(f"{i}:1" for i in range(1, n // 7)) + "\n"),
    ("CSV", "columns of words", "r.csv", lambda file: ["inspect", file, "--as", "vectors", "--one-hot"], lambda n: "a,1" * 1 + ",a" * (n // 4) + "\n" + "b,2" + ",b" * (n // 4) + "\n"),
    ("CSV", "words of a column", "r.csv", lambda file: ["inspect", file, "--as", "vectors", "--one-hot"], lambda n: "h,x,k\n" + many(n, "w{0},{0},a\n")),
    ("ARFF", "sparse rows of nothing", "r.arff", ROWS, lambda n: "@relation r\n" + many(n // 2, "@attribute a{} real\n") + "@attribute k {a,b}\n@data\n" + "{}\n" * (n // 6)),
    ("ARFF", "sparse rows of first values", "r.arff", ROWS, lambda n: "@relation r\n" + many(n // 2, "@attribute a{} {{x,y}}\n") + "@attribute k {a,b}\n@data\n" + "{}\n" * (n // 6)),
    ("ARFF", "long values and rows of others", "r.arff", ROWS, lambda n: "@relation r\n@attribute k {" + ",".join("v" * 240 + str(i) for i in range(n // 490)) + "}\n@attribute x real\n@data\n" + ("w" * 240 + ",1\n") * (n // 490)),
    ("IDX", "rows", "t-images-idx2-ubyte", ROWS, lambda n: struct.pack(">HBBII", 0, 8, 2, n // 4, 4) + bytes(n)),
    ("npy", "rows", "r.npy", ROWS, lambda n: npy(f"({n // 32}, 4)", bytes(n))),
    ("counted rows", "rows", "r.train", ROWS, lambda n: f"{n // 8}\n3\n" + "1 2 3 1\n" * (n // 8)),
)
FORMATS = {"BibTeX", "RIS", "Web of Science", "Web of Science tabs", "Scopus", "Lens", "MEDLINE", "PubMed XML", "DBLP", "JSON of works", "incidence list", "edge list",
           "adjacency list", "Pajek", "GML", "GraphML", "GEXF", "node-link JSON", "Matrix Market", "LINQS", "Pubmed", "labels", "npz", "svmlight", "CSV", "ARFF", "IDX",
           "npy", "counted rows"}

write("ring.tsv", "n0 n1\nn1 n2\nn2 n0\n")
chosen = os.environ.get("QUERENT_GROWTH", "")
one_in = int(os.environ.get("QUERENT_GROWTH_ONE_IN", "1"))  # the tests play one case in eight, ./dev attack plays all
largest = 1 << (16 if one_in == 1 else 15)
for number, (format, what, file, command, text) in enumerate(CASES):
    if number % one_in or chosen and chosen not in f"{format}: {what}":
        continue
    at("growth")
    took = []
    for size in (largest // 4, largest // 2, largest):
        content = text(size)
        if content == ("npz", size):
            nodes = size // 40
            ends = npy_whole(range(nodes + 1))
            npz(file, indptr=ends, indices=npy_whole(range(nodes)), data=npy_real([1.0] * nodes), shape=npy_whole([nodes, nodes]), format=npy_words([b"csr"], 3))
        else:
            write(file, content)
        took.append(steps(*command(file)))
    # both differences exclude the instructions of an empty run; less than a tenth of all is noise
    grown = took[2] - took[1], max(took[1] - took[0], 0.1 * took[1])
    print(f"{format}, {what}: {took[2] / 1e6:.0f} million, growth {grown[0] / grown[1]:.2f}", flush=True)
    check(f"{format}, {what}: {took[2]:,} for {largest >> 10} KiB", took[2] <= 4e9 * largest / (1 << 16), took)
    check(f"{format}, {what}: {grown[0] / grown[1]:.2f} times as many more for twice the bytes", grown[0] <= 2.6 * grown[1], took)
check("every format has a row", {case[0] for case in CASES} == FORMATS, FORMATS ^ {case[0] for case in CASES})
finish("growth", [] if chosen else ["growth"])
