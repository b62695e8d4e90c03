// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/people.hpp>

#include <querent/datasets/bibliography/names.hpp>

namespace querent {

namespace {

constexpr std::string_view kSpaces[]{
    "openalex:", "scopus:", "s2:", "dblp:", "orcid:", "name:", "member:", "split:"};

// "J.-P. M." and "jpm", where all letters are initials, and "Jean-Paul Marc", with written-out
// words, all become "j.p.m."
std::string initials_of(std::string_view given, bool written_out) {
  std::string initials;
  bool begins = true, taken = false;
  for (const char c : folded(given)) {
    const bool goes_on = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;  // UTF-8 continuation
    if (!goes_on) {
      if (taken) initials += '.';
      taken = c != ' ' && (begins || !written_out);
      begins = c == ' ';
    }
    if (taken) initials += c;
  }
  return taken ? initials + "." : initials;
}

}  // namespace

std::optional<Node> People::add(const WorkAuthor& author) {
  ++report_.mentions;
  if (author.family.empty() && author.id.empty()) {
    ++report_.without_name;
    return std::nullopt;
  }
  const bool ids = by_ == AuthorsBy::kBest || by_ == AuthorsBy::kId;
  Node person = 0;
  if (ids && (!author.id.empty() || !author.orcid.empty())) {
    ++report_.by_id;
    key_ = author.id.empty() ? "orcid:" + author.orcid : author.id;
    person = named(key_, author, NameLevel::kId);
  } else if (by_ == AuthorsBy::kId) {
    ++report_.without_id;
    return std::nullopt;
  } else {
    const bool brief = only_initials(author.given);
    const std::string family = folded(author.family);
    if (family.empty()) {
      ++report_.without_name;
      return std::nullopt;
    }
    key_ = "name:" + family;
    if (by_ == AuthorsBy::kInitials || brief) {
      ++report_.by_initials;
      const std::string initials = initials_of(author.given, !brief);
      if (!initials.empty()) key_ += ", " + initials;
      person = named(key_, author, NameLevel::kInitials);
    } else {
      ++report_.by_full_name;
      key_ += ", " + folded(author.given);
      person = named(key_, author, NameLevel::kFull);
    }
  }
  if (!author.orcid.empty()) orcids_[person].insert(author.orcid);
  return person;
}

Node People::named(std::string_view key, const WorkAuthor& author, NameLevel level) {
  key = key.substr(0, NodeIds::kMaxBytes);
  const Node person = keys_.find_or_add(key);
  if (person == names_.size()) {
    names_.push_back(full_name(author));
    levels_.push_back(level);
    ++size_;
  }
  return person;
}

std::optional<Node> People::find(std::string_view id) const {
  for (const std::string_view space : kSpaces) {
    if (const auto person = keys_.find(std::string(space) + std::string(id))) return person;
  }
  return std::nullopt;
}

Node People::add_split(std::string_view id, Node like) {
  const Node person = keys_.find_or_add("split:" + std::string(id));
  if (person == names_.size()) {
    names_.push_back(std::string(names_[like]));
    levels_.push_back(levels_[like]);
    ++size_;
  }
  return person;
}

void People::release_names() {
  keys_ = {};
  names_ = {};
  levels_ = {};
  orcids_ = {};
}

std::string_view People::id(Node person) const {
  const std::string_view key = keys_.names()[person];
  return key.substr(key.find(':') + 1);
}

std::string_view People::raw_given(Node person) const {
  const std::string_view name = names_[person];
  const std::size_t comma = name.find(", ");
  return comma == std::string_view::npos ? std::string_view{} : name.substr(comma + 2);
}

std::string People::given(Node person) const {
  return folded(raw_given(person));
}
std::string People::initials(Node person) const {
  return initials_of(raw_given(person), !brief(person));
}
bool People::brief(Node person) const {
  return only_initials(raw_given(person));
}

std::string People::short_name(Node person) const {
  const std::string_view name = names_[person];
  const std::string family = folded(name.substr(0, name.find(", ")));
  const std::string first = given(person);
  std::size_t size = first.empty() ? 0 : 1;
  while (size < first.size() && (static_cast<unsigned char>(first[size]) & 0xC0U) == 0x80U) ++size;
  return family + ", " + first.substr(0, size);
}

const std::set<std::string>& People::orcids(Node person) const {
  static const std::set<std::string> kNone;
  const auto found = orcids_.find(person);
  return found == orcids_.end() ? kNone : found->second;
}

}  // namespace querent
