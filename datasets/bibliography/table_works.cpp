// SPDX-License-Identifier: Apache-2.0
// Tables: Scopus (before 2023 authors are separated by commas and full names are missing; also the
// newer layout), Lens, tab-delimited Web of Science.
#include <string>
#include <vector>

#include <fmt/format.h>

#include <querent/datasets/bibliography/names.hpp>
#include <querent/datasets/bibliography/read_table.hpp>

namespace querent {

namespace {

void add_venues(const CsvRecords& row, std::initializer_list<std::string_view> columns,
                Work& work) {
  for (const std::string_view column : columns) {
    if (const auto venue = row.cell(column); !venue.empty()) work.venues.emplace_back(venue);
  }
}

// "Liu, Fengyuan (60410297700)"
WorkAuthor scopus_person(std::string_view name) {
  const std::size_t open = name.rfind('(');
  const bool numbered = open != std::string_view::npos && name.ends_with(')');
  WorkAuthor author = family_first(numbered ? name.substr(0, open) : name);
  if (numbered) author.id = "scopus:" + std::string(name.substr(open + 1, name.size() - open - 2));
  return author;
}

std::string scopus_authors(const CsvRecords& row, Work& work) {
  const std::string_view full = row.cell("Author full names"), brief = row.cell("Authors");
  if (!full.empty()) {
    for (const std::string_view name : parts_of(full, ";"))
      work.authors.push_back(scopus_person(name));
    return {};
  }
  if (brief == "[No author name available]" || brief == "[No author id available]") return {};
  const bool semicolons = brief.find(';') != std::string_view::npos;
  for (const std::string_view name : parts_of(brief, semicolons ? ";" : ","))
    work.authors.push_back(family_first(name));
  std::string_view ids = row.cell("Author(s) ID");
  if (ids.empty()) ids = row.cell("Author IDs");
  const auto numbers = parts_of(ids, ";");
  if (numbers.empty()) return {};
  if (numbers.size() != work.authors.size())
    return fmt::format("Author(s) ID: expected an id for each of the {} authors, found {}",
                       work.authors.size(), numbers.size());
  for (std::size_t k = 0; k < numbers.size(); ++k)
    work.authors[k].id = "scopus:" + std::string(numbers[k]);
  return {};
}

// "…, (2017)"
bool ends_with_year(std::string_view text) {
  const std::size_t size = text.size();
  return size > 6 && text[size - 6] == '(' && text[size - 1] == ')' &&
         year_in(text.substr(size - 5, 4)) != 0;
}

// Since 2023 semicolons also separate the authors of a reference, which commas follow. A reference
// ends with its year if it has one: before the next, which begins with an author, it need not.
bool continues(std::string_view text, std::string_view next, bool newer) {
  const auto is_author = [](std::string_view name) {  // "Small H."
    return name.ends_with('.') && !family_first(name).given.empty();
  };
  if (text.find(',') == text.npos) return newer || is_author(text);
  return newer && !ends_with_year(text) && !is_author(next.substr(0, next.find(',')));
}

std::vector<std::string> scopus_references(const CsvRecords& row) {
  const bool newer = row.has("Author full names");
  std::vector<std::string> texts;
  for (const std::string_view one : parts_of(row.cell("References"), ";")) {
    if (!texts.empty() && continues(texts.back(), one, newer)) {
      texts.back().append("; ").append(one);
    } else {
      texts.emplace_back(one);
    }
  }
  return texts;
}

std::string scopus_work(const CsvRecords& row, const WorksOptions& options, Work& work) {
  work.id = row.cell("EID");
  if (!work.id.empty()) work.key = "scopus:" + work.id;
  work.doi = clean_doi(row.cell("DOI"));
  work.title = row.cell("Title");
  const std::string_view year = row.cell("Year");
  work.year = year_in(year);
  if (!year.empty() && work.year == 0)
    return fmt::format("Year: expected a year, found {}", in_quotes(year));
  add_venues(row, {"Source title", "Abbreviated Source Title"}, work);
  work.pmid = clean_pmid(row.cell("PubMed ID"));
  work.volume = row.cell("Volume");
  work.issue = row.cell("Issue");
  work.page = first_page(row.cell("Page start"));
  work.last_page = first_page(row.cell("Page end"));
  if (work.page.empty()) work.page = first_page(row.cell("Art. No."));
  if (std::string complaint = scopus_authors(row, work); !complaint.empty()) return complaint;
  if (options.references) {
    for (const auto& text : scopus_references(row)) {
      work.references.push_back(scopus_reference(text));
    }
  }
  if (options.abstracts && row.cell("Abstract") != "[No abstract available]")
    work.abstract = row.cell("Abstract");
  add_terms(row.cell("Author Keywords"), "keyword", work);
  add_terms(row.cell("Index Keywords"), "index", work);
  add_terms(row.cell("Document Type"), "type", work);
  return {};
}

std::string lens_work(const CsvRecords& row, const WorksOptions& options, Work& work) {
  work.id = row.cell("Lens ID");
  if (work.id.empty()) return "Lens ID: expected an id, found none";
  work.key = "lens:" + work.id;
  work.doi = clean_doi(row.cell("DOI"));
  work.title = row.cell("Title");
  work.year = year_in(row.cell("Publication Year"));
  add_venues(row, {"Source Title"}, work);
  work.pmid = clean_pmid(row.cell("PMID"));
  work.volume = row.cell("Volume");
  work.issue = row.cell("Issue Number");
  work.page = first_page(row.cell("Start Page"));
  work.last_page = first_page(row.cell("End Page"));
  for (const std::string_view name : parts_of(row.cell("Author/s"), ";"))
    work.authors.push_back(given_first(name));
  if (options.references) {
    for (const std::string_view id : parts_of(row.cell("References"), ";")) {
      CitedWork cited;
      cited.text = id;
      cited.key = "lens:" + cited.text;
      work.references.push_back(std::move(cited));
    }
  }
  if (options.abstracts) work.abstract = row.cell("Abstract");
  add_terms(row.cell("Fields of Study"), "field", work);
  add_terms(row.cell("MeSH Terms"), "mesh", work);
  add_terms(row.cell("Keywords"), "keyword", work);
  add_terms(row.cell("Publication Type"), "type", work);
  return {};
}

std::string wos_row(const CsvRecords& row, const WorksOptions& options, Work& work) {
  WosRecord record;
  record.line = row.line();
  const auto list = [&](std::string_view tag) {
    for (const std::string_view part : parts_of(row.cell(tag), ";"))
      record.fields[std::string(tag)].push_back({std::string(part), row.line()});
  };
  for (const std::string_view tag : {"AU", "AF", "CR"}) list(tag);
  for (const std::string_view tag :
       {"UT", "DI", "PM", "TI", "OI", "SO", "J9", "JI", "PY", "EA", "VL",
        "IS", "BP", "EP", "AR", "NR", "AB", "WC", "SC", "DE", "DT"}) {
    if (const auto text = row.cell(tag); !text.empty())
      record.fields[std::string(tag)].push_back({std::string(text), row.line()});
  }
  return work_of(record, options, work).what;
}

}  // namespace

void read_scopus_csv(Input& input, RecordSink& sink) {
  const std::string_view head = input.peek();  // spreadsheets may save it with semicolons
  read_table(input, head.find(';') < head.find(',') ? ';' : ',', scopus_work, sink);
}
void read_lens_csv(Input& input, RecordSink& sink) {
  read_table(input, ',', lens_work, sink);
}
void read_wos_tab(Input& input, RecordSink& sink) {
  read_table(input, '\t', wos_row, sink);
}

}  // namespace querent
