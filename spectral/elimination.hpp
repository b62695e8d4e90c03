// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <querent/graph/graph.hpp>

namespace querent::spectral {

/// An order in which the nodes of a graph are eliminated, and what a factorisation in it costs. The
/// order is a postorder of the elimination tree.
struct Elimination {
  std::vector<Node> order;  ///< order[k] is the k-th
  std::vector<Node> parent =
      {};  ///< of column k, the first row below its diagonal; ~0 where there is none
  std::vector<Node> length = {};  ///< of column k, how many rows below its diagonal
  double numbers = 0;             ///< off the diagonal of U of L = Uᵀ D U
  double work = 0;                ///< multiplications
};

/// Approximate minimum degree, its fill counted symbolically; none where that is more than these.
std::optional<Elimination> elimination(const Graph& graph, double most_numbers, double most_work);

}  // namespace querent::spectral
