// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <querent/graph/matrices/laplacian.hpp>
#include <querent/spectral/solvers/solver.hpp>

namespace querent::spectral {

/// A connected graph in which all nodes that are twins of each other are one node, by decreasing
/// degree; twins that are neighbours are merged only if that removes half of the nodes. If there
/// are too few twins, or the result would have fewer than `least` nodes but more than `small`, each
/// node remains alone.
class Quotient {
 public:
  Quotient(const Graph& whole, std::uint64_t least, std::uint64_t small, int threads);
  /// Node c represents only order[c]; no laplacian().
  explicit Quotient(std::vector<Node> order);

  std::uint64_t size() const {
    return begin_.empty() ? member_.size() : begin_.size() - 1;
  }  ///< nodes of the quotient
  /// Its Laplacian on the quotient's nodes. The quotient must outlive it.
  Laplacian laplacian(LaplacianKind kind, int threads) const {
    return {graph_, kind, threads, multiplicity_, between_};
  }
  /// Calls f(i) for every node i of the whole graph that node c of the quotient represents.
  template <class F>
  void for_each_member(std::uint64_t c, F&& f) const {
    for (std::uint64_t k = begin(c); k < begin(c + 1); ++k) f(member_[k]);
  }
  /// For a node that represents only itself.
  Node member(std::uint64_t c) const { return member_[begin(c)]; }
  std::uint64_t multiplicity(std::uint64_t c) const { return begin(c + 1) - begin(c); }

  /// The quotient has the pairs whose vectors are equal on twins. Adds the missing pairs, whose
  /// vectors vanish outside one class of twins, where their values belong; the `count` smallest are
  /// kept. There are fewer before only if the quotient has no more. L belongs to the whole graph.
  void add_pairs_of_twins(const Laplacian& L, Eigen::Index count, EigenPairs& pairs) const;

 private:
  std::uint64_t begin(std::uint64_t c) const { return begin_.empty() ? c : begin_[c]; }

  Graph graph_;
  std::vector<double> multiplicity_;  // empty if no nodes are merged
  std::vector<double> between_;       // twins; empty if they have no edge
  std::vector<Node> member_;          // by node of the quotient
  std::vector<std::uint64_t> begin_;  // first member of each node; empty if no nodes are merged
};

}  // namespace querent::spectral
