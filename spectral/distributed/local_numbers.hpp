// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
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

/// Sends rows of a matrix to the ranks, grouped by receiver, counts[r] to rank r. Collective.
SparseRows exchange_rows(const SparseRows& rows, const std::vector<int>& counts);
/// This rank's rows of a matrix in the original numbering, exchanged for those that it is dealt,
/// with their new numbers; columns ascend. Collective.
SparseRows dealt(const SparseRows& rows, const Dealing& dealing, const Ranks& ranks);
/// One value per row, likewise. Collective.
std::vector<Node> dealt(const std::vector<Node>& values, const Dealing& dealing,
                        const Ranks& ranks);
/// Returns each row to the original owner of its node, in place. Collective.
void bring_home(Embedding::Rows& rows, const Dealing& dealing, const Ranks& ranks);

/// Numbers of the nodes that a rank's rows name: 0 … r − 1 its own r rows, then the nodes of other
/// ranks, ascending. Found in O(1), with one and a half bits per node of the whole graph.
class LocalNumbers {
 public:
  LocalNumbers(const SparseRows& rows, const Ranges& ranges, const Ranks& ranks)
      : begin_(ranges.begin(ranks.rank)),
        rows_(rows.num_rows()),
        bits_(ranges.total() / kWord + 1),
        before_(bits_.size() + 1) {
    for (const Node j : rows.column) {
      if (!is_own(j)) bits_[j / kWord] |= bit(j);
    }
    for (std::size_t w = 0; w < bits_.size(); ++w)
      before_[w + 1] = before_[w] + static_cast<Node>(std::popcount(bits_[w]));
  }

  bool is_own(Node j) const { return j >= begin_ && j - begin_ < rows_; }
  std::uint64_t num_others() const { return before_.back(); }
  /// The number of a node that belongs to this rank or is named in its rows.
  Node operator[](Node j) const {
    if (is_own(j)) return static_cast<Node>(j - begin_);
    const std::uint64_t lower = bits_[j / kWord] & (bit(j) - 1);
    return static_cast<Node>(rows_) + before_[j / kWord] + static_cast<Node>(std::popcount(lower));
  }
  /// The nodes of other ranks, ascending: the k-th has the number r + k.
  std::vector<Node> others() const {
    std::vector<Node> nodes;
    nodes.reserve(num_others());
    for (std::size_t w = 0; w < bits_.size(); ++w) {
      for (std::uint64_t left = bits_[w]; left != 0; left &= left - 1)
        nodes.push_back(static_cast<Node>(w * kWord) + static_cast<Node>(std::countr_zero(left)));
    }
    return nodes;
  }

 private:
  static constexpr std::uint64_t kWord = 64;
  static std::uint64_t bit(Node j) { return std::uint64_t{1} << j % kWord; }

  std::uint64_t begin_, rows_;
  std::vector<std::uint64_t> bits_;  // nodes of other ranks that are named
  std::vector<Node> before_;         // how many of them are in the earlier words
};

}  // namespace querent::distributed
