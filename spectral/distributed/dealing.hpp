// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <querent/graph/assemble.hpp>
#include <querent/spectral/distributed/ranks.hpp>
#include <querent/spectral/embedding.hpp>

namespace querent::distributed {

/// Nodes 0 … n − 1 dealt to the ranks by turns, up to 64 that follow each other at a time, and
/// numbered anew, those of a rank in their order. At home each rank has as many, contiguous ones.
class Dealing {
 public:
  Dealing(std::uint64_t nodes, int ranks);

  const Ranges& ranges() const { return ranges_; }  ///< of the numbers at home, and of the new ones
  /// Of a number at home: the rank it is dealt to, and its new number.
  int rank(Node home) const { return static_cast<int>(home / piece_ % ranks_); }
  Node number(Node home) const;
  /// The number at home of the k-th node that `rank` was dealt.
  Node home(int rank, std::uint64_t k) const;

 private:
  std::uint64_t ranks_, piece_;
  Ranges ranges_;
};

/// This rank's rows of a matrix at home for those that it is dealt, with their new numbers; columns
/// ascend. Collective.
SparseRows dealt(const SparseRows& rows, const Dealing& dealing, const Ranks& ranks);
/// A value of each row, as above. Collective.
std::vector<Node> dealt(const std::vector<Node>& values, const Dealing& dealing,
                        const Ranks& ranks);
/// Each row to where its node is at home, in place. Collective.
void bring_home(Embedding::Rows& rows, const Dealing& dealing, const Ranks& ranks);

}  // namespace querent::distributed
