// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <querent/graph/assemble.hpp>
#include <querent/graph/graph.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Members of groups, such as authors of papers or references of papers. Group g has the members
/// members[offsets[g]] … members[offsets[g + 1] − 1].
struct Incidence {
  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> members;
  std::uint64_t num_members = 0;  ///< members are 0 … num_members − 1
  std::uint64_t num_groups() const { return offsets.size() - 1; }
  std::span<const Node> group(std::uint64_t g) const {
    return std::span(members).subspan(offsets[g], offsets[g + 1] - offsets[g]);
  }
  /// Its members ascending, each once: an author listed twice in a record wrote it once.
  std::vector<Node> distinct(std::uint64_t g) const;
  /// The members added since the last call are a group.
  void end_group() { offsets.push_back(members.size()); }
  void add_group(std::span<const Node> group) {
    members.insert(members.end(), group.begin(), group.end());
    end_group();
  }
};
/// Number of pairs of members in the same group, counted once per group: the cost of B Bᵀ.
std::uint64_t pairs_in(const Incidence& incidence);

/// Exchanges groups and members.
Incidence transposed(const Incidence& incidence);

/// Weight of an edge between two members that share the groups g, with k_g members each.
enum class PairWeight {
  kCount,       ///< number of shared groups: B Bᵀ
  kNewman,      ///< Σ 1/(k_g − 1): each paper gives each author one collaborator (Newman 2001)
  kFractional,  ///< Σ 1/k_g²: total 1 per paper over all its pairs (Batagelj, Cerinšek 2013)
  kCosine,      ///< c_ij / √(n_i n_j), n_i: number of groups of i, of any size
  kAssociation,  ///< 2 m c_ij / (w_i w_j), w_i = Σ_j c_ij, 2 m = Σ w_i (van Eck, Waltman; VOSviewer)
};

struct PairOptions {
  PairWeight weight = PairWeight::kCount;
  std::uint64_t max_group = 0;                           ///< larger groups are ignored; 0: no limit
  std::uint64_t min_groups = 1;                          ///< members of fewer groups get no edges
  double min_weight = 0;                                 ///< edges of lower weight are left out
  std::uint64_t max_pairs = std::uint64_t{1} << 32;      ///< above: LimitError
  std::function<bool(double share)> progress = nullptr;  ///< false throws Cancelled
};

/// Use of the groups and members. groups = joined + too_large + too_small.
struct PairReport {
  std::uint64_t groups = 0;
  std::uint64_t joined = 0;        ///< groups of two members or more
  std::uint64_t too_large = 0;     ///< groups of more than max_group members
  std::uint64_t too_small = 0;     ///< groups of at most one member
  std::uint64_t largest = 0;       ///< members of the largest group
  std::uint64_t repeated = 0;      ///< repeated members of a group
  std::uint64_t rare_members = 0;  ///< members of fewer than min_groups groups
  std::uint64_t light_edges = 0;   ///< below min_weight
};

/// A member, its later neighbours in ascending order, and the weight of each edge.
using TakePairs =
    std::function<void(Node member, std::span<const Node> later, std::span<const double> weights)>;

/// Computes which members share groups: the upper half of the sparse product B Bᵀ in the semiring of
/// the weight, one row at a time and never as a whole. Members ascend and include those without later
/// neighbours. The bits do not depend on the machine. Throws LimitError if there are more than
/// max_pairs pairs.
void for_each_pair(const Incidence& incidence, const PairOptions& options, PairReport& report,
                   const TakePairs& take);

/// The stored rows of for_each_pair().
class PairRows {
 public:
  /// Appends the row of the next member.
  void add(std::span<const Node> later, std::span<const double> weights);
  Graph graph() &&;

 private:
  SparseRows upper_;
  bool all_ones_ = true;
};

/// The graph on all members in which two are adjacent if they share a group.
Graph pair_graph(const Incidence& incidence, const PairOptions& options, PairReport& report);

}  // namespace querent
