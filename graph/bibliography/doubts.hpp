// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <querent/graph/bibliography/bibliography.hpp>

namespace [[gnu::visibility("default")]] querent {

/// A name that may belong to several people, or two names that may belong to one.
struct Doubt {
  enum class Kind { kSeveral, kOne };
  Kind kind;
  Node person = 0, other = 0;  ///< other: for kOne
  std::string why;             ///< for display: "2 ORCIDs", "3 disjoint groups of co-authors"
};

struct Doubts {
  std::vector<Doubt> found;
  std::uint64_t too_many = 0;  ///< names shared by more than 200 people, not compared
};

/// Several: people identified by name who have two ORCIDs, or whose papers form groups without a
/// common co-author. One: people with one ORCID, or with similar names ("Toh, M" and "Toh, Ming
/// Liang") and a common co-author, who never wrote a paper together. Co-authors of a paper of more
/// than 500 people are not compared.
Doubts doubts_of(const Bibliography& bibliography);

}  // namespace querent
