// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <querent/graph/laplacian.hpp>
#include <querent/spectral/solver.hpp>

namespace querent::spectral {

/// A connected graph as block Lanczos sees it: one node for all nodes that are twins of each other,
/// by falling degree; twins that are neighbours of each other only where half of the nodes are
/// spared. Where too few are twins, or what would be left has fewer than `least` nodes but more
/// than `small`, each node is by itself.
class Quotient {
 public:
  Quotient(const Graph& whole, std::uint64_t least, std::uint64_t small, int threads);
  /// Node c stands for order[c] alone; no laplacian().
  explicit Quotient(std::vector<Node> order);

  std::uint64_t size() const {
    return begin_.empty() ? member_.size() : begin_.size() - 1;
  }  ///< nodes of the quotient
  /// Its Laplacian in terms of the quotient's nodes. The quotient must outlive it.
  Laplacian laplacian(LaplacianKind kind, int threads) const {
    return {graph_, kind, threads, multiplicity_, between_};
  }
  /// Calls f(i) for every node i of the whole graph that node c of the quotient stands for.
  template <class F>
  void for_each_member(std::uint64_t c, F&& f) const {
    for (std::uint64_t k = begin(c); k < begin(c + 1); ++k) f(member_[k]);
  }
  /// Of a node that stands for itself alone.
  Node member(std::uint64_t c) const { return member_[begin(c)]; }
  std::uint64_t multiplicity(std::uint64_t c) const { return begin(c + 1) - begin(c); }

  /// The quotient has the pairs whose vectors are equal on twins. Puts those that it lacks, which
  /// vanish but for one class of twins, where their value belongs among the pairs; the `count`
  /// smallest stay. There are fewer before only where they are all that the quotient has. L is that
  /// of the whole graph.
  void add_pairs_of_twins(const Laplacian& L, Eigen::Index count, EigenPairs& pairs) const;

 private:
  std::uint64_t begin(std::uint64_t c) const { return begin_.empty() ? c : begin_[c]; }

  Graph graph_;
  std::vector<double> multiplicity_;  // empty when each node is by itself
  std::vector<double> between_;       // twins; empty when there is no edge
  std::vector<Node> member_;          // by node of the quotient
  std::vector<std::uint64_t> begin_;  // of the members of each; empty when each node is by itself
};

}  // namespace querent::spectral
