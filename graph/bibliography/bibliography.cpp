// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/bibliography.hpp>

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/bibliography/decision.hpp>
#include <querent/datasets/bibliography/kept_works.hpp>
#include <querent/datasets/bibliography/names.hpp>
#include <querent/datasets/bibliography/write_works.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/text/fields.hpp>
#include <querent/graph/bibliography/words.hpp>

namespace querent {

namespace {

std::string_view label_of(const Work& work, std::string_view field) {
  if (field.empty()) return {};
  if (field == "venue") return work.venues.empty() ? std::string_view{} : work.venues.front();
  const auto found = std::ranges::find(work.terms, field, &WorkTerm::field);
  return found == work.terms.end() ? std::string_view{} : found->value;
}

// FNV-1a, 64 bit: the same on every system, since ids are stored with answers.
std::uint64_t checksum(std::string_view text) {
  std::uint64_t sum = 14695981039346656037ULL;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return sum;
}

std::string digits_of(std::uint64_t sum) {
  return fmt::format("-{:08x}", sum >> 32);
}

// The words of a text as a part of an id: "alpha-trial-of-statins". A long text is cut and gets a
// checksum.
std::string joined_words(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string words = folded(text);
  std::replace(words.begin(), words.end(), ' ', '-');
  if (words.size() <= kLongest) return words;
  const std::string sum = digits_of(checksum(words));
  words.resize(std::min(words.rfind('-', kLongest), kLongest));
  words.resize(valid_utf8_prefix(words));
  return words + sum;
}

std::uint64_t checksum_of(const Work& work) {
  std::string all = fmt::format("{}", work.year);
  for (const std::string* text :
       {&work.title, &work.volume, &work.issue, &work.page, &work.doi, &work.pmid, &work.abstract})
    all += '\0' + *text;
  if (!work.venues.empty()) all += '\0' + work.venues.front();
  for (const WorkAuthor& author : work.authors) all += '\0' + author.family + '\0' + author.given;
  return checksum(all);
}

// The id in the source, or one made of the record alone.
std::string own_id(const Work& work) {
  std::string id(trimmed(one_line(work.id)));
  if (id == "?") id.clear();
  if (id.empty()) id = one_line(work.doi);
  if (id.empty() && !work.pmid.empty()) id = "pmid:" + one_line(work.pmid);
  if (id.empty()) {
    const std::string title =
        folded(work.title).empty() ? "untitled" + digits_of(checksum_of(work)) : work.title;
    id = joined_words(fmt::format("{} {} {}", work.authors.empty() ? "" : work.authors[0].family,
                                  work.year == 0 ? "" : std::to_string(work.year), title));
  }
  constexpr std::size_t kLongest = NodeIds::kMaxBytes - 128;  // of an id that may be extended
  if (id.size() > kLongest) id.resize(valid_utf8_prefix(std::string_view(id).substr(0, kLongest)));
  return id;
}

// The id of a record that shares its own with others.
std::string titled_id(std::string_view id, std::string_view title) {
  const std::string words = joined_words(title);
  return words.empty() || id.ends_with(words) ? std::string(id) : fmt::format("{}-{}", id, words);
}

NodeNames replaced(const NodeNames& names, const std::map<Node, std::string>& by) {
  NodeNames all;
  for (std::uint64_t i = 0; i < names.size(); ++i) {
    const auto found = by.find(static_cast<Node>(i));
    all.push_back(found == by.end() ? names[i] : found->second);
  }
  return all;
}

// Adds members to groups.
void append(Incidence& groups, const std::map<Node, std::vector<Node>>& added) {
  if (added.empty()) return;
  Incidence all{.offsets = {0}, .members = {}, .num_members = groups.num_members};
  for (Node g = 0; g < groups.num_groups(); ++g) {
    std::ranges::copy(groups.group(g), std::back_inserter(all.members));
    if (const auto found = added.find(g); found != added.end())
      std::ranges::copy(found->second, std::back_inserter(all.members));
    all.end_group();
  }
  groups = std::move(all);
}

bool empty(const Incidence& groups, Node g) {
  return g >= groups.num_groups() || groups.group(g).empty();
}

}  // namespace

Bibliography::Bibliography(BibliographyOptions options)
    : options_(std::move(options)), people_(options_.authors) {
  venues_.find_or_add(std::string_view());
  labels_.find_or_add(std::string_view());
}

Bibliography::Compared Bibliography::compared_of(const Work& work) {
  const auto part = [](std::string_view text) {
    return text.empty() ? 0 : static_cast<std::uint32_t>(checksum(text));
  };
  Compared of{.equal = {part(work.pmid), part(work.page), part(publication_of(work))}, .given = {}};
  if (work.authors.empty()) return of;
  const std::string given = folded(work.authors[0].given);
  const std::size_t word = std::min(given.find(' '), of.given.size());
  given.copy(of.given.data(), only_initials(work.authors[0].given) ? 1 : word);
  return of;
}

// Whether records with some equal fields may be one: what both have of title, PubMed number, page,
// kind of publication and the first author's given name or initial is the same. An abstract and its
// article have different pages or kinds; databases differ in the kind of what begins on one page.
bool Bibliography::agrees(const Work& work, Node paper) const {
  const std::string title = letters_of(work.title), other = letters_of(titles_[paper]);
  const auto same = [](auto a, auto b) { return a == b || a == 0 || b == 0; };
  const Compared one = compared_of(work), &two = compared_[paper];
  const auto differs = std::ranges::mismatch(one.given, two.given);
  const bool same_page = one.equal[1] != 0 && one.equal[1] == two.equal[1];
  const auto compared = std::span(one.equal).first(same_page ? 2 : 3);
  return (title.empty() || other.empty() || title == other) &&
         std::ranges::equal(compared, std::span(two.equal).first(compared.size()), same) &&
         (differs.in1 == one.given.end() || same(*differs.in1, *differs.in2));
}

// Whether the user has named both as different works, each by its id or its place.
bool Bibliography::apart(const Work& work, const std::string& place, Node paper) {
  bool named = false;
  if (options_.apart.empty()) return named;
  const std::string id = own_id(work), other(paper_ids_[paper]);
  for (const std::string& one : {id, titled_id(id, work.title), place}) {
    for (const std::string& two :
         {other, titled_id(other, titles_[paper]), std::string(places_[paper])}) {
      const auto pair = options_.apart.find(std::minmax(one, two));
      if (pair == options_.apart.end()) continue;
      kept_apart_.insert(pair->second);
      named = true;
    }
  }
  return named;
}

// The paper that a record duplicates; nullopt for a new one.
std::optional<Node> Bibliography::first_of(const Work& work, const std::string& place) {
  auto keys = keys_of(work);
  const bool numbered = !work.doi.empty() || !work.key.empty() || !work.pmid.empty();
  if (!numbered && !work.title.empty())  // an equal row
    keys.push_back(
        {{.id = checksum(fmt::format("{:x} {}", checksum_of(work), own_id(work)))}, "every field"});
  const auto paper = static_cast<Node>(num_papers());
  for (const RecordKey& one : keys) {
    const auto found = records_.find(
        one, [&](Node record) { return agrees(work, record); },
        [&](Node record) { return !apart(work, place, record); });
    using By = RecordKeys::By;
    if (found.by == By::kNothing) continue;
    ++report_.duplicates;
    ++(found.by == By::kDoi  ? report_.same_doi
       : found.by == By::kId ? report_.same_id
                             : report_.same_fields);
    for (const WorkKeys& own : keys) records_.add(own, found.record);
    const Compared own = compared_of(work);
    Compared& known = compared_[found.record];
    for (std::size_t k = 0; k < own.equal.size(); ++k)
      if (known.equal[k] == 0) known.equal[k] = own.equal[k];
    if (known.given[0] == 0) known.given = own.given;
    if (options_.aliases)
      duplicates_.push_back({found.record, found.by == By::kDoi ? "doi" : one.by, own_id(work),
                             one_line(work.title), place});
    return found.record;
  }
  for (const WorkKeys& one : keys) records_.add(one, paper);
  compared_.push_back(compared_of(work));
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

// Takes the label of a record, or of a duplicate where the paper has none. Decisions that contradict
// each other leave the paper without a label.
void Bibliography::take_label(Node paper, const Work& work, std::string_view file) {
  if (!labelled() && !options_.label_from.empty() && options_.label_from != kDecision) {
    for (const WorkTerm& term : work.terms) fields_.insert(term.field);
    if (work.year != 0) fields_.insert("year");
    if (!work.venues.empty()) fields_.insert("venue");
  }
  const std::string label = options_.label_from == "year"
                                ? work.year == 0 ? "" : fmt::format("y{}", work.year)
                                : one_line(label_of(work, options_.label_from));
  Node& known = label_[paper];
  if (label.empty() || (known != 0 && labels_.names()[known] == label)) return;
  if (options_.label_from != kDecision) {
    if (known == 0) known = labels_.find_or_add(label);
    return;
  }
  std::string place = fmt::format("{}:{} ({}: {})", file, work.line, own_id(work), label);
  const auto [first, is_first] = decided_.try_emplace(paper, place);
  if (!is_first && known != 0) {
    report_.contradictions.push_back(
        fmt::format("{} and {} are the same work with different decisions, which therefore gets "
                    "no label",
                    first->second, place));
  }
  known = is_first ? labels_.find_or_add(label) : 0;
}

// Keeps what the paper lacks and its duplicate has until the papers are completed.
void Bibliography::take_missing(Node paper, Work work) {
  if (years_[paper] == 0) years_[paper] = static_cast<std::int16_t>(work.year);
  if (venue_[paper] == 0 && !work.venues.empty())
    venue_[paper] = venues_.find_or_add(one_line(work.venues.front()));
  if (!options_.abstracts || !abstracts_[paper].empty()) work.abstract.clear();
  if (!empty(authors_, paper)) work.authors.clear();
  if (!options_.references || !empty(references_.cited(), paper)) work.references.clear();
  complete(changed_[paper], work);
}

void Bibliography::complete_papers() {
  std::map<Node, std::string> titles, abstracts;
  std::map<Node, std::vector<Node>> authors, cited, words;
  for (const auto& [paper, work] : changed_) {
    std::string text;
    if (titles_[paper].empty() && !work.title.empty()) text = titles[paper] = one_line(work.title);
    if (!work.abstract.empty()) text += ' ' + (abstracts[paper] = one_line(work.abstract));
    if (options_.words && !text.empty()) add_words(text, words[paper]);
    for (const WorkAuthor& author : work.authors) {
      if (const auto person = people_.add(author)) authors[paper].push_back(*person);
    }
    for (const CitedWork& one : work.references) {
      if (const auto item = references_.item_of(one)) cited[paper].push_back(*item);
    }
  }
  if (!titles.empty()) titles_ = replaced(titles_, titles);
  if (!abstracts.empty()) abstracts_ = replaced(abstracts_, abstracts);
  append(authors_, authors);
  authors_.num_members = people_.size();
  append(references_.cited(), cited);
  append(words_of_, words);
}

void Bibliography::finish() {
  complete_papers();
  separate_ids();
  if (options_.references) references_.match(records_);
}

std::optional<Node> Bibliography::add(const Work& work, std::string_view file) {
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
  const std::string place = fmt::format("{}:{}", file, work.line);
  if (const auto first = first_of(work, place)) {
    add_aliases(work, *first);
    take_label(*first, work, file);
    take_missing(*first, work);
    return std::nullopt;
  }
  ++report_.kept;
  add_paper_id(work);
  const auto paper = static_cast<Node>(num_papers());
  add_aliases(work, paper);
  titles_.push_back(one_line(work.title));
  if (options_.aliases || !options_.apart.empty()) places_.push_back(place);
  if (options_.abstracts) abstracts_.push_back(one_line(work.abstract));
  years_.push_back(static_cast<std::int16_t>(work.year));
  venue_.push_back(work.venues.empty() ? 0 : venues_.find_or_add(one_line(work.venues.front())));
  label_.push_back(0);
  take_label(paper, work, file);
  for (const WorkAuthor& author : work.authors) {
    if (const auto person = people_.add(author)) authors_.members.push_back(*person);
  }
  authors_.end_group();
  authors_.num_members = people_.size();
  if (options_.references) references_.add(work.references);
  if (options_.words) {
    add_words(work.title, words_of_.members);
    add_words(work.abstract, words_of_.members);
    words_of_.end_group();
  }
  return paper;
}

void Bibliography::add_paper_id(const Work& work) {
  const std::string id = own_id(work);
  if (find_paper(id)) {
    shared_.insert(id);
  } else {
    papers_.add(std::hash<std::string_view>()(id), static_cast<Node>(paper_ids_.size()));
  }
  paper_ids_.push_back(id);
  contents_.push_back(checksum_of(work));
}

// The ids that papers had in an earlier conversion.
std::map<Node, std::string> Bibliography::earlier_ids() const {
  std::map<Node, std::string> kept;
  std::set<std::string, std::less<>> used;
  const auto keep = [&](const auto& titles, Node paper, std::string_view id) {
    const auto found = titles.find(id);
    if (found == titles.end() || found->second.empty() || kept.contains(paper) ||
        letters_of(found->second) != letters_of(titles_[paper]))
      return;
    if (used.emplace(id).second) kept.emplace(paper, id);
  };
  if (options_.earlier.empty()) return kept;
  const auto papers = static_cast<Node>(num_papers());
  for (Node i = 0; i < papers; ++i) keep(options_.earlier, i, paper_ids_[i]);
  for_each_alias([&](Node i, std::string_view id) { keep(options_.earlier, i, id); });
  for (Node i = 0; i < papers; ++i) {
    keep(options_.earlier_aliases, i, paper_ids_[i]);
    const std::string titled = titled_id(paper_ids_[i], titles_[i]);
    for (const std::string& id : {titled, titled + digits_of(contents_[i])})
      keep(options_.earlier, i, id);
  }
  return kept;
}

// Gives papers whose ids are also ids of other papers, or of their duplicates, ids of their own.
void Bibliography::separate_ids() {
  for_each_alias([&](Node paper, std::string_view id) {
    const auto other = find_paper(id);
    if (other && *other != paper) shared_.emplace(id);
  });
  std::map<Node, std::string> own = earlier_ids(), extended;
  if (shared_.empty() && own.empty()) return;
  std::map<std::string, int> copies;
  for (Node paper = 0; paper < num_papers(); ++paper) {
    if (!shared_.contains(paper_ids_[paper]) || own.contains(paper)) continue;
    std::string id = titled_id(paper_ids_[paper], titles_[paper]);
    ++copies[id];
    extended.emplace(paper, std::move(id));
  }
  std::set<std::string> used;
  for (const auto& [paper, id] : own) used.insert(id);
  std::map<std::string, int> equal;  // records that are equal in every field have only a number
  for (auto& [paper, id] : extended) {
    if (copies[id] > 1 || find_paper(id)) id += digits_of(contents_[paper]);
    const std::string same = id;
    int& k = equal.try_emplace(same, 1).first->second;
    while (find_paper(id) || !used.insert(id).second) id = fmt::format("{} ({})", same, ++k);
  }
  own.merge(extended);
  for (const auto& [paper, id] : own) {
    if (paper_ids_[paper] != id) changed_[paper];
  }
  const NodeNames before = std::exchange(paper_ids_, replaced(paper_ids_, own));
  papers_ = {};
  for (Node paper = 0; paper < num_papers(); ++paper)
    papers_.add(std::hash<std::string_view>()(paper_ids_[paper]), paper);
  if (!options_.aliases) return;
  for (const auto& [paper, id] : own) add_alias(paper, before[paper]);
}

std::optional<Node> Bibliography::find_paper(std::string_view id) const {
  const Node paper = papers_.find(std::hash<std::string_view>()(id),
                                  [&](Node one) { return paper_ids_[one] == id; });
  return paper == KeyTable::kNone ? std::nullopt : std::optional<Node>(paper);
}

void Bibliography::add_words(std::string_view text, std::vector<Node>& words) {
  for_each_word(text, [&](std::string_view word) { words.push_back(words_.find_or_add(word)); });
}

void Bibliography::release_keys() {
  records_ = {};
  papers_ = {};
  shared_ = {};
  contents_ = {};
  compared_ = {};
  changed_ = {};
  decided_ = {};
}

void Bibliography::release_texts() {
  titles_ = {};
  abstracts_ = {};
  aliases_ = {};
  places_ = {};
  duplicates_ = {};
  alias_of_ = {};
  venues_ = {};
  labels_ = {};
  words_ = {};
  paper_ids_ = {};
  venue_ = {};
  label_ = {};
  words_of_ = {};
  references_.release_texts();
  people_.release_names();
}

std::string_view Bibliography::abstract(Node paper) const {
  return paper < abstracts_.size() ? abstracts_[paper] : std::string_view{};
}

std::span<const Node> Bibliography::words(Node paper) const {
  return empty(words_of_, paper) ? std::span<const Node>() : words_of_.group(paper);
}

}  // namespace querent
