// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <vector>

#include <querent/spectral/solvers/solver.hpp>

namespace querent::spectral {

std::vector<Eigen::Index> ascending(EigenPairs& pairs) {
  std::vector<Eigen::Index> column(static_cast<std::size_t>(pairs.values.size()));
  std::iota(column.begin(), column.end(), Eigen::Index{0});
  std::ranges::stable_sort(
      column, [&](Eigen::Index k, Eigen::Index l) { return pairs.values(k) < pairs.values(l); });
  pairs.values = pairs.values(column).eval();
  pairs.residuals = pairs.residuals(column).eval();
  if (pairs.errors.size() > 0) pairs.errors = pairs.errors(column).eval();
  return column;
}

void measure(const Laplacian& L, EigenPairs& pairs) {
  constexpr Eigen::Index kColumns = 8;
  const Eigen::Index n = pairs.vectors.rows();
  const Eigen::Index d = pairs.vectors.cols();
  Laplacian::Product product(L);
  pairs.values.resize(d);
  pairs.residuals.resize(d);
  for (Eigen::Index first = 0; first < d; first += kColumns) {
    const Eigen::Index k = std::min(kColumns, d - first);
    DenseBlock<double> x(L.size(), static_cast<std::uint64_t>(k));
    DenseBlock<double> y(L.size(), static_cast<std::uint64_t>(k));
    Eigen::Map<Embedding::Rows>(x.data(), n, k) = pairs.vectors.middleCols(first, k);
    product(x, y);
    const Eigen::Map<Embedding::Rows> X(x.data(), n, k);
    Eigen::Map<Embedding::Rows> Y(y.data(), n, k);
    const Eigen::RowVectorXd quotient = (X.array() * Y.array()).colwise().sum();
    Y -= (X.array().rowwise() * quotient.array()).matrix();
    pairs.values.segment(first, k) = quotient.transpose();
    pairs.residuals.segment(first, k) = Y.colwise().norm().transpose();
  }
  const std::vector<Eigen::Index> order = ascending(pairs);
  if (!std::is_sorted(order.begin(), order.end())) {
    for (Eigen::Index i = 0; i < n; ++i) pairs.vectors.row(i) = pairs.vectors.row(i)(order).eval();
  }
}

}  // namespace querent::spectral
