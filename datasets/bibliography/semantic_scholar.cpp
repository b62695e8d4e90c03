// SPDX-License-Identifier: Apache-2.0
// https://api.semanticscholar.org/api-docs: records of the API (paperId) and of the dumps
// (corpusid)
#include <fmt/format.h>

#include <querent/datasets/bibliography/json_record.hpp>
#include <querent/datasets/bibliography/names.hpp>

namespace querent {

namespace {

std::string id_of(JsonElement record) {
  if (const auto id = text_of(record, "paperId"); !id.empty()) return std::string(id);
  std::int64_t number = 0;
  for (const std::string_view field : {"corpusid", "corpusId"}) {
    if (member(record, field).get(number) == simdjson::SUCCESS) return fmt::format("{}", number);
  }
  return {};
}

std::string_view either(JsonElement object, std::string_view one, std::string_view other) {
  const auto text = text_of(object, one);
  return text.empty() ? text_of(object, other) : text;
}

}  // namespace

std::string semantic_scholar_work(JsonElement record, const WorksOptions& options, Work& work) {
  work.id = id_of(record);
  if (work.id.empty()) return "paperId: expected an id, found none";
  work.key = "s2:" + work.id;
  JsonElement others = member(record, "externalIds");
  if (!others.is_object()) others = member(record, "externalids");
  work.doi = clean_doi(text_of(others, "DOI"));
  work.pmid = clean_pmid(either(others, "PubMed", "PubMedId"));
  work.title = text_of(record, "title");
  work.year = number_of(record, "year");
  if (const auto venue = text_of(record, "venue"); !venue.empty()) work.venues.emplace_back(venue);
  const JsonElement journal = member(record, "journal");
  if (const auto name = text_of(journal, "name"); !name.empty()) work.venues.emplace_back(name);
  work.volume = text_of(journal, "volume");
  set_pages(text_of(journal, "pages"), work);
  for_each(member(record, "authors"), [&](JsonElement one) {
    WorkAuthor author = given_first(text_of(one, "name"));
    if (const auto id = text_of(one, "authorId"); !id.empty()) author.id = "s2:" + std::string(id);
    work.authors.push_back(std::move(author));
  });
  if (options.references) {
    for_each(member(record, "references"), [&](JsonElement one) {
      CitedWork cited;
      if (const std::string id = id_of(one); !id.empty()) cited.key = "s2:" + id;
      cited.doi = clean_doi(text_of(member(one, "externalIds"), "DOI"));
      cited.text = text_of(one, "title");
      if (cited.text.empty()) cited.text = cited.key.empty() ? cited.doi : cited.key;
      work.references.push_back(std::move(cited));
    });
  }
  if (options.abstracts) work.abstract = text_of(record, "abstract");
  for (const std::string_view list : {"s2FieldsOfStudy", "s2fieldsofstudy"}) {
    for_each(member(record, list), [&](JsonElement one) {
      work.terms.push_back({"field", std::string(text_of(one, "category"))});
    });
  }
  for_each(member(record, "fieldsOfStudy"), [&](JsonElement one) {
    work.terms.push_back({"field", std::string(text_of(one))});
  });
  if (const auto type = either(record, "publicationType", "type"); !type.empty())
    work.terms.push_back({"type", std::string(type)});
  return {};
}

}  // namespace querent
