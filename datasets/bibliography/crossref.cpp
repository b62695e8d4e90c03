// SPDX-License-Identifier: Apache-2.0
// https://github.com/CrossRef/rest-api-doc, and CSL JSON, which Zotero and doi.org write:
// https://github.com/citation-style-language/schema
#include <algorithm>
#include <iterator>
#include <utility>

#include <querent/datasets/bibliography/json_record.hpp>
#include <querent/datasets/bibliography/names.hpp>

namespace querent {

namespace {

// The first string of an array of strings, or, in CSL JSON, the string.
std::string_view first_text(JsonElement array) {
  std::string_view first = text_of(array);
  for_each(array, [&](JsonElement one) {
    if (first.empty()) first = text_of(one);
  });
  return first;
}

int year_of(JsonElement record) {
  for (const std::string_view date :
       {"issued", "published", "published-print", "published-online"}) {
    int year = 0;
    for_each(member(member(record, date), "date-parts"), [&](JsonElement parts) {
      for_each(parts, [&](JsonElement part) {
        std::int64_t number = 0;
        if (part.get(number) != simdjson::SUCCESS) number = year_in(text_of(part));
        if (year == 0 && number >= 1000 && number < 3000) year = static_cast<int>(number);
      });
    });
    if (year != 0) return year;
  }
  return 0;
}

// "Watson, 1953, Nature, 171"; "" if other works may have the same parts.
std::string described(JsonElement reference, std::string_view author) {
  std::string text;
  int parts = 0;
  const auto add = [&](std::string_view part) {
    if (part.empty()) return;
    if (parts++ > 0) text += ", ";
    text += part;
  };
  add(author);
  for (const std::string_view field : {"year", "journal-title", "volume", "first-page"})
    add(text_of(reference, field));
  const bool told = !author.empty() || !text_of(reference, "first-page").empty();
  return told && parts >= 3 ? text : std::string();
}

CitedWork reference_of(JsonElement record) {
  CitedWork cited;
  cited.doi = clean_doi(text_of(record, "DOI"));
  const std::string_view name = text_of(record, "author");
  cited.author = family_first(name).family;  // "Small H."
  if (cited.author == name || only_initials(cited.author)) cited.author = given_first(name).family;
  cited.year = year_in(text_of(record, "year"));
  cited.venue = text_of(record, "journal-title");
  cited.page = first_page(text_of(record, "first-page"));
  for (const std::string_view field : {"unstructured", "article-title", "volume-title"}) {
    if (cited.text.empty()) cited.text = text_of(record, field);
  }
  if (cited.text.empty()) cited.text = described(record, cited.author);
  if (cited.text.empty()) cited.text = cited.doi;
  return cited;
}

// True for what follows "<" in a tag of JATS, MathML or HTML, unlike "p < 0.05" and "<budgets>".
bool is_tag(std::string_view text) {
  constexpr std::string_view kNames[]{"i",   "b",      "u",    "em", "p",   "br", "sub",
                                      "sup", "strong", "span", "sc", "scp", "tt", "italic"};
  text = text.substr(0, 32);
  if (text.starts_with('/')) text.remove_prefix(1);
  const std::string_view name = text.substr(0, text.find_first_of(" />"));
  return name.find(':') != name.npos || std::ranges::find(kNames, name) != std::end(kNames);
}

}  // namespace

std::string without_markup(std::string_view text, std::string_view gap) {
  constexpr std::pair<std::string_view, char> kEntities[]{
      {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}};
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto* const entity = std::ranges::find_if(
        kEntities, [&](const auto& one) { return text.substr(i).starts_with(one.first); });
    plain += entity == std::end(kEntities) ? text[i] : entity->second;
    if (entity != std::end(kEntities)) i += entity->first.size() - 1;
  }
  std::string result;
  const std::size_t end = plain.rfind('>') + 1;  // 0: there is none
  bool tag = false;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (plain[i] == '<' && i < end) tag = tag || is_tag(std::string_view(plain).substr(i + 1));
    if (!tag) result += plain[i];
    if (!tag || plain[i] != '>') continue;
    tag = false;
    result += gap;
  }
  return result;
}

std::string crossref_work(JsonElement record, const WorksOptions& options, Work& work) {
  work.doi = clean_doi(text_of(record, "DOI"));
  const std::string_view title = text_of(record, "title");  // in CSL JSON, where the DOI may lack
  const bool csl = member(record, "author").is_array() || member(record, "issued").is_object();
  if (work.doi.empty() && (title.empty() || !csl))
    return "DOI: expected one that begins with 10., found none";
  for (const std::string_view id : {std::string_view(work.doi), text_of(record, "id"), title}) {
    if (work.id.empty()) work.id = id;
  }
  work.title = without_markup(first_text(member(record, "title")), "");
  work.year = year_of(record);
  for (const std::string_view field : {"container-title", "short-container-title"}) {
    if (const auto venue = first_text(member(record, field)); !venue.empty())
      work.venues.emplace_back(venue);
  }
  work.volume = text_of(record, "volume");
  work.issue = text_of(record, "issue");
  set_pages(text_of(record, "page"), work);
  if (work.page.empty()) work.page = first_page(text_of(record, "article-number"));
  for_each(member(record, "author"), [&](JsonElement one) {
    std::string_view family = text_of(one, "family");
    for (const std::string_view field : {"name", "literal"}) {
      if (family.empty()) family = text_of(one, field);
    }
    if (family.empty()) return;
    work.authors.push_back({.family = std::string(family),
                            .given = std::string(text_of(one, "given")),
                            .orcid = clean_orcid(text_of(one, "ORCID"))});
  });
  if (options.references) {
    for_each(member(record, "reference"),
             [&](JsonElement one) { work.references.push_back(reference_of(one)); });
  }
  if (options.abstracts) work.abstract = without_markup(text_of(record, "abstract"), " ");
  for_each(member(record, "subject"), [&](JsonElement one) {
    work.terms.push_back({"subject", std::string(text_of(one))});
  });
  if (const auto type = text_of(record, "type"); !type.empty())
    work.terms.push_back({"type", std::string(type)});
  return {};
}

}  // namespace querent
