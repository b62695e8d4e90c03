// SPDX-License-Identifier: Apache-2.0
// Words on nodes, as rows for a linear learner.
//
//   X_ij ← tf_ij (1 + log((1 + n) / (1 + df_j))), rows to length 1      TF-IDF
//   Â = D̃^{−1/2} (S + s I) D̃^{−1/2},  D̃ = D + s I          self-loops of the mean weight s
//   Â² X ≈ U Σ Vᵀ                                                       randomized_svd.hpp
//   row i = (U Σ)_i / ‖(U Σ)_i‖
//
// Spreading: Wu et al., Simplifying Graph Convolutional Networks, ICML 2019, Eq. (8), with K = 2.
// TF-IDF: Salton and Buckley, Information Processing and Management 24, 1988, with the smoothed
// logarithm, which keeps words that are in every document. U Σ has the inner products of the spread
// rows, so the reduction is the best of its rank for a linear model.
#include <querent/spectral/propagation/propagated_features.hpp>

#include <cmath>
#include <stdexcept>

#include <querent/datasets/error.hpp>
#include <querent/graph/parallel.hpp>
#include <querent/graph/unit.hpp>
#include <querent/spectral/solvers/randomized_svd.hpp>

namespace querent {

namespace {

using Eigen::Index;
using Rows = Embedding::Rows;

constexpr std::uint64_t kChunk = 256;
constexpr double kRounding = 1e-9;  // a row shorter than the longest by this factor has length 0

Index size(std::uint64_t n) {
  return static_cast<Index>(n);
}

std::vector<double> tf_idf(const CsrMatrix& X) {
  const std::uint64_t n = X.rows();
  std::vector<double> idf(X.dim, 1.0);  // 1 + df_j, then the weight
  for (const std::uint32_t j : X.index) idf[j] += 1;
  for (double& w : idf) w = 1 + std::log((1 + static_cast<double>(n)) / w);
  const double unit = unit_of(X.value);  // so that no square overflows
  std::vector<double> value(X.value.size());
  for (std::size_t i = 0; i < n; ++i) {
    double square = 0;
    for (std::uint64_t k = X.offsets[i]; k < X.offsets[i + 1]; ++k) {
      value[k] = X.value[k] / unit * idf[X.index[k]];
      square += value[k] * value[k];
    }
    if (!(square > 0)) continue;
    const double scale = 1 / std::sqrt(square);
    for (std::uint64_t k = X.offsets[i]; k < X.offsets[i + 1]; ++k) value[k] *= scale;
  }
  return value;
}

// Divided by a power of two, so that no product overflows; the rows are at length 1 in the end.
std::vector<double> in_units(std::vector<double> value) {
  const double unit = unit_of(value);
  for (double& one : value) one /= unit;
  return value;
}

// Â, and X with its transpose, as products.
class Propagation {
 public:
  Propagation(const Graph& graph, const CsrMatrix& X, const PropagatedFeaturesOptions& options)
      : graph_(graph),
        X_(X),
        options_(options),
        value_(options.tf_idf ? tf_idf(X) : in_units(X.value)) {
    const std::uint64_t n = graph.num_nodes();
    root_.resize(size(n));
    double total = 0;
    for (Node i = 0; i < n; ++i) total += root_[i] = graph.degree(i);
    const auto entries = static_cast<double>(2 * graph.num_edges());
    loop_ = entries > 0 ? total / entries : 1;
    root_ = (root_.array() + loop_).rsqrt();
    transpose();
  }

  // Â^steps X Z
  Eigen::MatrixXd multiply(const Eigen::MatrixXd& Z) const {
    return propagate(product(X_.offsets, X_.index, value_, padded(Z))).leftCols(Z.cols());
  }
  // Xᵀ Â^steps Y
  Eigen::MatrixXd multiply_transposed(const Eigen::MatrixXd& Y) const {
    return product(column_offsets_, row_of_, transposed_, propagate(padded(Y))).leftCols(Y.cols());
  }

 private:
  // A row of a block is a few registers.
  using Block = Eigen::Matrix<double, Eigen::Dynamic, kSvdBlock, Eigen::RowMajor>;
  using BlockRow = Eigen::Matrix<double, 1, kSvdBlock>;

