// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <querent/graph/assemble.hpp>
#include <querent/spectral/distributed/ranks.hpp>
#include <querent/spectral/embedding.hpp>

namespace querent::distributed {

/// Nodes 0 … n − 1 dealt to the ranks in turns, up to 64 consecutive ones at a time, and
/// renumbered, those of a rank in their order. In the original numbering ("home") each rank has as
/// many nodes, contiguous ones.
class Dealing {
 public:
  Dealing(std::uint64_t nodes, int ranks);

  const Ranges& ranges() const {
    return ranges_;
  }  ///< of the original numbers, and of the new ones
  /// For an original number: the rank to which it is dealt, and its new number.
  int rank(Node home) const { return static_cast<int>(home / piece_ % ranks_); }
  Node number(Node home) const;
  /// The original number of the k-th node that `rank` was dealt.
  Node home(int rank, std::uint64_t k) const;

 private:
  std::uint64_t ranks_, piece_;
  Ranges ranges_;
};

/// This rank's rows of a matrix in the original numbering, exchanged for those that it is dealt,
/// with their new numbers; columns ascend. Collective.
SparseRows dealt(const SparseRows& rows, const Dealing& dealing, const Ranks& ranks);
/// One value per row, likewise. Collective.
std::vector<Node> dealt(const std::vector<Node>& values, const Dealing& dealing,
                        const Ranks& ranks);
/// Returns each row to the original owner of its node, in place. Collective.
void bring_home(Embedding::Rows& rows, const Dealing& dealing, const Ranks& ranks);

}  // namespace querent::distributed
