// SPDX-License-Identifier: Apache-2.0
// Graphs from data in memory: edges, an Eigen::SparseMatrix, a Boost.Graph, a GrB_Matrix.
//
//   graph_of(5, edges)                     a span of Edge, or of pairs of nodes
//   graph_of(S)                            a symmetric Eigen::SparseMatrix
//   graph_of_boost(g)                      any VertexAndEdgeListGraph, by the order of vertices(g)
//   graph_of_graphblas(S)                  a symmetric GrB_Matrix, values as doubles
//   graph_of_csr(owner, offsets, …)        a symmetric CSR matrix in place, without a copy
//
// All use one policy: loops and edges of weight 0 are left out; a negative weight, an edge to a
// missing node and an asymmetric matrix throw std::invalid_argument. CSR, which is not copied, must
// have no loops and no weights of 0. A Graph stores 4 bytes per entry, the sources 8 or 16.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <Eigen/SparseCore>

#include <querent/graph/graph.hpp>
#include <querent/graph/matrices/graphblas.hpp>

namespace [[gnu::visibility("default")]] querent {

/// An undirected edge.
struct Edge {
  Node u = 0;         ///< one end
  Node v = 0;         ///< the other
  double weight = 1;  ///< S_uv ≥ 0
};

/// The graph of n nodes with these edges, in either direction. Throws std::invalid_argument if an
/// edge is repeated with another weight.
Graph graph_of(std::uint64_t num_nodes, std::span<const Edge> edges);
/// The same, with all weights 1.
Graph graph_of(std::uint64_t num_nodes, std::span<const std::pair<Node, Node>> edges);

/// The graph whose matrix is the symmetric S, stored by rows or columns; the diagonal is ignored.
template <int kOrder, class Index>
Graph graph_of(const Eigen::SparseMatrix<double, kOrder, Index>& S);

/// The graph of a symmetric GrB_Matrix of any type that GraphBLAS converts to double; the diagonal
/// is ignored. Starts GraphBLAS if necessary.
Graph graph_of_graphblas(GB_Matrix_opaque* S);

/// A graph that views a symmetric CSR matrix in place: n + 1 offsets, ascending neighbours, weights
/// (empty, or all 1: unweighted). `owner` keeps the arrays alive; they must not change while the
/// graph or a copy of it lives. Throws std::invalid_argument if a row does not ascend, an entry is
/// on the diagonal or beyond the nodes, a weight is not positive and finite, or the matrix is not
/// symmetric. One sequential pass tests symmetry by sums of a 64-bit hash over both triangles,
/// which miss an asymmetric matrix with probability 2^−64.
Graph graph_of_csr(std::shared_ptr<const void> owner, std::span<const std::uint64_t> offsets,
                   std::span<const Node> neighbours, std::span<const double> weights = {});

/// The graph of a Boost VertexAndEdgeListGraph: node k is the k-th of vertices(g). `weight(e)` is
/// the weight of an edge, by default 1. A directed graph is treated as undirected.
template <class BoostGraph, class Weight>
Graph graph_of_boost(const BoostGraph& g, Weight&& weight);
template <class BoostGraph>
Graph graph_of_boost(const BoostGraph& g) {
  return graph_of_boost(g, [](const auto&) { return 1.0; });
}

namespace detail {
/// The graph of a matrix given by entries (row, column, weight), each with its mirror entry.
Graph graph_of_entries(std::uint64_t rows, std::uint64_t columns, std::span<const Edge> entries);
}  // namespace detail

template <int kOrder, class Index>
Graph graph_of(const Eigen::SparseMatrix<double, kOrder, Index>& S) {
  std::vector<Edge> entries;
  entries.reserve(static_cast<std::size_t>(S.nonZeros()));
  for (Eigen::Index outer = 0; outer < S.outerSize(); ++outer) {
    for (typename Eigen::SparseMatrix<double, kOrder, Index>::InnerIterator at(S, outer); at;
         ++at) {
      if (at.row() != at.col())
        entries.push_back({static_cast<Node>(at.row()), static_cast<Node>(at.col()), at.value()});
    }
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
