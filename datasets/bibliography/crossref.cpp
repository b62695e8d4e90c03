// SPDX-License-Identifier: Apache-2.0
// https://github.com/CrossRef/rest-api-doc
#include <querent/datasets/bibliography/json_record.hpp>
#include <querent/datasets/bibliography/names.hpp>

namespace querent {

namespace {

// The first string of an array of strings.
std::string_view first_text(JsonElement array) {
  std::string_view first;
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
        if (year == 0 && part.get(number) == simdjson::SUCCESS && number >= 1000 && number < 3000)
          year = static_cast<int>(number);
      });
    });
    if (year != 0) return year;
  }
  return 0;
}

std::string without_tags(std::string_view text) {  // abstracts are JATS
  std::string plain;
  bool tag = false;
  for (const char c : text) {
    if (c == '<') tag = true;
    if (!tag) plain += c;
    if (c == '>') {
      tag = false;
      plain += ' ';
    }
  }
  return plain;
}

}  // namespace

std::string crossref_work(JsonElement record, const WorksOptions& options, Work& work) {
  work.doi = clean_doi(text_of(record, "DOI"));
  if (work.doi.empty()) return "DOI: expected one that begins with 10., found none";
  work.id = work.doi;
  work.title = first_text(member(record, "title"));
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
    if (family.empty()) family = text_of(one, "name");
    if (family.empty()) return;
    work.authors.push_back({.family = std::string(family),
                            .given = std::string(text_of(one, "given")),
                            .orcid = clean_orcid(text_of(one, "ORCID"))});
  });
  if (options.references) {
    for_each(member(record, "reference"), [&](JsonElement one) {
      CitedWork cited;
      cited.doi = clean_doi(text_of(one, "DOI"));
      cited.author = given_first(text_of(one, "author")).family;
      cited.year = year_in(text_of(one, "year"));
      cited.venue = text_of(one, "journal-title");
      cited.page = first_page(text_of(one, "first-page"));
      cited.text = text_of(one, "unstructured");
      for (const std::string_view field : {"article-title", "volume-title"}) {
        if (cited.text.empty()) cited.text = text_of(one, field);
      }
      if (cited.text.empty()) cited.text = cited.doi.empty() ? cited.venue : cited.doi;
      work.references.push_back(std::move(cited));
    });
  }
  if (options.abstracts) work.abstract = without_tags(text_of(record, "abstract"));
  for_each(member(record, "subject"), [&](JsonElement one) {
    work.terms.push_back({"subject", std::string(text_of(one))});
  });
  if (const auto type = text_of(record, "type"); !type.empty())
    work.terms.push_back({"type", std::string(type)});
  return {};
}

}  // namespace querent
