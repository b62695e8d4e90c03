// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <querent/graph/dense_block.hpp>
#include <querent/graph/laplacian.hpp>
#include <querent/spectral/elimination.hpp>
#include <querent/spectral/front.hpp>

namespace querent::spectral {

/// L + σI = U D Uᵀ for one σ after another: U unit lower triangular, D diagonal, of either sign.
/// The nodes of L are in the order of elimination.
class Multifrontal {
 public:
  /// L and `tick`, which is called now and then and may throw, must outlive the object.
  Multifrontal(const Laplacian& L, const Elimination& elimination,
               const std::function<void()>& tick);
  /// Replaces the factors by the factors of L + σI; false if a pivot was 0.
  bool factorise(double sigma);
  /// The number of eigenvalues of L below −σ (Sylvester).
  std::int64_t negative_pivots() const;
  /// x ← scale (L + σI)⁻¹ x, of kBlockColumns columns.
  void solve(DenseBlock<double>& x, double scale) const;

 private:
  /// Columns that are eliminated together.
  struct Front {
    Node first, columns;
    Node children;              ///< number of fronts whose update matrices it adds
    std::uint64_t below = 0;    ///< rows below its columns
    std::uint64_t rows = 0;     ///< index in rows_ of the first of them, ascending
    std::uint64_t numbers = 0;  ///< index in numbers_ of its rows of U
  };
  /// Update matrices by columns, the last of them on top.
  struct Updates {
    std::vector<double> numbers;
    std::vector<std::size_t> fronts;
  };

  void gather_columns(const Elimination& elimination);
  void count_children(const Elimination& elimination);
  void find_rows();
  bool eliminate(std::size_t index, double sigma, Updates& updates);
  void add_entries(const Front& front, double sigma);
  void add_update(const Front& parent, Updates& updates);
  std::span<const Node> below(const Front& front) const {
    return {rows_.data() + front.rows, front.below};
  }
  Node place(const Front& front, Node row) const;

  const Laplacian& L_;
  const std::function<void()>& tick_;
  std::vector<double> root_;   // M^{−1/2}
  std::vector<Front> fronts_;  // children before parents
  std::vector<Node> rows_;
  std::vector<double> numbers_, D_;
  std::vector<double> F_;             // the current front, by columns
  std::vector<Node> place_, places_;  // places in it: of the rows below; of a child's rows
};

}  // namespace querent::spectral
