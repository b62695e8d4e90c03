// SPDX-License-Identifier: Apache-2.0
// A graph in which twins are merged.
//
// Let i and j be twins: they have the same neighbours and weights, and no edge between them. L
// commutes with their exchange, so its eigenvectors can be chosen equal on them or opposite.
//   Opposite: e_i − e_j is one, of the value L_ii, as W is 0 between twins; a class of m twins has
//     m − 1 such vectors, (1, …, 1, −k, 0, …)/√(k (k + 1)) with k ones, k = 1 … m − 1.
//     Twins that are neighbours and have all other neighbours in common give the same vectors,
//       of the value L_ii + 1/M_ii, as W is 1/M_ii between them.
//   Equal on each class: eigenvectors of the quotient, one node per class, with Laplacian L in the
//     orthonormal coordinates √m x (Laplacian's multiplicity). v_i = x_c/√m_c on the class c.
// So the quotient has all other pairs, with the same residuals, and no pair is lost.
#include <querent/spectral/quotient.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include <querent/graph/subgraph.hpp>
#include <querent/graph/twins.hpp>
#include <querent/spectral/lazy_eigenvectors.hpp>
#include <querent/spectral/nodes_by_locality.hpp>
#include <querent/spectral/solvers/accuracy.hpp>

namespace querent::spectral {

Quotient::Quotient(const Graph& whole, std::uint64_t least, std::uint64_t small, int threads) {
  constexpr double kPays = 0.95;  // of the nodes; twins cost two passes over the graph
  const std::uint64_t n = whole.num_nodes();
  std::vector<Node> first = first_twins(whole), classes;
  // These pay if few nodes remain (a complete graph), and not if most do (measured).
  bool adjacent = false;
  if (!whole.weighted()) {
    const std::vector<Node> also = first_adjacent_twins(whole);
    std::uint64_t spared = 0;
    for (Node i = 0; i < n; ++i) spared += also[i] != i;
    adjacent = 2 * spared >= n;
    for (Node i = 0; adjacent && i < n; ++i) first[i] = std::min(first[i], also[i]);
  }
  for (Node i = 0; i < n; ++i) {
    if (first[i] == i) classes.push_back(i);
  }
  const bool merged = (classes.size() >= least || classes.size() <= small) &&
                      static_cast<double>(classes.size()) < kPays * static_cast<double>(n);
  std::vector<Node> position(n, kLeftOut);
  if (!merged) {
    member_ = nodes_by_locality(whole, threads);
    graph_ = subgraph(whole, member_, position, threads);
    return;
  }
  const Graph fewer = subgraph(whole, classes, position, threads);
  const std::vector<Node> order = nodes_by_locality(fewer, threads);
  graph_ = subgraph(fewer, order, position, threads);

  std::vector<Node> stands(n);  // the node of the quotient for each node
  for (std::size_t c = 0; c < order.size(); ++c) stands[classes[order[c]]] = static_cast<Node>(c);
  begin_.assign(order.size() + 1, 0);
  for (Node i = 0; i < n; ++i) {
    stands[i] = stands[first[i]];
    ++begin_[stands[i] + 1];
  }
  multiplicity_.assign(begin_.begin() + 1, begin_.end());
  if (adjacent) between_.assign(order.size(), 0.0);
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  member_.resize(n);
  std::vector<std::uint64_t> next(begin_.begin(), begin_.end() - 1);
  for (Node i = 0; i < n; ++i) member_[next[stands[i]]++] = i;
  for (std::uint64_t c = 0; c < between_.size(); ++c) {
    const std::span<const Node> twins(member_.data() + begin_[c], multiplicity(c));
    if (twins.size() > 1 && std::ranges::binary_search(whole.neighbours(twins[0]), twins[1]))
      between_[c] = 1;
  }
}

Quotient::Quotient(std::vector<Node> order) : member_(std::move(order)) {}

void Quotient::add_pairs_of_twins(const Laplacian& L, Eigen::Index count, EigenPairs& pairs) const {
  const Eigen::Index own = pairs.values.size();
  const double largest =
      own < count ? std::numeric_limits<double>::infinity() : pairs.values(count - 1);
  struct Found {
    double value;
    Eigen::Index column;  // of the pairs; −1 for one of twins
    std::uint64_t node;   // of the quotient, and
    std::uint64_t ones;   // k
  };
  std::vector<Found> found;
  for (std::uint64_t c = 0; c < size(); ++c) {
    const Node one = member(c);
    const double value = L.diagonal()[one] + (between_.empty() ? 0 : between_[c] / L.mass(one));
    if (value >= largest) continue;
    const std::uint64_t last = std::min(multiplicity(c) - 1, static_cast<std::uint64_t>(count));
    for (std::uint64_t k = 1; k <= last; ++k) found.push_back({value, -1, c, k});
  }
  if (found.empty()) return;
  for (Eigen::Index k = 0; k < own; ++k) found.push_back({pairs.values(k), k, 0, 0});
  std::ranges::stable_sort(found, [](const Found& a, const Found& b) { return a.value < b.value; });
  found.resize(static_cast<std::size_t>(count));
  EigenPairs all{.values = Eigen::VectorXd(count),
                 .residuals = Eigen::VectorXd::Zero(count),
                 .errors = Eigen::VectorXd::Zero(count),
                 .solver = std::move(pairs.solver)};
  std::vector<VectorColumn> columns(static_cast<std::size_t>(count));
  if (pairs.errors.size() == 0) pairs.errors = value_errors(pairs.values, pairs.residuals);
  for (Eigen::Index k = 0; k < count; ++k) {
    const Found& pair = found[static_cast<std::size_t>(k)];
    all.values(k) = pair.value;
    if (pair.column >= 0) {
      columns[static_cast<std::size_t>(k)].of = pair.column;
      all.residuals(k) = pairs.residuals(pair.column);
      all.errors(k) = pairs.errors(pair.column);
      continue;
    }
    const auto ones = static_cast<double>(pair.ones);
    const double scale = 1 / std::sqrt(ones * (ones + 1));
    for (std::uint64_t j = 0; j <= pair.ones; ++j) {
      columns[static_cast<std::size_t>(k)].entries.emplace_back(
          member_[begin(pair.node) + j], scale * (j < pair.ones ? 1 : -ones));
    }
  }
  if (pairs.stored != nullptr) {
    pairs.stored->choose(columns);
    all.stored = std::move(pairs.stored);
  } else {
    all.vectors = Embedding::Rows::Zero(pairs.vectors.rows(), count);
    for (Eigen::Index k = 0; k < count; ++k) {
      const VectorColumn& column = columns[static_cast<std::size_t>(k)];
      if (column.of >= 0) all.vectors.col(k) = pairs.vectors.col(column.of);
      for (const auto& [i, x] : column.entries) all.vectors(i, k) = x;
    }
  }
  pairs = std::move(all);
}

}  // namespace querent::spectral
