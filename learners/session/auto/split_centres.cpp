// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/auto/split_centres.hpp>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <Eigen/Core>

namespace querent {

namespace {

using Rows = Kernels::FloatRows;
using Eigen::Index;

constexpr int kProductsForAxis = 200;
constexpr double kAlike = 1e-12;  // share of the first spread below which parts are not cut

struct Part {
  std::vector<Index> rows;
  Eigen::RowVectorXd mean;
  double scatter;  // Σ ‖x − x̄‖²
};

Part part_of(const Rows& X, std::vector<Index> rows) {
  Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(X.cols());
  for (const Index i : rows) mean += X.row(i).cast<double>();
  mean /= static_cast<double>(rows.size());
  double scatter = 0;
  for (const Index i : rows) scatter += (X.row(i).cast<double>() - mean).squaredNorm();
  return {std::move(rows), std::move(mean), scatter};
}

Eigen::VectorXd longest_axis(const Eigen::MatrixXd& squares) {
  Index most = 0;
  squares.diagonal().maxCoeff(&most);
  Eigen::VectorXd u = squares.col(most).normalized();
  for (int product = 0; product < kProductsForAxis; ++product)
    u = (squares * u).normalized().eval();
  return u;
}

std::pair<Part, Part> halves(const Rows& X, const Part& part) {
  Eigen::MatrixXd Y(static_cast<Index>(part.rows.size()), X.cols());
  for (Index i = 0; i < Y.rows(); ++i)
    Y.row(i) = X.row(part.rows[static_cast<std::size_t>(i)]).cast<double>() - part.mean;
  const Eigen::VectorXd along = Y * longest_axis(Y.transpose() * Y);
  std::vector<Index> above, rest;
  for (Index i = 0; i < Y.rows(); ++i)
    (along[i] > 0 ? above : rest).push_back(part.rows[static_cast<std::size_t>(i)]);
  return {part_of(X, std::move(above)), part_of(X, std::move(rest))};
}

}  // namespace

Rows split_centres(const Rows& X, std::uint32_t k) {
  std::vector<Index> all(static_cast<std::size_t>(X.rows()));
  std::iota(all.begin(), all.end(), Index{0});
  std::vector<Part> parts = {part_of(X, std::move(all))};
  const double alike = kAlike * X.cast<double>().squaredNorm();
  while (parts.size() < k) {
    const auto widest = std::ranges::max_element(parts, {}, &Part::scatter);
    if (!(widest->scatter > alike)) break;
    std::pair<Part, Part> two = halves(X, *widest);
    *widest = std::move(two.first);
    parts.push_back(std::move(two.second));
  }
  Rows C(static_cast<Index>(parts.size()), X.cols());
  for (std::size_t j = 0; j < parts.size(); ++j)
    C.row(static_cast<Index>(j)) = parts[j].mean.cast<float>();
  return C;
}

}  // namespace querent
