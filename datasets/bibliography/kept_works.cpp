// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/bibliography/kept_works.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <querent/datasets/bibliography/names.hpp>
#include <querent/datasets/text/json_file.hpp>

namespace querent {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kRemedy = "make the folder again by querent graph";

struct TextField {
  const char* name;
  std::string Work::*text;
};
constexpr std::array kTexts{TextField{"title", &Work::title},
                            TextField{"volume", &Work::volume},
                            TextField{"issue", &Work::issue},
                            TextField{"page", &Work::page},
                            TextField{"last_page", &Work::last_page},
                            TextField{"issn", &Work::issn},
                            TextField{"doi", &Work::doi},
                            TextField{"pmid", &Work::pmid},
                            TextField{"abstract", &Work::abstract},
                            TextField{"note", &Work::note}};
constexpr std::array kTerms{"type", "language"};  // of each, the first

Work work_of(const JsonField& field) {
  constexpr std::size_t kLongest = LineReader::kMaxLine;
  Work work;
  work.id = field["id"].text();
  for (const auto& [name, text] : kTexts) {
    if (field.has(name)) work.*text = field[name].text(kLongest);
  }
  for (const char* name : kTerms) {
    if (field.has(name)) work.terms.push_back({name, field[name].text(kLongest)});
  }
  if (field.has("venue")) work.venues.push_back(field["venue"].text(kLongest));
  constexpr double kLastYear = 9999;
  if (field.has("year")) work.year = static_cast<int>(field["year"].number_in(0, kLastYear));
  if (field.has("authors")) {
    field["authors"].elements([&](const JsonField& author) {
      const std::string name = author.text(kLongest);
      const std::size_t comma = name.find(", ");
      work.authors.push_back(
          {.family = name.substr(0, comma),
           .given = comma == std::string::npos ? std::string() : name.substr(comma + 2)});
    });
  }
  if (field.has("keywords")) {
    field["keywords"].elements([&](const JsonField& keyword) {
      work.terms.push_back({"keyword", keyword.text(kLongest)});
    });
  }
  return work;
}

}  // namespace

std::string work_line(const Work& work) {
  Json line{{"id", work.id}};
  std::vector<std::string> authors, keywords;
  for (const WorkAuthor& author : work.authors) authors.push_back(full_name(author));
  for (const WorkTerm& term : work.terms) {
    const bool kept = std::ranges::find(kTerms, term.field) != kTerms.end();
    if (kept && !line.contains(term.field)) line[term.field] = term.value;
    if (term.field == "keyword" || term.field == "mesh") keywords.push_back(term.value);
  }
  for (const auto& [name, text] : kTexts) {
    if (!(work.*text).empty()) line[name] = work.*text;
  }
  if (!authors.empty()) line["authors"] = authors;
  if (!work.venues.empty()) line["venue"] = work.venues.front();
  if (work.year > 0) line["year"] = work.year;
  if (!keywords.empty()) line["keywords"] = keywords;
  return line.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Work read_work_line(std::string_view line, const std::string& place) {
  const Json json = Json::parse(line, nullptr, false);
  return work_of(JsonField(json, place, kRemedy));
}

void complete(Work& work, const Work& from) {
  const auto notes = parts_of(from.note, "\n");
  for (const std::string_view note : work.note.empty() ? decltype(notes)() : notes) {
    const auto own = parts_of(work.note, "\n");
    if (std::ranges::find(own, note) == own.end()) work.note.append("\n").append(note);
  }
  for (const auto& [name, text] : kTexts) {
    if ((work.*text).empty()) work.*text = from.*text;
  }
  if (work.year == 0) work.year = from.year;
  if (work.venues.empty()) work.venues = from.venues;
  if (work.authors.empty()) work.authors = from.authors;
  if (work.references.empty()) work.references = from.references;
  const auto is_keyword = [](const WorkTerm& one) {
    return one.field == "keyword" || one.field == "mesh";
  };
  const std::vector<WorkTerm> own = work.terms;
  for (const WorkTerm& term : from.terms) {
    const auto repeats = [&](const WorkTerm& one) {
      return is_keyword(term) ? is_keyword(one) && folded(one.value) == folded(term.value)
                              : one.field == term.field;
    };
    if (std::ranges::none_of(is_keyword(term) ? work.terms : own, repeats))
      work.terms.push_back(term);
  }
}

std::vector<Work> read_work_lines(Input& input) {
  std::vector<Work> works;
  LineReader lines(input);
  for (std::string_view line; lines.next(line);) {
    works.push_back(read_work_line(line, fmt::format("{}:{}", lines.name(), lines.line_number())));
    works.back().line = lines.line_number();
  }
  return works;
}

}  // namespace querent
