// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include <querent/datasets/archive.hpp>
#include <querent/datasets/bibliography/kept_works.hpp>
#include <querent/datasets/bibliography/works.hpp>
#include <querent/datasets/bibliography/write_works.hpp>
#include <querent/datasets/error.hpp>

using namespace querent;

namespace {

Work one() {
  Work work;
  work.id = "a/b c_1";
  work.title = "On 50% & {braces}: \\ $ # _ ~ ^ ü } and {1, 2";
  work.venues = {"Journal of Tests"};
  work.year = 2001;
  work.volume = "7";
  work.issue = "2";
  work.page = "e12";
  work.last_page = "e15";
  work.issn = "1234-5678";
  work.doi = "10.1000/a_b";
  work.pmid = "42";
  work.abstract = "Two\nlines. {";
  work.note = "first\nsecond";
  work.authors = {{.family = "van Kleek", .given = "Max", .id = {}, .orcid = {}},
                  {.family = "WHO", .given = "", .id = {}, .orcid = {}}};
  work.terms = {{"type", "article"}, {"keyword", "alpha"}, {"mesh", "Humans"}};
  return work;
}

std::vector<Work> read_again(const std::string& text) {
  std::vector<Work> works;
  Input input = Input::from_memory(text, "file");
  read_works(input, {}, [&](Work&& work) { works.push_back(std::move(work)); });
  return works;
}

std::string complaint_of(const std::string& lines) {
  Input input = Input::from_memory(lines, "records.jsonl");
  try {
    read_work_lines(input);
  } catch (const CorruptError& error) {
    return error.what();
  }
  return "nothing was refused";
}

}  // namespace

TEST_CASE("a work is unchanged after being stored as a line") {
  const Work before = one();
  const std::string line = work_line(before) + "\n";
  Input input = Input::from_memory(line, "records.jsonl");
  const auto works = read_work_lines(input);
  REQUIRE(works.size() == 1);
  CHECK(work_line(works[0]) + "\n" == line);
  CHECK(works[0].abstract == before.abstract);
  CHECK(works[0].authors[0].family == "van Kleek");
  CHECK(works[0].authors[1].given.empty());
}

TEST_CASE("damaged lines of stored works are rejected with their line number") {
  CHECK(complaint_of("{\"id\": \"x\"}\n{\"id\": ").find("records.jsonl:2") == 0);
  CHECK(complaint_of("{\"title\": \"x\"}\n").find("a field \"id\"") != std::string::npos);
  CHECK(complaint_of("{\"id\": \"x\", \"year\": \"old\"}").find("expected a number") !=
        std::string::npos);
}

TEST_CASE("exported RIS and BibTeX are read as the exported work") {
  const Work before = one();
  for (const bool ris : {true, false}) {
    std::set<std::string> keys;
    const auto works = read_again(ris ? to_ris(before) : to_bibtex(before, keys));
    REQUIRE(works.size() == 1);
    const Work& work = works[0];
    CHECK(work.id == (ris ? before.id : "a/b_c_1"));
    CHECK(work.title == before.title);
    CHECK(work.venues.front() == before.venues.front());
    CHECK(work.year == before.year);
    CHECK(work.volume == before.volume);
    CHECK(work.issue == before.issue);
    CHECK(work.page == before.page);
    CHECK(work.last_page == before.last_page);
    CHECK(work.issn == before.issn);
    CHECK(work.doi == before.doi);
    CHECK(work.abstract == "Two lines. {");
    CHECK(work.note == (ris ? before.note : "first second"));
    REQUIRE(work.authors.size() == 2);
    CHECK(work.authors[0].family == "van Kleek");
    CHECK(work.authors[0].given == "Max");
    CHECK(work.authors[1].family == "WHO");
  }
}

TEST_CASE("an archive is recognised by its first bytes, compressed or not") {
  CHECK(is_archive("PK\x03\x04"));
  CHECK(is_archive(std::string(257, 'x') + "ustar"));
  CHECK(!is_archive("TY  - JOUR\n"));
  CHECK(!is_archive(""));
}
