// SPDX-License-Identifier: Apache-2.0
// https://docs.openalex.org/api-entities/works/work-object
#include <algorithm>
#include <utility>
#include <vector>

#include <querent/datasets/bibliography/json_record.hpp>
#include <querent/datasets/bibliography/names.hpp>

namespace querent {

namespace {

// "https://openalex.org/W42" → "W42"
std::string_view short_id(std::string_view id) {
  return id.substr(id.rfind('/') + 1);
}

void add_term(Work& work, std::string_view field, std::string_view value) {
  if (!value.empty()) work.terms.push_back({std::string(field), std::string(value)});
}

// {"word": [positions]} → the text; of two words at one position the later one, as in a JSON
// object.
std::string from_inverted(JsonElement index) {
  simdjson::dom::object words;
  if (index.get(words) != simdjson::SUCCESS) return {};
  constexpr std::uint64_t kMaxWords = 100000, kMaxText = std::uint64_t{1} << 20;
  std::vector<std::pair<std::uint64_t, std::string_view>> at;
  for (const auto& [word, positions] : words) {
    for_each(positions, [&, text = word](JsonElement place) {
      std::uint64_t k = 0;
      if (place.get(k) == simdjson::SUCCESS && k < kMaxWords) at.emplace_back(k, text);
    });
  }
  std::ranges::stable_sort(at, {}, &std::pair<std::uint64_t, std::string_view>::first);
  std::string text;
  for (std::size_t i = 0; i < at.size() && text.size() < kMaxText; ++i) {
    if (at[i].second.empty() || (i + 1 < at.size() && at[i + 1].first == at[i].first)) continue;
    if (!text.empty()) text += ' ';
    text += at[i].second;
  }
  return text;
}

}  // namespace

std::string openalex_work(JsonElement record, const WorksOptions& options, Work& work) {
  const std::string_view id = short_id(text_of(record, "id"));
  if (id.empty()) return "id: expected https://openalex.org/W…, found none";
  work.id = id;
  work.key = "openalex:" + work.id;
  work.doi = clean_doi(text_of(record, "doi"));
  const std::string_view title = text_of(record, "title");
  work.title = without_markup(title.empty() ? text_of(record, "display_name") : title, "");
  work.year = number_of(record, "publication_year");
  const JsonElement source = member(member(record, "primary_location"), "source");
  if (const auto venue = text_of(source, "display_name"); !venue.empty())
    work.venues.emplace_back(venue);
  const JsonElement biblio = member(record, "biblio");
  work.volume = text_of(biblio, "volume");
  work.issue = text_of(biblio, "issue");
  work.page = first_page(text_of(biblio, "first_page"));
  work.last_page = first_page(text_of(biblio, "last_page"));
  work.pmid = clean_pmid(text_of(member(record, "ids"), "pmid"));
  const JsonElement authorships = member(record, "authorships");
  if (!authorships.is_array()) return "authorships: expected an array, found another value";
  for_each(authorships, [&](JsonElement one) {
    const JsonElement person = member(one, "author");
    std::string_view name = text_of(person, "display_name");
    if (name.empty()) name = text_of(one, "raw_author_name");
    WorkAuthor author = given_first(name);
    if (const auto own = short_id(text_of(person, "id")); !own.empty())
      author.id = "openalex:" + std::string(own);
    author.orcid = clean_orcid(text_of(person, "orcid"));
    work.authors.push_back(std::move(author));
  });
  if (options.references) {
    for_each(member(record, "referenced_works"), [&](JsonElement one) {
      CitedWork cited;
      cited.text = short_id(text_of(one));
      cited.key = "openalex:" + cited.text;
      work.references.push_back(std::move(cited));
    });
  }
  if (options.abstracts) {
    work.abstract = text_of(record, "abstract");
    if (work.abstract.empty())
      work.abstract = from_inverted(member(record, "abstract_inverted_index"));
  }
  const JsonElement topic = member(record, "primary_topic");
  add_term(work, "topic", text_of(topic, "display_name"));
  for (const std::string_view level : {"subfield", "field", "domain"})
    add_term(work, level, text_of(member(topic, level), "display_name"));
  add_term(work, "type", text_of(record, "type"));
  add_term(work, "language", text_of(record, "language"));
  for_each(member(record, "keywords"),
           [&](JsonElement one) { add_term(work, "keyword", text_of(one, "display_name")); });
  for_each(member(record, "mesh"),
           [&](JsonElement one) { add_term(work, "mesh", text_of(one, "descriptor_name")); });
  return {};
}

}  // namespace querent
