// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <querent/graph/assemble.hpp>
#include <querent/graph/graph.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Who is in which group: authors of papers, references of papers. Group g has the members
/// members[offsets[g]] … members[offsets[g + 1] − 1].
struct Incidence {
  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> members;
  std::uint64_t num_members = 0;  ///< members are 0 … num_members − 1
  std::uint64_t num_groups() const { return offsets.size() - 1; }
};

/// Groups and members change places.
Incidence transposed(const Incidence& incidence);

/// What an edge weighs, of two members that share the groups g, of k_g members each.
enum class PairWeight {
  kCount,   ///< how many groups: B Bᵀ
  kNewman,  ///< Σ 1/(k_g − 1): a paper makes each of its authors one collaborator (Newman 2001)
  kFractional,  ///< Σ 1/k_g²: a paper counts 1 in all, over all its pairs (Batagelj, Cerinšek 2013)
  kCosine,      ///< c_ij / √(n_i n_j), n_i the groups of i
  kAssociation,  ///< 2 m c_ij / (w_i w_j), w_i = Σ_j c_ij, 2 m = Σ w_i (van Eck, Waltman; VOSviewer)
};

struct PairOptions {
  PairWeight weight = PairWeight::kCount;
  std::uint64_t max_group = 0;   ///< larger groups join nobody; 0: none is too large
  std::uint64_t min_groups = 1;  ///< members of fewer groups are joined to nobody
  double min_weight = 0;         ///< lighter edges are left out
  std::uint64_t max_pairs = std::uint64_t{1} << 32;      ///< LimitError beyond
  std::function<bool(double share)> progress = nullptr;  ///< false stops: Cancelled
};

/// What became of the groups and members. groups = joined + too_large + too_small.
struct PairReport {
  std::uint64_t groups = 0;
  std::uint64_t joined = 0;        ///< of two members or more
  std::uint64_t too_large = 0;     ///< more than max_group members
  std::uint64_t too_small = 0;     ///< one member or none
  std::uint64_t largest = 0;       ///< members of the largest group
  std::uint64_t repeated = 0;      ///< a member named again in its group
  std::uint64_t rare_members = 0;  ///< of fewer than min_groups groups
  std::uint64_t light_edges = 0;   ///< below min_weight
};

/// A member, those after it that it is joined to, ascending, and the weight of each.
using TakePairs =
    std::function<void(Node member, std::span<const Node> later, std::span<const double> weights)>;

/// Who shares a group with whom: the sparse product B Bᵀ by SuiteSparse:GraphBLAS, in the semiring
/// that the weight asks for, a block of rows at a time and never held as a whole. Members come
/// ascending, those without a later one too. The same bits whatever the machine. LimitError when
/// the pairs are more than max_pairs.
void for_each_pair(const Incidence& incidence, const PairOptions& options, PairReport& report,
                   const TakePairs& take);

/// The rows of for_each_pair(), kept.
class PairRows {
 public:
  /// Of the member that follows the one before.
  void add(std::span<const Node> later, std::span<const double> weights);
  Graph graph() &&;

 private:
  SparseRows upper_;
  bool all_ones_ = true;
};

/// The graph on all members in which two are joined when they share a group.
Graph pair_graph(const Incidence& incidence, const PairOptions& options, PairReport& report);

}  // namespace querent
