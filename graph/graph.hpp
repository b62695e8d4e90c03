// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace [[gnu::visibility("default")]] querent {

/// Index of a node, 0 … n − 1. Graphs have up to 2^32 − 2 nodes; edges are counted in 64 bits.
using Node = std::uint32_t;

/// An undirected simple graph with non-negative weights: the symmetric matrix S of the papers, S_ij
/// = S_ji > 0, S_ii = 0, by rows with ascending neighbours. An undirected edge takes 8 bytes, or 24
/// with weights. Graphs are immutable, and copies share their arrays.
class Graph {
 public:
  Graph() = default;  ///< no nodes
  /// Takes a symmetric CSR matrix: `offsets` has n + 1 entries, `weights` is empty (all 1) or as
  /// long as `neighbours`. Throws std::invalid_argument unless it is symmetric with an empty
  /// diagonal and ascending rows.
  Graph(std::vector<std::uint64_t> offsets, std::vector<Node> neighbours,
        std::vector<double> weights = {});
  struct Trusted {};  ///< asserts that the matrix is symmetric by construction
  /// The same without the check, which takes as long as sorting for 10^7 edges.
  Graph(Trusted, std::vector<std::uint64_t> offsets, std::vector<Node> neighbours,
        std::vector<double> weights);
  /// Views external arrays, which `owner` keeps alive and which must not change; unchecked, see
  /// graph_of_csr (from_memory.hpp).
  Graph(Trusted, std::shared_ptr<const void> owner, std::span<const std::uint64_t> offsets,
        std::span<const Node> neighbours, std::span<const double> weights)
      : owner_(std::move(owner)), offsets_(offsets), neighbours_(neighbours), weights_(weights) {}
  Graph(const Graph&) = default;  // no move: it would leave dangling views
  Graph& operator=(const Graph&) = default;
  ~Graph() = default;

  std::uint64_t num_nodes() const { return offsets_.size() - 1; }  ///< n; nodes are 0 … n − 1
  /// Number of undirected edges.
  std::uint64_t num_edges() const { return neighbours_.size() / 2; }
  bool weighted() const { return !weights_.empty(); }  ///< false: every S_ij is 0 or 1
  /// The j with S_ij ≠ 0, ascending and without i.
  std::span<const Node> neighbours(Node i) const {
    return neighbours_.subspan(offsets_[i], offsets_[i + 1] - offsets_[i]);
  }
  /// Weights of the edges to neighbours(i); empty if all weights are 1.
  std::span<const double> weights(Node i) const {
    return weighted() ? weights_.subspan(offsets_[i], offsets_[i + 1] - offsets_[i])
                      : std::span<const double>{};
  }
  /// Calls visit(j, S_ij) for every neighbour j of i.
  void for_each_neighbour(Node i, auto&& visit) const {
    const auto js = neighbours(i);
    const auto S = weights(i);
    for (std::size_t k = 0; k < js.size(); ++k) visit(js[k], S.empty() ? 1.0 : S[k]);
  }
  /// Calls visit(i, j, S_ij) for every edge, with i < j.
  void for_each_edge(auto&& visit) const {
    for (Node i = 0; i < num_nodes(); ++i) {
      for_each_neighbour(i, [&](Node j, double S_ij) {
        if (i < j) visit(i, j, S_ij);
      });
    }
  }
  /// D_ii = Σ_j S_ij.
  double degree(Node i) const;

  /// n + 1 entries; the neighbours of i are entries offsets[i] … offsets[i + 1] − 1.
  std::span<const std::uint64_t> offsets() const { return offsets_; }
  /// Neighbours of all nodes in turn; contains each edge twice.
  std::span<const Node> all_neighbours() const { return neighbours_; }
  /// S_ij > 0, one per neighbour; empty if all are 1.
  std::span<const double> all_weights() const { return weights_; }

  friend bool operator==(const Graph& a, const Graph& b);

 private:
  static constexpr std::uint64_t kNoNodes[1] = {0};

  std::shared_ptr<const void> owner_;  // keeps the viewed arrays alive
  std::span<const std::uint64_t> offsets_{kNoNodes};
  std::span<const Node> neighbours_;
  std::span<const double> weights_;
};

}  // namespace querent
