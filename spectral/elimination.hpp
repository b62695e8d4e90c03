// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <querent/graph/graph.hpp>

namespace querent::spectral {

/// An order in which the nodes of a graph are eliminated, with the cost of a factorisation in this
/// order. The order is a postorder of the elimination tree.
struct Elimination {
  std::vector<Node> order;  ///< order[k] is the k-th
  std::vector<Node> parent =
      {};  ///< of column k, the first row below its diagonal; ~0 if it has none
  std::vector<Node> length = {};  ///< of column k, the number of rows below its diagonal
  double numbers = 0;             ///< off the diagonal of U in L = Uᵀ D U
  double work = 0;                ///< multiplications
};

/// Approximate minimum degree, its fill counted symbolically; empty if it exceeds these limits.
std::optional<Elimination> elimination(const Graph& graph, double most_numbers, double most_work);

}  // namespace querent::spectral
