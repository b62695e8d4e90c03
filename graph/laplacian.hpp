// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <querent/graph/dense_block.hpp>
#include <querent/graph/graph.hpp>
#include <querent/graph/graphblas.hpp>

namespace querent {

enum class LaplacianKind {
  kNormalized,  ///< I − D^{−1/2} S D^{−1/2}, eigenvalues in [0, 2]; the row of an isolated node is
                ///< 0
  kCombinatorial  ///< D − S
};

/// S as a matrix of GraphBLAS: by rows, FP64, one value for all entries when the graph is
/// unweighted.
grb::Matrix adjacency(const Graph& graph);

/// D_ii = Σ_j S_ij, by GrB_reduce over the rows of S.
std::vector<double> degrees(const Graph& graph, const grb::Matrix& S);

/// L = diag − W, ready for products: diag is D or I, W is S or D^{−1/2} S D^{−1/2}.
class Laplacian {
 public:
  /// `threads` is what each product may use; the bytes of its result do not depend on it.
  Laplacian(const Graph& graph, LaplacianKind kind, int threads = 1);

  std::uint64_t size() const { return degree_.size(); }
  std::uint64_t num_entries() const { return entries_; }
  LaplacianKind kind() const { return kind_; }
  int threads() const { return threads_; }
  std::span<const double> degree() const { return degree_; }
  std::span<const double> diagonal() const { return diagonal_; }
  /// A bound on ‖L‖₂ = λ_max that no graph exceeds: 2 normalized; else max over edges of D_i + D_j
  /// (Anderson and Morley, Linear and Multilinear Algebra 18, 1985).
  double norm_bound() const { return norm_bound_; }
  /// The null vector of a connected graph, of norm 1: D^{1/2} 1 or 1, scaled.
  std::vector<double> null_vector() const;

  /// Calls visit(i, j, W_ij) for every entry of W, by rows.
  void for_each_entry(const std::function<void(std::uint64_t, std::uint64_t, double)>& visit) const;

  /// y ← L x, for x and y of the same shape, any number of columns.
  void multiply(DenseBlock<double>& x, DenseBlock<double>& y) const;

  /// s W in the precision `Real`, for recurrences that add it to something: one product is one pass
  /// over memory.
  template <class Real>
  class Scaled {
   public:
    Scaled(const Laplacian& L, double s);
    /// y ← y + s W x. x is lent to GraphBLAS for the time of the call and comes back as it was.
    void add_product(DenseBlock<Real>& x, DenseBlock<Real>& y) const;

   private:
    grb::Matrix W_;
    grb::Descriptor descriptor_;
  };

 private:
  LaplacianKind kind_;
  int threads_;
  std::uint64_t entries_;
  std::vector<double> degree_;
  std::vector<double> diagonal_;
  double norm_bound_ = 0;
  grb::Matrix W_;  // FP64
  grb::Descriptor descriptor_;
};

extern template class Laplacian::Scaled<float>;
extern template class Laplacian::Scaled<double>;

}  // namespace querent
