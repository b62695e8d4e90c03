// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/cited_items.hpp>

#include <querent/datasets/bibliography/names.hpp>

namespace querent {

namespace {

std::uint64_t hash_of(std::string_view text) {
  if (text.empty()) return 0;
  const std::uint64_t hash = std::hash<std::string_view>()(text);
  return hash == 0 ? 1 : hash;
}

// Hash of author, year and a page or title.
std::uint64_t hash_of_fields(std::string_view author, int year, std::string_view other) {
  if (author.empty() || year == 0 || other.empty()) return 0;
  const std::string name = folded(author);
  if (name.empty()) return 0;
  return hash_of(name.substr(0, name.find(' ')) + '\t' + std::to_string(year) + '\t' +
                 std::string(other));
}

std::uint64_t with_venue(std::uint64_t fields, std::string_view venue) {
  const std::string journal = fields == 0 ? std::string() : folded(venue);
  return journal.empty() ? 0 : hash_of(std::to_string(fields) + '\t' + journal);
}

}  // namespace

WorkKeys keys_of(const CitedWork& cited) {
  return {.doi = hash_of(cited.doi),
          .id = hash_of(cited.key),
          .fields = with_venue(hash_of_fields(cited.author, cited.year, cited.page), cited.venue)};
}

std::string letters_of(std::string_view title) {
  std::string letters = folded(title);
  std::erase(letters, ' ');
  return letters;
}

std::vector<RecordKey> keys_of(const Work& work) {
  const std::uint64_t doi = hash_of(work.doi);
  std::vector<RecordKey> all{
      {{.doi = doi, .id = hash_of(work.key)}, work.key.starts_with("pmid:") ? "pmid" : "id"}};
  if (!work.pmid.empty()) all.push_back({{.doi = doi, .id = hash_of("pmid:" + work.pmid)}, "pmid"});
  const std::string_view author =
      work.authors.empty() ? std::string_view{} : work.authors[0].family;
  const std::uint64_t fields = hash_of_fields(author, work.year, work.page);
  for (const auto& venue : work.venues)
    all.push_back({{.doi = doi, .fields = with_venue(fields, venue)}, "author, year, venue, page"});
  constexpr std::size_t kShort = 20;  // "Letter to the editor" is the title of many works
  const std::string title = letters_of(work.title);
  const std::string abstract = title.size() < kShort ? letters_of(work.abstract) : std::string();
  if (title.size() >= kShort || !abstract.empty())
    all.push_back({{.doi = doi,
                    .fields = hash_of_fields(author.empty() ? "anonymous" : author, work.year,
                                             title + abstract)},
                   "title, year, author"});
  return all;
}

RecordKeys::Found RecordKeys::find(const WorkKeys& keys, const Test& agrees,
                                   const Test& may) const {
  const auto other_doi = [&](Node record) { return keys.doi != 0 && has_doi_[record]; };
  const auto same_id = [&](Node record) { return !other_doi(record) && may(record); };
  const auto same_fields = [&](Node record) { return same_id(record) && agrees(record); };
  const auto in = [](const KeyTable& table, std::uint64_t key, const auto& takes) {
    return key == 0 ? KeyTable::kNone : table.find(key, takes);
  };
  if (const Node record = in(doi_, keys.doi, may); record != KeyTable::kNone)
    return {By::kDoi, record};
  if (const Node record = in(id_, keys.id, same_id); record != KeyTable::kNone)
    return {By::kId, record};
  if (const Node record = in(fields_, keys.fields, same_fields); record != KeyTable::kNone)
    return {By::kFields, record};
  return {};
}

void RecordKeys::add(const WorkKeys& keys, Node record) {
  const auto into = [&](KeyTable& table, std::uint64_t key) {
    const auto is_record = [&](Node one) { return one == record; };
    if (key != 0 && table.find(key, is_record) == KeyTable::kNone) table.add(key, record);
  };
  into(doi_, keys.doi);
  into(id_, keys.id);
  into(fields_, keys.fields);
  if (record >= has_doi_.size()) has_doi_.resize(record + 1, false);
  if (keys.doi != 0) has_doi_[record] = true;
}

std::optional<Node> CitedItems::item_of(const CitedWork& cited) {
  const WorkKeys keys = keys_of(cited);
  std::uint64_t strongest = keys.doi != 0 ? keys.doi : keys.id != 0 ? keys.id : keys.fields;
  if (strongest == 0) strongest = hash_of(folded(cited.text));
  if (strongest == 0) {
    ++report_.undescribed;
    return std::nullopt;
  }
  const Node known = table_.find(strongest);
  if (known != KeyTable::kNone) {
    if (items_[known].id == 0) items_[known].id = keys.id;
    if (items_[known].fields == 0) items_[known].fields = keys.fields;
    return known;
  }
  const auto item = static_cast<Node>(items_.size());
  table_.add(strongest, item);
  items_.push_back(keys);
  texts_.push_back(cited.text);
  dois_.push_back(cited.doi);
  return item;
}

void CitedItems::add(const std::vector<CitedWork>& references) {
  for (const CitedWork& cited : references) {
    if (const auto item = item_of(cited)) cited_.members.push_back(*item);
  }
  cited_.end_group();
}

void CitedItems::match(const RecordKeys& records) {
  const std::uint64_t papers = cited_.num_groups();
  using By = RecordKeys::By;
  std::vector<By> by(items_.size(), By::kNothing);
  std::vector<Node> node(items_.size());
  RecordKeys outside;  // of outside works, with a DOI in some references and without in others
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (const auto found = records.find(items_[i]); found.by != By::kNothing) {
      by[i] = found.by;
      node[i] = found.record;
      continue;
    }
    const auto twin = outside.find(items_[i]);
    const auto work = twin.by == By::kNothing ? static_cast<Node>(text_of_.size()) : twin.record;
    if (twin.by == By::kNothing) {
      text_of_.push_back(static_cast<Node>(i));
      doi_of_.push_back(static_cast<Node>(i));
    } else if (dois_[doi_of_[work]].empty()) {
      doi_of_[work] = static_cast<Node>(i);
    }
    outside.add(items_[i], work);
    node[i] = static_cast<Node>(papers + work);
  }
  report_.references = cited_.members.size() + report_.undescribed;
  report_.outside_works = text_of_.size();
  for (Node& member : cited_.members) {
    switch (by[member]) {
      case By::kNothing:
        ++report_.outside;
        break;
      case By::kDoi:
        ++report_.by_doi;
        break;
      case By::kId:
        ++report_.by_id;
        break;
      case By::kFields:
        ++report_.by_fields;
        break;
    }
    member = node[member];
  }
  cited_.num_members = papers + text_of_.size();
  items_ = {};
  table_ = {};
}

std::string_view CitedItems::text(Node item) const {
  return texts_[text_of_[item - cited_.num_groups()]];
}

}  // namespace querent
