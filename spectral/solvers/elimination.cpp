// SPDX-License-Identifier: Apache-2.0
// The cost of a sparse factorisation, before it begins.
//
//   P. Amestoy, T. Davis, I. Duff: An approximate minimum degree ordering algorithm. SIAM J. Matrix
//   Anal. Appl. 17 (1996): the order, Eigen's.
//   T. Davis: Direct Methods for Sparse Linear Systems, 2006, section 4.1 and LDL's symbolic part:
//
//   for k in the order
//     for each neighbour i that comes before k
//       climb from i in the elimination tree to where row k has been: each node met has k in its
//       column, and the first without a parent gets k as its parent
//
// and then the tree in postorder, children before parents and each subtree together, which changes
// neither fill nor work. O(numbers) time, O(n) space. If only the limits are to be checked, no
// order is stored.
#include <querent/spectral/solvers/solver.hpp>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

namespace querent::spectral {
namespace {

std::vector<Node> minimum_degree(const Graph& graph) {
  const auto n = static_cast<Eigen::Index>(graph.num_nodes());
  Eigen::SparseMatrix<double> pattern(n, n);
  Eigen::VectorXi lengths(n);
  for (Eigen::Index i = 0; i < n; ++i)
    lengths(i) = static_cast<int>(graph.neighbours(static_cast<Node>(i)).size()) + 1;
  pattern.reserve(lengths);
  for (Eigen::Index i = 0; i < n; ++i) {
    bool below = true;  // the diagonal is inserted in its place
    for (const Node j : graph.neighbours(static_cast<Node>(i))) {
      if (below && j > i) {
        pattern.insert(i, i) = 1;
        below = false;
      }
      pattern.insert(j, i) = 1;
    }
    if (below) pattern.insert(i, i) = 1;
  }
  pattern.makeCompressed();
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::internal::minimum_degree_ordering(pattern, order);
  return {order.indices().begin(), order.indices().end()};
}

/// The position of each node of the tree in its postorder; children keep their order.
std::vector<Node> postorder(const std::vector<Node>& parent) {
  const auto n = static_cast<Node>(parent.size());
  std::vector<Node> size(n, 1), place(n);
  for (Node i = 0; i < n; ++i) {
    if (parent[i] != kNoParent) size[parent[i]] += size[i];
  }
  std::vector<Node> before(n);  // ends of the subtrees below a node that remain to be placed
  Node last = n;
  for (Node i = n; i-- > 0;) {
    Node& end = parent[i] == kNoParent ? last : before[parent[i]];
    place[i] = before[i] = end - 1;
    end -= size[i];
  }
  return place;
}

}  // namespace

std::optional<Elimination> elimination(const Graph& graph, double most_numbers, double most_work) {
  Elimination result{.order = minimum_degree(graph)};
  const std::uint64_t n = graph.num_nodes();
  std::vector<Node> place(n), parent(n, kNoParent), row(n, kNoParent), length(n, 0);
  for (Node k = 0; k < n; ++k) place[result.order[k]] = k;
  for (Node k = 0; k < n; ++k) {
    row[k] = k;
    for (const Node j : graph.neighbours(result.order[k])) {
      for (Node i = place[j]; i < k && row[i] != k; i = parent[i]) {
        row[i] = k;
        ++length[i];
        result.numbers += 1;
        if (parent[i] == kNoParent) parent[i] = k;
      }
    }
    if (result.numbers > most_numbers) return std::nullopt;
  }
  for (const Node c : length) result.work += static_cast<double>(c) * static_cast<double>(c + 1);
  if (result.work > most_work) return std::nullopt;
  const std::vector<Node> to = postorder(parent), order = result.order;
  result.parent.resize(n);
  result.length.resize(n);
  for (Node k = 0; k < n; ++k) {
    result.order[to[k]] = order[k];
    result.parent[to[k]] = parent[k] == kNoParent ? kNoParent : to[parent[k]];
    result.length[to[k]] = length[k];
  }
  return result;
}

}  // namespace querent::spectral
