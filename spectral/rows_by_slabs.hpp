// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <querent/spectral/embedding.hpp>
#include <querent/spectral/solver.hpp>

namespace querent::spectral {

/// Which pair of which component a column of the embedding is.
struct ColumnOfPart {
  double value;
  std::size_t part;
  Eigen::Index column;
};

/// How many rows are made at a time of n: a 32nd of them, so that they take little beside the
/// vectors.
std::uint64_t slab_rows(std::uint64_t n);

/// Makes the rows m_i = (v_k(i)/√λ_k)_k of n nodes, of the pairs of their components: `nodes_of`
/// are those of each, ascending. write(first, rows) is called for slab after slab, in the order of
/// the nodes.
void make_rows(std::uint64_t n, const std::vector<EigenPairs>& parts,
               const std::vector<std::span<const Node>>& nodes_of,
               const std::vector<ColumnOfPart>& columns, int threads,
               const std::function<void(std::uint64_t, const Embedding::Rows&)>& write);

}  // namespace querent::spectral
