// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <querent/graph/bibliography/bibliography.hpp>

namespace [[gnu::visibility("default")]] querent {

/// A name that may be several people, or two that may be one.
struct Doubt {
  enum class Kind { kSeveral, kOne };
  Kind kind;
  Node person = 0, other = 0;  ///< other: of kOne
  std::string why;  ///< for people: "2 ORCIDs", "3 groups of co-authors that do not meet"
};

struct Doubts {
  std::vector<Doubt> found;
  std::uint64_t too_many = 0;  ///< names that more than 200 people share were not compared
};

/// Several: people known by name who have two ORCIDs, or whose papers fall apart into groups
/// without a common co-author. One: people of one ORCID, or of names that may be the same ("Toh, M"
/// and "Toh, Ming Liang"), with a common co-author, who wrote no paper together. Co-authors of a
/// paper of more than 500 people are not compared.
Doubts doubts_of(const Bibliography& bibliography);

}  // namespace querent
