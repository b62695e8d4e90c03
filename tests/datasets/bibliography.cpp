// SPDX-License-Identifier: Apache-2.0
// Handwritten records of each database; tests/bibliography/samples.py reads real exports.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <querent/datasets/bibliography/incidence_list.hpp>
#include <querent/datasets/bibliography/names.hpp>
#include <querent/datasets/bibliography/works.hpp>

using namespace querent;

namespace {

struct Records {
  std::vector<Work> works;
  WorksReport report;
};

Records works_in(const std::string& text, WorksOptions options = {}) {
  Input input = Input::from_memory(text, "file");
  Records result;
  result.report =
      read_works(input, options, [&](Work&& work) { result.works.push_back(std::move(work)); });
  return result;
}

std::string complaint_of(const std::string& text) {
  try {
    works_in(text);
  } catch (const DataError& error) {
    return error.what();
  }
  return "nothing was refused";
}

bool contains_part(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("names, DOIs, ORCIDs, pages and years are found in the spellings of databases") {
  CHECK(folded("Fülöp-Nagy, Z.") == "fulop nagy z");
  CHECK(without_case("FÜLÖP-NAGY, u\u0308, 李 \xff") == "fulop-nagy, u, 李 \xff");
  CHECK(clean_doi("https://doi.org/10.1000/ABC") == "10.1000/abc");
  CHECK(clean_doi("DOI [10.3390/ijgi705168, 10.3390/ijgi7050168]") == "10.3390/ijgi7050168");
  CHECK(clean_doi("10.1016/S0022-5347(05)66452-X").ends_with("66452-x"));
  CHECK(clean_doi("V10.P3").empty());
  CHECK(clean_doi("10.1175/1520-0477(1996)077<0437:TNYRP>2.0.CO;2").ends_with("2.0.co;2"));
  CHECK(clean_doi("10.1890/0012-9658(2006)87[62:D]2.0.CO;2.").ends_with("87[62:d]2.0.co;2"));
  CHECK(clean_doi("[10.1000/abc,def]; 10.1/a") == "10.1000/abc,def");
  CHECK(clean_doi("10.1000/a;10.1000/bc") == "10.1000/bc");
  CHECK(clean_orcid("https://orcid.org/0000-0002-1694-233x") == "0000-0002-1694-233X");
  CHECK(clean_orcid("0000-0002-1694").empty());
  CHECK(first_page("pp. 965-75") == "965");
  CHECK(first_page("P1035") == "1035");
  CHECK(first_page("e46688") == "e46688");
  CHECK(year_in("2016 Jan 15") == 2016);
  CHECK(year_in("12016") == 0);
  CHECK(given_first("Max van Kleek").family == "van Kleek");
  CHECK(given_first("Michael C. Rubino").given == "Michael C.");
  CHECK(given_first("John Smith Jr.").family == "Smith Jr.");
  CHECK(family_first("Toh, Ming Liang").given == "Ming Liang");
  CHECK(family_first("De Roure D.").family == "De Roure");
  CHECK(family_first("Parkinson Study Group").family == "Parkinson Study Group");
  CHECK(given_first("Parkinson Study Group").family == "Parkinson Study Group");
  CHECK(clean_pmid("https://pubmed.ncbi.nlm.nih.gov/14593127/") == "14593127");
  CHECK(clean_pmid("14593127.0") == "14593127");
  CHECK(only_initials("J.-P."));
  CHECK(only_initials("ML"));
  CHECK_FALSE(only_initials("Ming L."));
}

TEST_CASE("a reference of Web of Science is parsed into author, year, journal, page and DOI") {
  const CitedWork one =
      wos_reference("Aria M, 2017, J INFORMETR, V11, P959, DOI 10.1016/j.joi.2017.08.007");
  CHECK(one.author == "Aria M");
  CHECK(one.year == 2017);
  CHECK(one.venue == "J INFORMETR");
  CHECK(one.page == "959");
  CHECK(one.doi == "10.1016/j.joi.2017.08.007");
  const CitedWork nobody = wos_reference("2024, Journal of Computing Research, V9");
  CHECK(nobody.author.empty());
  CHECK(nobody.venue == "Journal of Computing Research");
  CHECK(wos_reference("Pickett B, 2004, INT J RADIAT ONCOL, V60, pS185").page == "s185");
}

TEST_CASE("references of both Scopus layouts are read") {
  const CitedWork newer = scopus_reference(
      "Aria M.; Cuccurullo C., Bibliometrix: An R-tool for mapping, Journal of Informetrics, 11, "
      "4, pp. 959-975, (2017)");
  CHECK(newer.author == "Aria M.");
  CHECK(newer.year == 2017);
  CHECK(newer.venue == "Journal of Informetrics");
  CHECK(newer.page == "959");
  const CitedWork older =
      scopus_reference("Obradors, X., Puig, T., (2014) Supercond. Sci. Technol., 27, p. 044003");
  CHECK(older.author == "Obradors");
  CHECK(older.year == 2014);
  CHECK(older.venue == "Supercond. Sci. Technol.");
  CHECK(older.page == "044003");
}

TEST_CASE("BibTeX: keys, strings, accents, names with parts") {
  const Records got = works_in(
      "@string{jo = {J. of Graphs}}\n@comment{nothing}\n"
      "@article{erdos59, author = {Erd{\\H o}s, Paul and R{\\'e}nyi, Alfr\\'{e}d and van der Berg, "
      "J. and others},\n"
      "  title = \"On {Random} Graphs~{I}\", journal = jo, year = 1959, pages = {290--297}, doi = "
      "{10.5/X}, month = jan}\n"
      "@book{knuth, author = {Donald E. Knuth}, title = {The {\\TeX}book \\& more}, year = "
      "{1984}}\n");
  REQUIRE(got.works.size() == 2);
  const Work& first = got.works[0];
  CHECK(first.id == "erdos59");
  REQUIRE(first.authors.size() == 3);
  CHECK(first.authors[0].family == "Erdős");
  CHECK(first.authors[1].given == "Alfréd");
  CHECK(first.authors[2].family == "van der Berg");
  CHECK(first.title == "On Random Graphs I");
  CHECK(first.venues == std::vector<std::string>{"J. of Graphs"});
  CHECK(first.page == "290");
  CHECK(first.doi == "10.5/x");
  CHECK(got.works[1].authors[0].family == "Knuth");
  CHECK(got.works[1].authors[0].given == "Donald E.");
  CHECK(got.report.notes.empty());
}

TEST_CASE("BibTeX: biblatex's extended names") {
  const Records got = works_in(
      "@article{a, author = {family=Berg, given=Anna, given-i=A, prefix=van der, useprefix=true "
      "and Lee, Ann and given={Jos{\\'e}}, family=Ruiz}}\n");
  REQUIRE(got.works.size() == 1);
  REQUIRE(got.works[0].authors.size() == 3);
  CHECK(full_name(got.works[0].authors[0]) == "van der Berg, Anna");
  CHECK(full_name(got.works[0].authors[1]) == "Lee, Ann");
  CHECK(full_name(got.works[0].authors[2]) == "Ruiz, José");
}

TEST_CASE("BibTeX: an error has its line and field, and the next entry is read") {
  CHECK(contains_part(complaint_of("@article{a, title = {x}\n@article{b, title = {y}}\n"),
                      "file:2: title: expected the end of the entry"));
  CHECK(contains_part(
      complaint_of("@article{a,\n title = {x {y,\n year = {2000}\n\n@book{b, title = {z}}\n"),
      "file:5: title: expected the closing brace"));
  CHECK(contains_part(complaint_of("@article{a, title = \"x } y\"}\n"),
                      "file:1: title: expected balanced braces"));
  CHECK(contains_part(complaint_of("@article{a,\n title {x}}\n"),
                      "file:2: title: expected = and a value, found '{x}}'"));
  CHECK(contains_part(complaint_of("@article{a, year = 2000"), "the end of the file"));
  CHECK(contains_part(complaint_of("@article{a b c\n"), "a comma after the key"));
  const Records got = works_in(
      "@article{a, title = {x}\n@article{b, title = {y}, journal = nosuch # { of } # \"X\"}\n",
      {.lenient = true});
  REQUIRE(got.works.size() == 1);
  CHECK(got.report.damaged == 1);
  CHECK(got.works[0].venues == std::vector<std::string>{"nosuch of X"});
  REQUIRE(got.report.notes.size() == 1);
  CHECK(contains_part(got.report.notes[0], "'nosuch'"));
}

TEST_CASE("BibTeX: names of every form in Patashnik's BibTeXing") {
  const Records got = works_in(
      "@misc(n, author = {Per Brinch Hansen and Brinch Hansen, Per and Ludwig van Beethoven and "
      "van Beethoven, Ludwig\n"
      " and Ford, Jr., Henry AND {Barnes and Noble, Inc.} and Charles Louis Xavier Joseph de la "
      "Vall{\\'e}e Poussin and\n"
      " Mu{\\~n}oz,~Ana and Knuth and \\'Angel \\'{E}mile and others})");
  REQUIRE(got.works.size() == 1);
  std::vector<std::pair<std::string, std::string>> names;
  for (const auto& author : got.works[0].authors) names.emplace_back(author.family, author.given);
  CHECK(names == std::vector<std::pair<std::string, std::string>>{
                     {"Hansen", "Per Brinch"},
                     {"Brinch Hansen", "Per"},
                     {"van Beethoven", "Ludwig"},
                     {"van Beethoven", "Ludwig"},
                     {"Ford", "Henry"},
                     {"Barnes and Noble, Inc.", ""},
                     {"de la Vallée Poussin", "Charles Louis Xavier Joseph"},
                     {"Muñoz", "Ana"},
                     {"Knuth", ""},
                     {"Émile", "Ángel"}});
}

TEST_CASE("RIS: two records, and a truncated one") {
  const std::string text =
      "TY  - JOUR\nAU  - Li, Xin\nAU  - Wu, J.\nTI  - A title\nPY  - 2003/05\nT2  - Journal\nSP  - "
      "12\nDO  - 10.1/a\n"
      "KW  - graphs\nER  - \n\nTY  - BOOK\nA1  - Kim, A\nT1  - Other\nER  - \n";
  const Records got = works_in(text);
  REQUIRE(got.works.size() == 2);
  CHECK(got.works[0].authors[1].given == "J.");
  CHECK(got.works[0].year == 2003);
  CHECK(got.works[0].terms.back().value == "graphs");
  CHECK(got.works[1].title == "Other");
  CHECK(contains_part(complaint_of(text.substr(0, text.size() - 7)),
                      "file:14: ER: expected the end of the record"));
}

TEST_CASE(
    "RIS, MEDLINE: a record whose first line is damaged is reported, and no other takes its "
    "fields") {
  const std::string first = "TY  - JOUR\nTI  - One\nDO  - 10.1/a\nER  - \n\n";
  const std::string last = "TY  - JOUR\nTI  - Three\nDO  - 10.1/c\nER  - \n";
  for (const char* const damaged :
       {"TX  - JOUR\nTI  - Two\nER  - \n\n", "TI  - Two\nER  - \n\n", "TY-JOUR\nTI-Two\nER-\n\n",
        " TY  - JOUR\n TI  - Two\n ER  - \n\n", "ty  - JOUR\nti  - Two\ner  - \n\n"}) {
    CAPTURE(damaged);
    CHECK(contains_part(complaint_of(first + damaged + last), "file:6: expected `TY  - ` at the"));
    const Records got = works_in(first + damaged + last, {.lenient = true});
    CHECK(got.report.damaged == 1);
    REQUIRE(got.works.size() == 2);
    CHECK(got.works[1].title == "Three");
  }
  const Records preamble = works_in("Provider: X\n" + first + "\nsome - text\nER  - \n" + last);
  CHECK(preamble.works.size() == 2);
  const std::string one_blank =
      "TY - JOUR\nTI - Two\nAB - On dogs\nOR: 1\nUR - https://pubmed.ncbi.nlm.nih.gov/17/\nER "
      "-\n\n";
  const Records both = works_in(one_blank + "TY  - JOUR\nAB  - A ratio\nOR - 2\nER  - \n");
  REQUIRE(both.works.size() == 2);
  CHECK(both.works[0].title == "Two");
  CHECK(both.works[0].abstract == "On dogs OR: 1");
  CHECK(both.works[0].pmid == "17");
  CHECK(both.works[1].abstract == "A ratio OR - 2");

  const std::string pubmed = "PMID- 1\nOWN - NLM\nTI  - One\nDP  - 2001\n";
  for (const char* const lost : {"\nOWN - NLM\nTI  - Two\n", "\nTI  - Two\n", "TI  - Two\n"}) {
    CAPTURE(lost);
    CHECK(contains_part(complaint_of(pubmed + lost + "\nPMID- 3\n"), "PMID: expected the number"));
    const Records got = works_in(pubmed + lost + "\nPMID- 3\nTI  - Three\n", {.lenient = true});
    CHECK(got.report.damaged == 1);
    CHECK(got.works.back().title == "Three");
  }
}

TEST_CASE("an empty file has no records, and says so") {
  for (const char* const text : {"", " \r\n\n"}) {
    const Records got = works_in(text);
    CHECK(got.report.records == 0);
    REQUIRE(got.report.notes.size() == 1);
    CHECK(got.report.notes[0] == "file: empty, no records");
  }
}

TEST_CASE(
    "a CSV of records: lines before the header, blank rows, groups, guarded cells, decisions") {
  const Records got = works_in(
      "sep=;\r\nMy export\r\n\r\nTI;AU;AB;PMID;Included\r\n;;;;\r\n"
      "'=SUM(A1);Smith, John; ;12419083.0;TRUE\r\n\"Two\";\"Li, Xin; Study of Two\";'tis;0;no\r\n"
      "Three;Parkinson Study Group;;;maybe\r\n");
  REQUIRE(got.works.size() == 3);
  CHECK(got.works[0].title == "=SUM(A1)");
  CHECK(got.works[0].pmid == "12419083");
  CHECK(got.works[0].line == 6);
  CHECK(got.works[0].terms.back().value == "relevant");
  CHECK(got.works[1].authors[1].family == "Study of Two");
  CHECK(got.works[1].abstract == "'tis");
  CHECK(got.works[1].pmid.empty());
  CHECK(got.works[1].terms.back().value == "irrelevant");
  CHECK(got.works[2].authors[0].family == "Parkinson Study Group");
  CHECK(got.works[2].terms.empty());
  REQUIRE(got.report.notes.size() == 1);
  CHECK(contains_part(got.report.notes[0],
                      "1 of the Included column are no decisions, for example 'maybe'"));
}

TEST_CASE("Crossref: a page of the API and one work per line") {
  const std::string work =
      R"({"DOI":"10.1/A","title":["T"],"author":[{"family":"Li","given":"Xin","ORCID":"http://orcid.org/0000-0002-1825-0097"},{"name":"A group"}],)"
      R"("issued":{"date-parts":[[2010,3]]},"container-title":["J"],"page":"1-9","reference":[{"DOI":"10.2/b"},{"author":"Wu","year":"1999","journal-title":"K","first-page":"4"}]})";
  for (const std::string& text : {R"({"status":"ok","message":{"items":[)" + work + "]}}",
                                  work + "\n", "[\n" + work + "\n]"}) {
    const Records got = works_in(text);
    REQUIRE(got.works.size() == 1);
    CHECK(got.works[0].doi == "10.1/a");
    CHECK(got.works[0].authors[0].orcid == "0000-0002-1825-0097");
    CHECK(got.works[0].authors[1].family == "A group");
    CHECK(got.works[0].year == 2010);
    REQUIRE(got.works[0].references.size() == 2);
    CHECK(got.works[0].references[1].author == "Wu");
    CHECK(got.report.format == "Crossref JSON");
  }
}

TEST_CASE("Crossref: references with few fields, names, markup") {
  const Records got = works_in(
      R"({"DOI":"10.1/a","title":["Effects of <i>E. coli</i> &amp; CO<sub>2</sub> at p < 0.05, <x> 2"],)"
      R"("reference":[{"author":"Cohen","year":"1988"},{"author":"Watson JD","year":"1953","journal-title":"Nature","volume":"171"},)"
      R"({"year":"1985","journal-title":"Nature","volume":"315"},{"author":"Small H.","year":"1973","article-title":"T","journal-title":"J","first-page":"265"},)"
      R"({"author":"A. XU","DOI":"10.2/b"}]})");
  REQUIRE(got.works.size() == 1);
  CHECK(got.works[0].title == "Effects of E. coli & CO2 at p < 0.05, <x> 2");
  const auto& cited = got.works[0].references;
  REQUIRE(cited.size() == 5);
  CHECK(cited[0].text.empty());
  CHECK(cited[1].text == "Watson, 1953, Nature, 171");
  CHECK(cited[2].text.empty());
  CHECK(cited[3].author == "Small");
  CHECK(cited[3].text == "T");
  CHECK(cited[4].author == "XU");
  CHECK(cited[4].text == "10.2/b");
}

TEST_CASE("CSL JSON: strings instead of lists, records without a DOI") {
  const Records got = works_in(
      R"([{"id":"lee20","type":"article-journal","container-title":"J","DOI":"10.1/A","page":"1-9","title":"T","author":[{"family":"Lee","given":"Ann"}],"issued":{"date-parts":[["2020",1]]}},)"
      "\n"
      R"({"id":"k1","type":"book","title":"A book","author":[{"literal":"WHO"}]}])");
  REQUIRE(got.works.size() == 2);
  CHECK(got.works[0].id == "10.1/a");
  CHECK(got.works[0].title == "T");
  CHECK(got.works[0].venues == std::vector<std::string>{"J"});
  CHECK(got.works[0].year == 2020);
  CHECK(got.works[1].id == "k1");
  CHECK(got.works[1].title == "A book");
  CHECK(got.works[1].authors.at(0).family == "WHO");
  CHECK(is_export(R"([{"id":"k1","issued":{}}])"));
  for (const char* const other :
       {R"({"DOI":"none","title":["T"]})", R"({"title":"T","author":"Ann Lee"})"})
    CHECK(contains_part(complaint_of(other), "DOI: expected"));
}

TEST_CASE("Semantic Scholar: records of the API and of the dumps") {
  const Records got = works_in(
      R"({"paperId":"p1","externalIds":{"DOI":"10.1/A"},"title":"T","year":2011,"authors":[{"authorId":"7","name":"Xin Li"}],"references":[{"paperId":"p2","title":"U"}]})"
      "\n"
      R"({"corpusid":42,"title":"U","authors":[{"authorId":null,"name":"J. Wu"}]})");
  REQUIRE(got.works.size() == 2);
  CHECK(got.works[0].authors[0].id == "s2:7");
  CHECK(got.works[0].references[0].key == "s2:p2");
  CHECK(got.works[1].key == "s2:42");
  CHECK(got.works[1].authors[0].id.empty());
}

TEST_CASE("OpenAlex: a title without its markup, and a list of authors that was cut") {
  const Records got = works_in(
      R"({"id":"https://openalex.org/W1","title":"CO<sub>2</sub> &amp; more","authorships":[],"is_authors_truncated":true})"
      "\n"
      R"({"id":"https://openalex.org/W2","title":"T","authorships":[],"is_authors_truncated":false})");
  REQUIRE(got.works.size() == 2);
  CHECK(got.works[0].title == "CO2 & more");
  REQUIRE(got.report.notes.size() == 1);
  CHECK(contains_part(got.report.notes[0], "1 of the records have only the first 100"));
}

TEST_CASE("an abstract of OpenAlex is restored from its inverted index") {
  const Records got = works_in(
      R"({"id":"https://openalex.org/W1","display_name":"T","authorships":[],"abstract_inverted_index":{"of":[1],"graphs":[2,4],"Sums":[0],"and":[3]}})");
  REQUIRE(got.works.size() == 1);
  CHECK(got.works[0].abstract == "Sums of graphs and graphs");
  CHECK(contains_part(
      complaint_of("{\"id\":\"https://openalex.org/W1\",\"authorships\":[]}\n{\"id\": 3,\n"),
      "file:2:"));
}

TEST_CASE("DBLP: entities without a DTD, numbered people, ORCIDs, Latin-1") {
  const Records got = works_in(
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<!DOCTYPE dblp SYSTEM "
      "\"dblp.dtd\">\n<dblp>\n"
      "<article key=\"j/a\"><author orcid=\"0000-0002-1825-0097\">Zolt&aacute;n F\xfcl\xf6p "
      "0001</author><author>Jan van Leeuwen</author>"
      "<title>H<sub>2</sub>O &amp; "
      "graphs.</title><year>2012</year><journal>Acta</journal><pages>29-52</pages>"
      "<ee>https://doi.org/10.1007/X</ee><cite>...</cite><cite>j/b</cite></article>\n"
      "<www key=\"homepages/1\"><author>Nobody</author></www></dblp>");
  REQUIRE(got.works.size() == 1);
  const Work& work = got.works[0];
  CHECK(work.authors[0].id == "dblp:Zoltán Fülöp 0001");
  CHECK(work.authors[0].family == "Fülöp");
  CHECK(work.authors[0].orcid == "0000-0002-1825-0097");
  CHECK(work.authors[1].id.empty());
  CHECK(work.title == "H2O & graphs.");
  CHECK(work.doi == "10.1007/x");
  REQUIRE(work.references.size() == 1);
  CHECK(work.references[0].key == "dblp:j/b");
  CHECK(contains_part(
      complaint_of("<dblp>\n<article key=\"a\"><title>&nosuch;</title></article></dblp>"),
      "file:2:"));
}

TEST_CASE("PubMed XML: names, ORCID, MeSH, references") {
  const Records got = works_in(
      "<?xml "
      "version=\"1.0\"?>\n<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>7</PMID><Article>"
      "<Journal><JournalIssue><PubDate><Year>2001</Year></PubDate></JournalIssue><Title>J</Title></"
      "Journal>"
      "<ArticleTitle>A <i>b</i> c</ArticleTitle><ELocationID EIdType=\"doi\">10.1/A</ELocationID>"
      "<AuthorList><Author><LastName>Li</LastName><ForeName>Xin</ForeName><Identifier "
      "Source=\"ORCID\">0000-0002-1825-0097</Identifier></Author></AuthorList></Article>"
      "<MeshHeadingList><MeshHeading><DescriptorName>Humans</DescriptorName></MeshHeading></"
      "MeshHeadingList></MedlineCitation>"
      "<PubmedData><ReferenceList><Reference><Citation>Wu. X. "
      "1999</Citation><ArticleIdList><ArticleId "
      "IdType=\"pubmed\">9</ArticleId></ArticleIdList></Reference></ReferenceList>"
      "<ArticleIdList><ArticleId "
      "IdType=\"doi\">10.1/a</ArticleId></ArticleIdList></PubmedData></PubmedArticle></"
      "PubmedArticleSet>");
  REQUIRE(got.works.size() == 1);
  const Work& work = got.works[0];
  CHECK(work.id == "7");
  CHECK(work.title == "A b c");
  CHECK(work.doi == "10.1/a");
  CHECK(work.year == 2001);
  CHECK(work.authors[0].orcid == "0000-0002-1825-0097");
  CHECK(work.terms[0].value == "Humans");
  REQUIRE(work.references.size() == 1);
  CHECK(work.references[0].key == "pmid:9");
  CHECK(contains_part(
      complaint_of("<PubmedArticleSet>\n<PubmedArticle></PubmedArticle></PubmedArticleSet>"),
      "file:2: PMID: expected an id"));
  CHECK(contains_part(complaint_of("<PubmedArticleSet>\n<PubmedArticle>"), "file:2:"));
}

TEST_CASE("PubMed: chapters, books and groups of authors, in both formats") {
  const Records lines = works_in(
      "PMID- 1\nTI  - Aneurysm\nBTI - StatPearls\n\nPMID- 2\nBTI - GeneReviews\nTI  - "
      "Dementia\n\n"
      "PMID- 3\nBTI - A book\nFAU - Kim, Bo\nAU  - Kim B\nCN  - WHO Study Group\n");
  REQUIRE(lines.works.size() == 3);
  CHECK(lines.works[0].title == "Aneurysm");
  CHECK(lines.works[0].venues == std::vector<std::string>{"StatPearls"});
  CHECK(lines.works[1].title == "Dementia");
  CHECK(lines.works[1].venues == std::vector<std::string>{"GeneReviews"});
  CHECK(lines.works[2].title == "A book");
  CHECK(lines.works[2].venues.empty());
  REQUIRE(lines.works[2].authors.size() == 2);
  CHECK(lines.works[2].authors[1].family == "WHO Study Group");
  const Records xml = works_in(
      "<?xml version=\"1.0\"?>\n<PubmedArticleSet><PubmedBookArticle><BookDocument><PMID>2</PMID>"
      "<Book><BookTitle>Gene<sup>s</sup></BookTitle><PubDate><Year>1993</Year></PubDate>"
      "<AuthorList Type=\"editors\"><Author><LastName>Adam</LastName></Author></AuthorList></Book>"
      "<ArticleTitle>Dementia</ArticleTitle><AuthorList Type=\"authors\"><Author><LastName>Bird"
      "</LastName></Author></AuthorList></BookDocument></PubmedBookArticle></PubmedArticleSet>");
  REQUIRE(xml.works.size() == 1);
  CHECK(xml.works[0].id == "2");
  CHECK(xml.works[0].title == "Dementia");
  CHECK(xml.works[0].venues == std::vector<std::string>{"Genes"});
  CHECK(xml.works[0].year == 1993);
  REQUIRE(xml.works[0].authors.size() == 1);
  CHECK(xml.works[0].authors[0].family == "Bird");
}

TEST_CASE("Scopus: references without a year, and of several authors") {
  const auto references = [](const std::string& columns, const std::string& cell) {
    std::vector<std::string> texts;
    const Records got = works_in("Authors,Title,Year,Source title,EID,References" + columns +
                                 "\nLi X.,T,2001,J,1,\"" + cell + "\"" +
                                 (columns.empty() ? "" : ",\"Li, Xin (1)\"") + "\n");
    for (const CitedWork& one : got.works.at(0).references) texts.push_back(one.text);
    return texts;
  };
  using Texts = std::vector<std::string>;
  const std::string small = "Small H.; Griffith B., Co-citation, J, 24, (1973)",
                    bank = "World Bank, Report", study = "Study; a review, J, (2001)",
                    old = "Obradors, X., Puig, T., (2014) Supercond. Sci., 27";
  for (const char* const columns : {"", ",Author full names"}) {
    CAPTURE(columns);
    CHECK(references(columns, bank + "; " + small + "; " + bank) == Texts{bank, small, bank});
  }
  const std::string name = ",Author full names";
  CHECK(references(name, "Lee B., " + study + "; WHO Group; Kim A., T, (2001)") ==
        Texts{"Lee B., " + study, "WHO Group; Kim A., T, (2001)"});
  CHECK(references("", old + "; " + bank + " (2001) X; " + old) ==
        Texts{old, bank + " (2001) X", old});
}

TEST_CASE("Scopus: a spreadsheet's semicolons separate the columns") {
  const Records got = works_in(
      "Authors;Author full names;Title;Year;Source title;EID\n\"Lee A.; Wu J.\";\"Lee, Ann (1); "
      "Wu, Jun (2)\";\"One, two\";2001;J;2-s2.0-1\n");
  REQUIRE(got.works.size() == 1);
  CHECK(got.report.format == "Scopus CSV");
  CHECK(got.works[0].title == "One, two");
  CHECK(got.works[0].authors.at(1).id == "scopus:2");
}

TEST_CASE("Dimensions: its columns are not those of Scopus") {
  const Records got = works_in(
      "Rank,Publication ID,DOI,PMID,Title,Source title,PubYear,Pagination,Authors,Source Linkout\n"
      "5,pub.1,10.1/a,,T,J,2020,1-9,\"Lee, Ann; Smith, John\",https://x\n");
  REQUIRE(got.works.size() == 1);
  CHECK(got.report.format == "CSV of records");
  CHECK(got.works[0].id == "pub.1");
  CHECK(got.works[0].year == 2020);
  CHECK(got.works[0].page == "1");
}

TEST_CASE(
    "tab-delimited Web of Science, Scopus with a line end in a cell, lists of members and groups") {
  const Records tabs = works_in(
      "PT\tAU\tAF\tTI\tSO\tPY\tCR\tNR\tVL\tIS\tPM\tUT\nJ\tLi, X; Wu, J\tLi, Xin; Wu, "
      "Jun\tT\tJ\t2001\tA B, 1999, K; C D, 2000, L\t2\t50\t3\t123\tWOS:1\n");
  REQUIRE(tabs.works.size() == 1);
  CHECK(tabs.works[0].authors[1].given == "Jun");
  CHECK(tabs.works[0].references.size() == 2);
  CHECK(tabs.works[0].volume == "50");
  CHECK(tabs.works[0].issue == "3");
  CHECK(tabs.works[0].pmid == "123");
  CHECK(works_in("PT\tAU\tTI\tUT\nJ\tLi, X\tT\tWOS:1\t\n").works.size() ==
        1);  // rows end with a tab, the header does not
  const Records cells = works_in(
      "Authors,Title,Year,Source title,EID\n\"Li X., Wu J.\",\"One\ntitle, "
      "\"\"quoted\"\"\",2001,J,2-s2.0-1\n");
  REQUIRE(cells.works.size() == 1);
  CHECK(cells.works[0].title == "One\ntitle, \"quoted\"");
  CHECK(cells.works[0].authors.size() == 2);
  CHECK(contains_part(
      complaint_of("Authors,Title,Year,Source title,EID\n\"Li X.\",T,2001,J,1\nWu J.,T,MMI,J,2\n"),
      "file:3: Year: expected a year"));
  CHECK(contains_part(complaint_of("Authors,Title,Year,Source title,EID\nWu J.,T,2001\n"),
                      "file:2: expected 5 cells"));
  const Records pairs = works_in("# who\tin\nann\tp1\nbob\tp1\nann\tp2\n");
  REQUIRE(pairs.works.size() == 2);
  CHECK(pairs.works[0].authors[1].id == "member:bob");
  CHECK(contains_part(complaint_of("ann\tp1\nbob\n"), "file:2:"));
}

TEST_CASE("a file that is not a bibliography is rejected with the supported formats") {
  CHECK(contains_part(complaint_of("hello world\n"), "OpenAlex"));
}

TEST_CASE("lenient reading counts the records that it leaves out") {
  const Records got =
      works_in("{\"id\":\"https://openalex.org/W1\",\"authorships\":[]}\n{\"x\":1}\nnothing\n",
               {.lenient = true});
  CHECK(got.works.size() == 1);
  CHECK(got.report.records == 3);
  CHECK(got.report.damaged == 2);
}

TEST_CASE(
    "a table of records: people by semicolons, by commas after initials, or a list of Python") {
  const auto people = [](const std::string& cell, const std::string& more = "") {
    std::string all;
    const Records read = works_in("Title,Authors\nA title,\"" + cell + "\"\n" + more);
    for (const WorkAuthor& one : read.works.at(0).authors)
      all += one.family + "/" + one.given + ";";
    return all;
  };
  CHECK(people("Smith, John; van Dam, Eva") == "Smith/John;van Dam/Eva;");
  CHECK(people("Smith, John") == "Smith/John;");
  CHECK(people("Smith J, Doe AB") == "Smith/J;Doe/AB;");
  CHECK(people("['Smith, J.', 'Doe, A. B.']") == "Smith/J.;Doe/A. B.;");
  CHECK(people("E J Reimer; G S Dunn") == "Reimer/E J;Dunn/G S;");
  CHECK(people("").empty());
  CHECK(people("John Smith, Jane Doe, Bob Ray") == "Smith/John;Doe/Jane;Ray/Bob;");
  CHECK(people("J Smith, A Doe and B de Ray") == "Smith/J;Doe/A;de Ray/B;");
  CHECK(people("John Smith and Jane Doe") == "Smith/John;Doe/Jane;");
  CHECK(people("Jane Doe, Carl Lee") == "Doe/Jane;Lee/Carl;");
  CHECK(people("Mora Sanz, Jose Luis", "B,\"Lee, Ann\"\n") == "Mora Sanz/Jose Luis;");
  CHECK(people("Mora Sanz, Jose Luis and Rey Paz, Ana Ines") ==
        "Mora Sanz/Jose Luis;Rey Paz/Ana Ines;");
  CHECK(people("van der Berg, Anna Maria") == "van der Berg/Anna Maria;");
  CHECK(people("Mora Sanz, G. J.") == "Mora Sanz/G. J.;");
  CHECK(people("Smith J, Doe A and Poe B") == "Smith/J;Doe/A;Poe/B;");
  CHECK(people("Ministry of Food and Health Research") == "Research/Ministry of Food and Health;");
}

TEST_CASE("tables and JSON count as exports of records if they have their fields") {
  CHECK(is_export("title,abstract,label_included\n"));
  CHECK(is_export("\xEF\xBB\xBFTitle;Abstract Note;DOI\n"));
  CHECK(is_export("TY  - JOUR\n"));
  CHECK(is_export("{\"results\": [{\"authorships\": []}]}"));
  CHECK_FALSE(is_export("title,price,label\n"));
  CHECK_FALSE(is_export("{\"nodes\": [], \"links\": []}"));
  CHECK_FALSE(is_export("ann\tp1\n"));
  CHECK(recognise_works("title,year\n") == "CSV of records");
  CHECK(recognise_works("ann,p1\n") == "incidence list");
}

TEST_CASE("a first line that names the columns of an incidence list is no pair") {
  for (const auto& [text, pairs] : {std::pair{"author,paper\nann,p1\nbob,p1\n", 2},
                                    {"Members\tgroup_id\nann\tp1\n", 1},
                                    {"ann,p1\nbob,p1\n", 2},
                                    {"ann,1\nbob,1\n", 2},
                                    {"1,2\n", 1}}) {
    const std::string shown = text;  // a lambda captures no structured binding
    CAPTURE(shown);
    Input input = Input::from_memory(text, "f");
    int count = 0;
    const std::string note =
        read_incidence_list(input, [&](std::string_view, std::string_view) { ++count; });
    CHECK(count == pairs);
    CHECK(note.empty() == (std::ranges::count(std::string_view(text), '\n') == pairs));
  }
  Input papers = Input::from_memory("paper_id,author_id\np1,ann\n", "f");
  read_incidence_list(papers, [](std::string_view member, std::string_view group) {
    CHECK(member == "ann");
    CHECK(group == "p1");
  });
}
