// SPDX-License-Identifier: Apache-2.0
// Vectors that stay where block Lanczos has them, in panels of its basis in memory or in a file,
// until rows are made of them, all at once or some nodes at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <querent/graph/dense_block.hpp>
#include <querent/spectral/embedding.hpp>

namespace querent::spectral {

class Quotient;

/// A column: one of a basis, or one whose few entries are known.
struct VectorColumn {
  Eigen::Index of = -1;  ///< a column of those before; −1: of these entries
  std::vector<std::pair<Node, double>> entries = {};  ///< by node
};

/// The unit vectors of the pairs of one component, n × count.
class StoredVectors {
 public:
  virtual ~StoredVectors() = default;
  /// to ← rows first … first + to.rows() − 1, in the order of the component's nodes.
  virtual void rows(std::uint64_t first, Embedding::Rows& to) const = 0;
  /// All rows; the vectors are gone. Of many nodes neither is whole in memory beside the other.
  virtual Embedding::Rows all_rows() = 0;
  /// The columns from now on, named by what they are now.
  virtual void choose(const std::vector<VectorColumn>& columns) = 0;
  /// Each column has the sign that signs.hpp gives it.
  virtual void fix_signs() = 0;
};

/// Columns of panels, by nodes of a quotient.
template <class Real>
class PanelVectors final : public StoredVectors {
 public:
  /// Column k is column[k] of the panels, divided by its length; `nodes` are those of the whole
  /// graph.
  PanelVectors(std::vector<DenseBlock<Real>> panels, const Eigen::VectorXd& length,
               const std::vector<Eigen::Index>& column, std::shared_ptr<const Quotient> quotient,
               std::uint64_t nodes, int threads);

  void rows(std::uint64_t first, Embedding::Rows& to) const override;
  Embedding::Rows all_rows() override;
  void choose(const std::vector<VectorColumn>& columns) override;
  void fix_signs() override;

 private:
  struct Column {
    Eigen::Index from;  // of the panels; −1: of these entries
    double length, sign;
    std::vector<std::pair<Node, double>> entries;
  };

  /// Without the sign, of node c of the quotient, whose class has the size root²: of a column of
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
