// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <querent/spectral/embedding.hpp>
#include <querent/spectral/solvers/solver.hpp>

namespace querent::spectral {

/// The component and the pair of a column of the embedding.
struct ColumnOfPart {
  double value;
  std::size_t part;
  Eigen::Index column;
};

/// The number of rows that are computed at a time: 1/32 of n, so that they need little memory
/// beside the vectors.
std::uint64_t slab_rows(std::uint64_t n);

/// Computes the rows m_i = (v_k(i)/√λ_k)_k of n nodes from the pairs of their components:
/// `nodes_of` are the nodes of each, ascending. write(first, rows) is called for part after part,
/// in the order of the nodes.
void make_rows(std::uint64_t n, const std::vector<EigenPairs>& parts,
               const std::vector<std::span<const Node>>& nodes_of,
               const std::vector<ColumnOfPart>& columns, int threads,
               const std::function<void(std::uint64_t, const Embedding::Rows&)>& write);

}  // namespace querent::spectral
