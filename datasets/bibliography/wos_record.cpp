// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/bibliography/record_sink.hpp>

#include <unordered_map>

#include <fmt/format.h>

#include <querent/datasets/bibliography/names.hpp>
#include <querent/datasets/bibliography/read_table.hpp>
#include <querent/datasets/text/number.hpp>

namespace querent {

namespace {

using Lines = std::vector<WosRecord::Line>;

const Lines& lines_of(const WosRecord& record, std::string_view tag) {
  static const Lines kNone;
  const auto found = record.fields.find(tag);
  return found == record.fields.end() ? kNone : found->second;
}

std::string text_of(const WosRecord& record, std::string_view tag) {
  std::string text;
  for (const auto& line : lines_of(record, tag)) {
    if (!text.empty()) text += ' ';
    text += line.text;
  }
  return text;
}

// OI: "Toh, Ming Liang/0000-0002-1825-0097; …"
void add_orcids(const WosRecord& record, Work& work) {
  const std::string all = text_of(record, "OI");
  if (all.empty()) return;
  std::unordered_map<std::string, WorkAuthor*> author_of;  // nullptr: the name is shared
  for (auto& author : work.authors) {
    const auto [at, added] =
        author_of.try_emplace(folded(author.family + " " + author.given), &author);
    if (!added) at->second = nullptr;
  }
  for (const std::string_view part : parts_of(all, ";")) {
    const std::size_t slash = part.find('/');
    if (slash == std::string_view::npos) continue;
    const auto found = author_of.find(folded(part.substr(0, slash)));
    if (found != author_of.end() && found->second != nullptr)
      found->second->orcid = clean_orcid(part.substr(slash));
  }
}

}  // namespace

WosDamage work_of(const WosRecord& record, const WorksOptions& options, Work& work) {
  work.line = record.line;
  work.id = text_of(record, "UT");
  if (!work.id.empty()) work.key = "wos:" + folded(work.id);
  work.doi = clean_doi(text_of(record, "DI"));
  work.title = text_of(record, "TI");
  const Lines& full = lines_of(record, "AF");
  const Lines& brief = lines_of(record, "AU");
  if (!full.empty() && !brief.empty() && full.size() != brief.size()) {
    return {fmt::format("AF: expected a full name for each of the {} authors of AU, found {} — "
                        "export the record again",
                        brief.size(), full.size()),
            full.front().number};
  }
  for (const auto& line : full.empty() ? brief : full)
    work.authors.push_back(family_first(line.text));
  add_orcids(record, work);
  for (const std::string_view tag : {"SO", "J9", "JI"}) {
    if (std::string venue = text_of(record, tag); !venue.empty())
      work.venues.push_back(std::move(venue));
  }
  const std::string year = text_of(record, "PY");
  work.year = year_in(year);
  if (!year.empty() && work.year == 0)
    return {fmt::format("PY: expected a year, found {}", in_quotes(year)),
            lines_of(record, "PY").front().number};
  if (work.year == 0) work.year = year_in(text_of(record, "EA"));
  work.pmid = clean_pmid(text_of(record, "PM"));
  work.volume = text_of(record, "VL");
  work.issue = text_of(record, "IS");
  work.page = first_page(text_of(record, "BP"));
  work.last_page = first_page(text_of(record, "EP"));
  if (work.page.empty()) work.page = first_page(text_of(record, "AR"));
  const Lines& references = lines_of(record, "CR");
  if (const Lines& number = lines_of(record, "NR"); !number.empty()) {
    const auto promised = scan_integer(number.front().text);
    if (!promised || *promised < 0)
      return {fmt::format("NR: expected the number of references, found {}",
                          in_quotes(number.front().text)),
              number.front().number};
    if (!references.empty() && static_cast<std::uint64_t>(*promised) != references.size()) {
      return {fmt::format("CR: expected the {} references announced by NR, found {} — the record "
                          "was edited or truncated, export it again",
                          *promised, references.size()),
              references.front().number};
    }
  }
  if (options.references) {
    for (const auto& line : references) work.references.push_back(wos_reference(line.text));
  }
  if (options.abstracts) work.abstract = text_of(record, "AB");
  add_terms(text_of(record, "WC"), "category", work);
  add_terms(text_of(record, "SC"), "area", work);
  add_terms(text_of(record, "DE"), "keyword", work);
  add_terms(text_of(record, "DT"), "type", work);
  return {};
}

}  // namespace querent
