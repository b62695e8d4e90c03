// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/layout.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <variant>

#include <Eigen/Eigenvalues>

#include <querent/graph/unit.hpp>

namespace querent {

namespace {

constexpr std::size_t kColumns = 20;

// The columns of the sparse rows with the most entries.
Eigen::MatrixXd fullest_columns(const CsrMatrix& rows, std::uint32_t n) {
  std::vector<std::uint64_t> entries(rows.dim, 0);
  for (const std::uint32_t j : rows.index) ++entries[j];
  std::vector<std::size_t> order(rows.dim);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return entries[a] > entries[b]; });
  order.resize(std::min(order.size(), kColumns));
  std::vector<Eigen::Index> at(rows.dim, -1);
  for (std::size_t k = 0; k < order.size(); ++k) at[order[k]] = static_cast<Eigen::Index>(k);
  const double unit = unit_of(rows.value);  // so that no square overflows
  Eigen::MatrixXd X = Eigen::MatrixXd::Zero(n, static_cast<Eigen::Index>(order.size()));
  for (std::uint32_t i = 0; i < n; ++i) {
    const auto row = rows[i];
    for (std::size_t k = 0; k < row.index.size(); ++k) {
      if (at[row.index[k]] >= 0) X(i, at[row.index[k]]) = row.value[k] / unit;
    }
  }
  return X;
}

// The columns of largest variance, in their order.
Eigen::MatrixXd widest_columns(const Embedding::Rows& rows) {
  const double unit = unit_of(std::span(rows.data(), static_cast<std::size_t>(rows.size())));
  const double n = static_cast<double>(rows.rows());
  Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(rows.cols()), scatter = mean;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) mean += rows.row(i) / unit / n;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) scatter += (rows.row(i) / unit - mean).cwiseAbs2();
  std::vector<Eigen::Index> order(static_cast<std::size_t>(rows.cols()));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [&](Eigen::Index j) { return scatter[j]; });
  order.resize(std::min(order.size(), kColumns));
  std::ranges::sort(order);
  return rows(Eigen::all, order) / unit;
}

Eigen::MatrixXd chosen_columns(const Items& items) {
  const auto* dense = std::get_if<Embedding::Rows>(&items.rows);
  if (dense == nullptr) return fullest_columns(std::get<CsrMatrix>(items.rows), items.size());
  if (items.eigenvalues.size() == 0) return widest_columns(*dense);
  return dense->leftCols(std::min<Eigen::Index>(dense->cols(), kColumns));
}

}  // namespace

std::vector<std::array<float, 2>> layout_of(const Items& items) {
  std::vector<std::array<float, 2>> places(items.size(), {0, 0});
  Eigen::MatrixXd X = chosen_columns(items);
  if (X.rows() < 2 || X.cols() == 0) return places;
  for (Eigen::Index i = 0; i < X.rows(); ++i) {
    if (const double length = X.row(i).norm(); length > 0) X.row(i) /= length;
  }
  X.rowwise() -= X.colwise().mean().eval();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> axes(X.transpose() * X);
  for (Eigen::Index axis = 0; axis < std::min<Eigen::Index>(2, X.cols()); ++axis) {
    Eigen::VectorXd direction = axes.eigenvectors().col(X.cols() - 1 - axis);
    Eigen::Index largest = 0;  // fixes the sign, as in the embedding
    direction.cwiseAbs().maxCoeff(&largest);
    if (direction(largest) < 0) direction = -direction;
    const Eigen::VectorXd p = X * direction;
    const double scale = std::max(p.cwiseAbs().maxCoeff(), 1e-300);
    for (Eigen::Index i = 0; i < p.size(); ++i)
      places[static_cast<std::size_t>(i)][static_cast<std::size_t>(axis)] =
          static_cast<float>(p(i) / scale);
  }
  return places;
}

}  // namespace querent
