// SPDX-License-Identifier: Apache-2.0
// Graphs of what a program already holds: edges, an Eigen::SparseMatrix, a Boost.Graph, a
// GrB_Matrix.
//
//   graph_of(5, edges)                     a span of Edge, or of pairs of nodes
//   graph_of(S)                            a symmetric Eigen::SparseMatrix
//   graph_of_boost(g)                      any VertexAndEdgeListGraph, by the order of vertices(g)
//   graph_of_graphblas(S)                  a symmetric GrB_Matrix, values as doubles
//   graph_of_csr(owner, offsets, …)        a symmetric CSR matrix where it lies, without a copy
//
// One policy for all: a loop is left out, an edge of weight 0 is none; a negative weight, an edge
// that leads beyond the nodes and a matrix that is not symmetric are std::invalid_argument.
// Everything but CSR is copied: a Graph keeps 4 bytes an entry where these keep 8 or 16.
#pragma once

#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <Eigen/SparseCore>

#include <querent/graph/graph.hpp>
#include <querent/graph/graphblas.hpp>

namespace [[gnu::visibility("default")]] querent {

/// An undirected edge.
struct Edge {
  Node u = 0;         ///< one end
  Node v = 0;         ///< the other
  double weight = 1;  ///< S_uv ≥ 0
};

/// The graph of n nodes with these edges, in either direction. An edge that is named again must
/// have the same weight: std::invalid_argument.
Graph graph_of(std::uint64_t num_nodes, std::span<const Edge> edges);
/// The same, every weight 1.
Graph graph_of(std::uint64_t num_nodes, std::span<const std::pair<Node, Node>> edges);

/// The graph whose matrix is S, symmetric, rows or columns stored; its diagonal is left out.
template <int kOrder, class Index>
Graph graph_of(const Eigen::SparseMatrix<double, kOrder, Index>& S);

/// The graph of a symmetric GrB_Matrix of any type that GraphBLAS takes as doubles; its diagonal is
/// left out. Starts GraphBLAS if nobody has.
Graph graph_of_graphblas(GB_Matrix_opaque* S);

/// The graph that looks at a symmetric CSR matrix where it lies: n + 1 offsets, ascending
/// neighbours, weights (empty, or all 1: none). `owner` keeps the arrays alive; nobody may change
/// them while the graph or a copy of it lives. std::invalid_argument when a row does not ascend, an
/// entry lies on the diagonal or beyond the nodes, a weight is not positive and finite, or the
/// matrix is not symmetric. One pass, no random access: symmetry is told by the sums of a 64-bit
/// hash over both triangles, which differ but for one chance in 2^64.
Graph graph_of_csr(std::shared_ptr<const void> owner, std::span<const std::uint64_t> offsets,
                   std::span<const Node> neighbours, std::span<const double> weights = {});

/// The graph of a Boost VertexAndEdgeListGraph: node k is the k-th of vertices(g). `weight(e)` is
/// that of an edge; without it every weight is 1. A directed graph is taken as undirected.
template <class BoostGraph, class Weight>
Graph graph_of_boost(const BoostGraph& g, Weight&& weight);
template <class BoostGraph>
Graph graph_of_boost(const BoostGraph& g) {
  return graph_of_boost(g, [](const auto&) { return 1.0; });
}

namespace detail {
/// The graph of a matrix by its entries (row, column, weight), each of which must have its mirror.
Graph graph_of_entries(std::uint64_t rows, std::uint64_t columns, std::span<const Edge> entries);
}  // namespace detail

template <int kOrder, class Index>
Graph graph_of(const Eigen::SparseMatrix<double, kOrder, Index>& S) {
  std::vector<Edge> entries;
  entries.reserve(static_cast<std::size_t>(S.nonZeros()));
  for (Eigen::Index outer = 0; outer < S.outerSize(); ++outer) {
    for (typename Eigen::SparseMatrix<double, kOrder, Index>::InnerIterator at(S, outer); at; ++at)
      entries.push_back({static_cast<Node>(at.row()), static_cast<Node>(at.col()), at.value()});
  }
  return detail::graph_of_entries(static_cast<std::uint64_t>(S.rows()),
                                  static_cast<std::uint64_t>(S.cols()), entries);
}

template <class BoostGraph, class Weight>
Graph graph_of_boost(const BoostGraph& g, Weight&& weight) {
  const auto [first, last] = vertices(g);
  std::map<std::remove_cvref_t<decltype(*first)>, Node> number;
  for (auto v = first; v != last; ++v) number.emplace(*v, static_cast<Node>(number.size()));
  std::vector<Edge> all;
  const auto [begin, end] = edges(g);
  for (auto e = begin; e != end; ++e) {
    all.push_back(
        {number.at(source(*e, g)), number.at(target(*e, g)), static_cast<double>(weight(*e))});
  }
  return graph_of(number.size(), all);
}

}  // namespace querent
