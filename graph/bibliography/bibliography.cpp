// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/bibliography.hpp>

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include <querent/graph/bibliography/words.hpp>

namespace querent {

namespace {

std::string_view label_of(const Work& work, std::string_view field) {
  if (field.empty()) return {};
  if (field == "venue") return work.venues.empty() ? std::string_view{} : work.venues.front();
  const auto found = std::find_if(work.terms.begin(), work.terms.end(),
                                  [&](const WorkTerm& term) { return term.field == field; });
  return found == work.terms.end() ? std::string_view{} : found->value;
}

// Replaces characters that would end a line or a cell of a table.
std::string one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return line;
}

}  // namespace

Bibliography::Bibliography(BibliographyOptions options)
    : options_(std::move(options)), people_(options_.authors) {
  venues_.find_or_add(std::string_view());
  labels_.find_or_add(std::string_view());
}

// The paper that a record duplicates; nullopt for a new one.
std::optional<Node> Bibliography::first_of(const Work& work) {
  const auto keys = keys_of(work);
  const auto paper = static_cast<Node>(num_papers());
  for (const WorkKeys& one : keys) {
    const auto found = records_.find(one);
    using By = RecordKeys::By;
    if (found.by == By::kNothing) continue;
    ++report_.duplicates;
    ++(found.by == By::kDoi  ? report_.same_doi
       : found.by == By::kId ? report_.same_id
                             : report_.same_fields);
    return found.record;
  }
  for (const WorkKeys& one : keys) records_.add(one, paper);
  return std::nullopt;
}

void Bibliography::add_alias(Node paper, std::string_view id) {
  if (id.empty() || id == paper_ids_[paper]) return;
  alias_of_.push_back(paper);
  aliases_.push_back(one_line(id));
}

void Bibliography::add_aliases(const Work& work, Node paper) {
  if (!options_.aliases) return;
  add_alias(paper, work.id);
  add_alias(paper, work.doi);
  if (!work.pmid.empty()) add_alias(paper, "pmid:" + work.pmid);
}

std::optional<Node> Bibliography::add(const Work& work) {
  ++report_.records;
  const bool years = options_.first_year != 0 || options_.last_year != 0;
  if (years && work.year == 0) {
    ++report_.without_year;
    return std::nullopt;
  }
  if ((options_.first_year != 0 && work.year < options_.first_year) ||
      (options_.last_year != 0 && work.year > options_.last_year)) {
    ++report_.outside_years;
    return std::nullopt;
  }
  if (const auto first = first_of(work)) {
    add_aliases(work, *first);
    return std::nullopt;
  }
  ++report_.kept;
  add_paper_id(work);
  const auto paper = static_cast<Node>(num_papers());
  add_aliases(work, paper);
  titles_.push_back(one_line(work.title));
  if (options_.abstracts) abstracts_.push_back(one_line(work.abstract));
  years_.push_back(static_cast<std::int16_t>(work.year));
  venue_.push_back(work.venues.empty() ? 0 : venues_.find_or_add(one_line(work.venues.front())));
  if (options_.label_from == "year") {
    label_.push_back(work.year == 0 ? 0 : labels_.find_or_add(fmt::format("y{}", work.year)));
  } else {
    label_.push_back(labels_.find_or_add(one_line(label_of(work, options_.label_from))));
  }
  for (const WorkAuthor& author : work.authors) {
    if (const auto person = people_.add(author)) authors_.members.push_back(*person);
  }
  authors_.offsets.push_back(authors_.members.size());
  authors_.num_members = people_.size();
  if (options_.references) references_.add(work.references);
  if (options_.words) {
    add_words(work.title);
    add_words(work.abstract);
    word_offsets_.push_back(paper_words_.size());
  }
  return paper;
}

void Bibliography::add_paper_id(const Work& work) {
  std::string id =
      one_line(work.id.empty() ? work.doi : work.id).substr(0, NodeIds::kMaxBytes - 32);
  if (id.empty()) id = fmt::format("record {}", report_.records);
  if (const auto first = find_paper(id)) {  // ids local to a file may recur
    const std::string own = id;
    std::uint64_t& copies = copies_.try_emplace(*first, 1).first->second;
    while (find_paper(id)) id = fmt::format("{} ({})", own, ++copies);
  }
  papers_.add(std::hash<std::string_view>()(id), static_cast<Node>(paper_ids_.size()));
  paper_ids_.push_back(id);
}

std::optional<Node> Bibliography::find_paper(std::string_view id) const {
  const Node paper = papers_.find(std::hash<std::string_view>()(id),
                                  [&](Node one) { return paper_ids_[one] == id; });
  return paper == KeyTable::kNone ? std::nullopt : std::optional<Node>(paper);
}

void Bibliography::add_words(std::string_view text) {
  for_each_word(text,
                [&](std::string_view word) { paper_words_.push_back(words_.find_or_add(word)); });
}

void Bibliography::release_keys() {
  records_ = {};
  papers_ = {};
  copies_ = {};
}

void Bibliography::release_texts() {
  titles_ = {};
  abstracts_ = {};
  aliases_ = {};
  alias_of_ = {};
  venues_ = {};
  labels_ = {};
  words_ = {};
  paper_ids_ = {};
  venue_ = {};
  label_ = {};
  word_offsets_ = {0};
  paper_words_ = {};
  references_.release_texts();
  people_.release_names();
}

std::string_view Bibliography::abstract(Node paper) const {
  return paper < abstracts_.size() ? abstracts_[paper] : std::string_view{};
}

std::span<const Node> Bibliography::words(Node paper) const {
  if (paper + 1 >= word_offsets_.size()) return {};
  return std::span(paper_words_)
      .subspan(word_offsets_[paper], word_offsets_[paper + 1] - word_offsets_[paper]);
}

}  // namespace querent