  static Block padded(const Eigen::MatrixXd& Z) {
    Block block = Block::Zero(Z.rows(), kSvdBlock);
    block.leftCols(Z.cols()) = Z;
    return block;
  }

  Block product(const std::vector<std::uint64_t>& offsets, const std::vector<std::uint32_t>& index,
                const std::vector<double>& value, const Block& Z) const {
    check_cancelled();
    Block Y(size(offsets.size() - 1), kSvdBlock);
    for_each_row(Y.rows(), [&](Index i) {
      const auto at = static_cast<std::size_t>(i);
      BlockRow y = BlockRow::Zero();
      for (std::uint64_t k = offsets[at]; k < offsets[at + 1]; ++k) y += value[k] * Z.row(index[k]);
      Y.row(i) = y;
    });
    return Y;
  }

  Block propagate(Block Y) const {
    Block scaled(Y.rows(), kSvdBlock), next(Y.rows(), kSvdBlock);
    for (int step = 0; step < options_.steps; ++step) {
      check_cancelled();
      scaled = root_.asDiagonal() * Y;
      for_each_row(Y.rows(), [&](Index i) {
        BlockRow y = loop_ * scaled.row(i);
        graph_.for_each_neighbour(static_cast<Node>(i),
                                  [&](Node j, double S) { y += S * scaled.row(j); });
        next.row(i) = root_[i] * y;
      });
      Y.swap(next);
    }
    return Y;
  }

  void check_cancelled() const {
    if (options_.go_on && !options_.go_on()) throw Cancelled();
  }

  template <class F>
  void for_each_row(Index n, F&& f) const {
    for_rows(options_.threads, static_cast<std::uint64_t>(n), kChunk,
             [&](std::uint64_t i) { f(size(i)); });
  }

  void transpose() {
    column_offsets_.assign(X_.dim + 1, 0);
    for (const std::uint32_t j : X_.index) ++column_offsets_[j + std::size_t{1}];
    for (std::size_t j = 0; j < X_.dim; ++j) column_offsets_[j + 1] += column_offsets_[j];
    row_of_.resize(X_.index.size());
    transposed_.resize(X_.index.size());
    std::vector<std::uint64_t> next(column_offsets_.begin(), column_offsets_.end() - 1);
    for (std::size_t i = 0; i + 1 < X_.offsets.size(); ++i) {
      for (std::uint64_t k = X_.offsets[i]; k < X_.offsets[i + 1]; ++k) {
        const std::uint64_t at = next[X_.index[k]]++;
        row_of_[at] = static_cast<std::uint32_t>(i);
        transposed_[at] = value_[k];
      }
    }
  }

  const Graph& graph_;
  const CsrMatrix& X_;
  const PropagatedFeaturesOptions& options_;
  std::vector<double> value_;
  Eigen::VectorXd root_;  // D̃^{−1/2}
  double loop_ = 1;
  std::vector<std::uint64_t> column_offsets_;
  std::vector<std::uint32_t> row_of_;
  std::vector<double> transposed_;
};

}  // namespace

Embedding::Rows propagate_features(const Graph& graph, const CsrMatrix& features,
                                   const PropagatedFeaturesOptions& options) {
  if (options.dim < 1 || options.steps < 0 || options.threads < 1) {
    throw std::invalid_argument(
        "propagate_features: dim >= 1, steps >= 0 and threads >= 1 are needed");
  }
  if (features.rows() != graph.num_nodes()) {
    throw std::invalid_argument("propagate_features: one row of features per node is needed");
  }
  const Propagation A(graph, features, options);
  const LeftSingular svd = randomized_svd(
      {.rows = size(graph.num_nodes()),
       .cols = size(features.dim),
       .multiply = [&](const Eigen::MatrixXd& Z) { return A.multiply(Z); },
       .multiply_transposed = [&](const Eigen::MatrixXd& Y) { return A.multiply_transposed(Y); }},
      {.rank = options.dim});
  Rows rows = svd.vectors * svd.values.asDiagonal();
  const Eigen::VectorXd lengths = rows.rowwise().norm();
  const double rounding = kRounding * (lengths.size() > 0 ? lengths.maxCoeff() : 0);
  for (Index i = 0; i < rows.rows(); ++i) {
    rows.row(i) *= lengths[i] > rounding ? 1 / lengths[i] : 0;
  }
  return rows;
}

}  // namespace querent
