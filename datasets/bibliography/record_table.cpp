// SPDX-License-Identifier: Apache-2.0
// Tables of records with named columns, one of them for titles: ASReview, Rayyan, Covidence, Zotero,
// PubMed, and tables made by hand.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <querent/datasets/bibliography/decision.hpp>
#include <querent/datasets/bibliography/read_table.hpp>
#include <querent/datasets/text/fields.hpp>
#include <querent/datasets/text/lowered.hpp>

namespace querent {

namespace {

// The columns of a table by field. Their names are compared without case, blanks and
// punctuation; the first of the known names that a table has counts.
constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kColumns{{
    {"title", "title ti primarytitle documenttitle articletitle"},
    {"abstract", "abstract ab abstractnote notesabstract"},
    {"id", "id key recordid openalexid covidence accessionnumber publicationid"},
    {"authors", "authors author au authornames firstauthors"},
    {"year", "year py publicationyear publishedyear pubyear date publicationdate"},
    {"venue", "journal so journalbook sourcetitle publicationtitle secondarytitle venue source"},
    {"doi", "doi"},
    {"pmid", "pmid pubmedid"},
    {"volume", "volume"},
    {"issue", "issue number"},
    {"page", "pages page startpage pagination"},
    {"keyword", "keywords authorkeywords manualtags tags"},
    {"issn", "issn"},
    {"language", "language"},
    {"note", "notes note asreviewnote exportednotes"},
    {"type", "type publicationtype typeofreference itemtype"},
}};

// ASReview's columns of notes, one for each time that a record was exported, are one field.
bool is_note(std::string_view plain) {
  const auto& names =
      std::ranges::find(kColumns, "note", &decltype(kColumns)::value_type::first)->second;
  return std::ranges::count(parts_of(names, " "), plain) > 0;
}

std::string plain_name(std::string_view column) {
  std::string plain = lowered(column);
  std::erase_if(plain, [](char c) { return !(c >= 'a' && c <= 'z'); });
  return plain;
}

// The columns of a table by field; kDecision is the one of people's decisions.
std::map<std::string_view, std::string> columns_by_field(const std::vector<std::string>& columns) {
  std::map<std::string_view, std::string> by_field;
  std::map<std::string, std::string_view> of_plain;  // the first column of each plain name
  for (const std::string& column : columns) of_plain.emplace(plain_name(column), column);
  for (const auto& [field, names] : kColumns) {
    for (const std::string_view name : parts_of(names, " ")) {
      const auto found = of_plain.find(std::string(name));
      if (found != of_plain.end()) by_field.emplace(field, found->second);
    }
  }
  for (const std::string& column : columns) {
    if (std::ranges::find(kDecisionColumns, lowered(column)) != kDecisionColumns.end())
      by_field.emplace(kDecision, column);
  }
  return by_field;
}

bool ends_with_initials(std::string_view name) {
  const std::size_t blank = name.rfind(' ');
  return blank != std::string_view::npos && only_initials(name.substr(blank + 1));
}

// Rayyan separates people by " and ", which a group's name may have, too.
void split_at_and(std::string& list) {
  const auto people = parts_of(list, " and ");
  if (people.size() < 2 || list.find(';') != list.npos) return;
  const auto commas =
      std::ranges::count_if(people, [](auto name) { return name.find(',') != name.npos; });
  if (commas < 2 && !ends_with_initials(people.front())) return;
  // "Smith J, Doe A and Poe B"
  const bool short_names = ends_with_initials(people.front().substr(0, people.front().find(',')));
  list = fmt::format("{}", fmt::join(people, short_names ? "," : ";"));
}

// "John Smith, Jane Doe and Bob Ray". Two such parts may be one person, "Garcia Marquez, Gabriel
// Jose": `family_first` tells that other names of the table are like that.
std::vector<WorkAuthor> full_names_in(std::string_view list, bool family_first) {
  const std::size_t last = list.rfind(" and ");
  const bool each = last != list.npos && list.find(',', last) != list.npos;  // "Doe, J and Ray, B"
  const std::string joined = fmt::format("{}", fmt::join(parts_of(list, " and "), ","));
  std::vector<WorkAuthor> people;
  for (const std::string_view name : parts_of(joined, ",")) {
    const bool full = name.find(' ') != name.npos && !ends_with_initials(name) &&
                      !only_initials(name) && name.find(" of ") == name.npos &&
                      !(name[0] >= 'a' && name[0] <= 'z');  // "van der Berg, Anna Maria"
    if (!full || each || list.find(';') != list.npos) return {};
    people.push_back(given_first(name));
  }
  if (people.size() < (family_first ? 3U : 2U)) return {};
  return people;
}

// Semicolons separate people, or commas as in "Smith J, Doe A", unlike "Smith, John". Older tables
// of ASReview have a list of Python, ['Smith, J.', 'Doe, A.'].
std::vector<WorkAuthor> people_of(std::string_view list, bool family_first_table) {
  std::string text(list);
  if (text.starts_with("['")) {
    for (std::size_t at = 0; (at = text.find("', '", at)) != std::string::npos;)
      text.replace(at, 4, ";");
    std::erase_if(text, [](char c) { return c == '[' || c == ']' || c == '\''; });
  }
  if (auto people = full_names_in(text, family_first_table); !people.empty()) return people;
  split_at_and(text);
  const bool commas = text.find(';') == std::string::npos &&
                      ends_with_initials(std::string_view(text).substr(0, text.find(',')));
  // Beside "Smith, John", a name without a comma is a group's.
  const bool families = commas || text.find(',') != std::string::npos;
  std::vector<WorkAuthor> people;
  for (const std::string_view name : parts_of(text, commas ? "," : ";"))
    people.push_back(families || ends_with_initials(name) ? family_first(name) : given_first(name));
  return people;
}

// The header of a table: its separator, and the lines before it, such as a title or "sep=;".
struct Header {
  char separator = ',';
  int lines_before = 0;
  bool abstracts = false;
};

std::optional<Header> header_in(std::string_view head) {
  constexpr int kMostBefore = 9;
  for (int before = 0; before <= kMostBefore && !head.empty(); ++before) {
    const std::string line(head.substr(0, head.find_first_of("\r\n")));
    if (valid_utf8_prefix(line) != line.size() || line.find('\0') != std::string::npos)
      return std::nullopt;
    for (const char separator : {',', ';', '\t'}) {
      Input input = Input::from_text(line, "");
      const auto found = columns_by_field(CsvRecords(input, separator).columns());
      if (found.contains("title") && found.size() > (before == 0 ? 1 : 2))
        return Header{separator, before, found.contains("abstract")};
    }
    head.remove_prefix(line.size());
    head.remove_prefix(head.starts_with("\r\n") ? 2 : head.empty() ? 0 : 1);
  }
  return std::nullopt;
}

// A cell without the apostrophe that keeps spreadsheets from running it as a formula.
std::string_view unguarded(std::string_view cell) {
  const bool guarded =
      cell.size() > 1 && cell[0] == '\'' && kFormulaStart.find(cell[1]) != cell.npos;
  return cell.substr(guarded ? 1 : 0);
}

// True if the first rows have people as in "Smith, John; Doe, Jane".
bool has_family_first(Input& input, const Header& header) {
  const std::string_view head = without_byte_order_mark(input.peek());
  Input lines = Input::from_text(head.substr(0, head.find_last_of("\r\n")), input.name());
  CsvRecords rows(lines, header.separator, header.lines_before);
  const auto columns = columns_by_field(rows.columns());
  const auto column = columns.find("authors");
  while (column != columns.end() && rows.next()) {
    const std::string_view cell = rows.cell(column->second);
    const std::size_t comma = cell.find(',');
    if (cell.find(';') != cell.npos || (comma != cell.npos && cell.find(' ') > comma)) return true;
  }
  return false;
}

void read_records(Input& input, const Header& header, RecordSink& sink) {
  const bool family_first_table = has_family_first(input, header);
  std::map<std::string_view, std::string> by_field;
  std::uint64_t undecided = 0;  // rows whose decision is another word
  std::string word;
  const auto read = [&](const CsvRecords& row, const WorksOptions& options,
                        Work& work) -> std::string {
    if (by_field.empty()) by_field = columns_by_field(row.columns());
    const auto cell = [&](std::string_view field) {
      const auto column = by_field.find(field);
      return column == by_field.end() ? std::string_view() : unguarded(row.cell(column->second));
    };
    work.id = cell("id");
    work.title = cell("title");
    work.authors = people_of(cell("authors"), family_first_table);
    work.year = year_in(cell("year"));
    if (!cell("venue").empty()) work.venues.emplace_back(cell("venue"));
    work.doi = clean_doi(cell("doi"));
    work.pmid = clean_pmid(cell("pmid"));
    work.volume = cell("volume");
    work.issue = cell("issue");
    set_pages(cell("page"), work);
    for (const std::string& column : row.columns()) {
      const std::string_view note = unguarded(row.cell(column));
      if (!is_note(plain_name(column)) || note.empty()) continue;
      (work.note += work.note.empty() ? "" : "\n") += note;
    }
    work.issn = cell("issn");
    add_terms(cell("language"), "language", work);
    if (options.abstracts) work.abstract = cell("abstract");
    add_terms(cell("keyword"), "keyword", work);
    add_terms(cell("type"), "type", work);
    const auto decision = decision_of(cell(kDecision));
    if (!decision && undecided++ == 0) word = cell(kDecision);
    add_terms(decision.value_or("").empty() ? decision_in(work.note) : *decision, kDecision, work);
    return {};
  };
  read_table(input, header.separator, read, sink, header.lines_before);
  if (undecided > 0)
    sink.report().notes.push_back(fmt::format(
        "{}: {} of the {} column are no decisions, for example {}: their records have no label",
        input.name(), undecided, by_field[kDecision], in_quotes(word)));
}

}  // namespace

bool is_record_table(std::string_view head) {
  return header_in(head).has_value();
}
bool has_abstracts(std::string_view head) {
  const auto header = header_in(head);
  return header && header->abstracts;
}
void read_record_table(Input& input, RecordSink& sink) {
  read_records(input, header_in(without_byte_order_mark(input.peek())).value_or(Header{}), sink);
}

}  // namespace querent
