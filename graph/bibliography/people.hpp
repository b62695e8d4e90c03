// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <querent/datasets/bibliography/work.hpp>
#include <querent/graph/node_ids.hpp>

namespace [[gnu::visibility("default")]] querent {

/// How people are distinguished.
enum class AuthorsBy {
  kBest,      ///< by id if present, else by full name, else by name and initials
  kId,        ///< by id only; people without one are left out
  kFull,      ///< by full name if written out, else by name and initials
  kInitials,  ///< by name and initials
};

/// Counts of mentions of people: mentions = by_id + by_full_name + by_initials + without_name +
/// without_id.
struct PeopleReport {
  std::uint64_t mentions = 0;
  std::uint64_t by_id = 0;         ///< OpenAlex, Scopus, Semantic Scholar, DBLP number, ORCID
  std::uint64_t by_full_name = 0;  ///< "toh, ming liang"
  std::uint64_t by_initials = 0;   ///< "toh, m.l."
  std::uint64_t without_name = 0;  ///< left out
  std::uint64_t without_id = 0;    ///< left out by kId
};

enum class NameLevel : std::uint8_t { kId, kFull, kInitials };

/// The people of a bibliography, in order of first mention.
class People {
 public:
  explicit People(AuthorsBy by) : by_(by) {}

  /// The person of a mention, found or added; nullopt if the mention is left out.
  std::optional<Node> add(const WorkAuthor& author);
  /// The person with an id, in the form of id(); nullopt if unknown.
  std::optional<Node> find(std::string_view id) const;
  /// A person created by --split, with the name of another.
  Node add_split(std::string_view id, Node like);

  std::uint64_t size() const { return size_; }
  /// "A5035075703", "toh, ming liang": the key without its source prefix.
  std::string_view id(Node person) const;
  std::string_view name(Node person) const { return names_[person]; }  ///< as first written
  NameLevel level(Node person) const { return levels_[person]; }
  /// "toh, m": the common short form of all names of a person.
  std::string short_name(Node person) const;
  /// The folded given name, "ming liang"; its initials, "m.l."; whether it is initials only.
  std::string given(Node person) const;
  std::string initials(Node person) const;
  bool brief(Node person) const;
  /// The ORCIDs in mentions of the person; several suggest several people.
  const std::set<std::string>& orcids(Node person) const;
  const PeopleReport& report() const { return report_; }
  /// Frees everything except report() and size().
  void release_names();

 private:
  std::string_view raw_given(Node person) const;
  Node named(std::string_view key, const WorkAuthor& author, NameLevel level);

  AuthorsBy by_;
  NodeIds keys_;     // "openalex:A50…", "name:toh, ming liang"
  NodeNames names_;  // as first written, the family name first: "Toh, Ming Liang"
  std::vector<NameLevel> levels_;
  std::unordered_map<Node, std::set<std::string>> orcids_;
  std::uint64_t size_ = 0;
  std::string key_;  // key being built
  PeopleReport report_;
};

}  // namespace querent
