// SPDX-License-Identifier: Apache-2.0
// Vectors that remain in the panels of block Lanczos's basis, in memory or in a file, until rows
// are computed from them, all at once or a few nodes at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <querent/graph/matrices/dense_block.hpp>
#include <querent/spectral/embedding.hpp>

namespace querent::spectral {

class Quotient;

/// A column: one of a basis, or one whose few non-zero entries are known.
struct VectorColumn {
  Eigen::Index of = -1;  ///< a column of the earlier ones; −1: given by `entries`
  std::vector<std::pair<Node, double>> entries = {};  ///< by node
};

/// The unit vectors of the pairs of one component, n × count.
class LazyEigenvectors {
 public:
  virtual ~LazyEigenvectors() = default;
  /// to ← rows first … first + to.rows() − 1, in the order of the component's nodes.
  virtual void rows(std::uint64_t first, Embedding::Rows& to) const = 0;
  /// All rows; the vectors are then empty. For many nodes the two are never in memory as a whole.
  virtual Embedding::Rows all_rows() = 0;
  /// Replaces the columns by these, given by their current numbers.
  virtual void choose(const std::vector<VectorColumn>& columns) = 0;
  /// Gives each column the sign defined in signs.hpp.
  virtual void fix_signs() = 0;
};

/// Columns of panels, indexed by nodes of a quotient.
template <class Real>
class PanelVectors final : public LazyEigenvectors {
 public:
  /// Column k is column[k] of the panels, divided by its length; `nodes` is the number of nodes of
  /// the whole graph.
  PanelVectors(std::vector<DenseBlock<Real>> panels, const Eigen::VectorXd& length,
               const std::vector<Eigen::Index>& column, std::shared_ptr<const Quotient> quotient,
               std::uint64_t nodes, int threads);

  void rows(std::uint64_t first, Embedding::Rows& to) const override;
  Embedding::Rows all_rows() override;
  void choose(const std::vector<VectorColumn>& columns) override;
  void fix_signs() override;

 private:
  struct Column {
    Eigen::Index from;  // of the panels; −1: given by its entries
    double length, sign;
    std::vector<std::pair<Node, double>> entries;
  };

  /// Without the sign, for node c of the quotient, whose class has size root²: entry of a column of
  /// the panels.
  double entry(const Column& column, std::uint64_t c, double root) const;
  /// The entries of all columns.
  void make_row(std::uint64_t c, double root, double* row) const;
  template <class Visit>
  void for_each_entry(Visit&& visit) const;

  std::vector<DenseBlock<Real>> panels_;
  std::vector<Column> columns_;
  std::shared_ptr<const Quotient> quotient_;
  std::uint64_t nodes_;
  int threads_;
};

extern template class PanelVectors<float>;
extern template class PanelVectors<double>;

}  // namespace querent::spectral
