// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/auto/clusters.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <querent/graph/parallel.hpp>

namespace querent {

namespace {

using Points = Kernels::FloatRows;
using Eigen::Index;

constexpr int kMostRounds = 30;
constexpr std::uint64_t kPlacedTogether = 512;  // rows per work item of a thread

Index position(std::size_t n) {
  return static_cast<Index>(n);
}

Points features_of(const Kernels& kernels, const std::vector<std::uint32_t>& items) {
  return kernels.first_features(ItemList::of(items)).cast<float>();
}

// The nearest centre of each row.
std::vector<Index> nearest_to(const Points& X, const Points& C) {
  const Eigen::RowVectorXf length = C.rowwise().squaredNorm().transpose();
  std::vector<Index> nearest(static_cast<std::size_t>(X.rows()));
  const Points inner = X * C.transpose();
  for (Index i = 0; i < X.rows(); ++i) {
    (length - 2 * inner.row(i)).minCoeff(&nearest[static_cast<std::size_t>(i)]);
  }
  return nearest;
}

// Moves each centre to the mean of its rows until no row changes its centre.
Points settled(const Points& X, Points C) {
  std::vector<Index> now = nearest_to(X, C);
  for (int round = 0; round < kMostRounds; ++round) {
    Points sum = Points::Zero(C.rows(), C.cols());
    Eigen::VectorXf count = Eigen::VectorXf::Zero(C.rows());
    for (Index i = 0; i < X.rows(); ++i) {
      const Index j = now[static_cast<std::size_t>(i)];
      sum.row(j) += X.row(i);
      ++count[j];
    }
    for (Index j = 0; j < C.rows(); ++j) {
      if (count[j] > 0) C.row(j) = sum.row(j) / count[j];
    }
    std::vector<Index> next = nearest_to(X, C);
    const bool moved = next != now;
    now = std::move(next);
    if (!moved) break;
  }
  return C;
}

constexpr int kProductsForAxis = 200;
constexpr double kAlike = 1e-12;  // share of the first spread below which parts are not cut

struct Part {
  std::vector<Index> rows;
  Eigen::RowVectorXd mean;
  double scatter;  // Σ ‖x − x̄‖²
};

Part part_of(const Points& X, std::vector<Index> rows) {
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

std::pair<Part, Part> halves(const Points& X, const Part& part) {
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

Points split_centres(const Points& X, std::uint32_t k) {
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
  Points C(static_cast<Index>(parts.size()), X.cols());
  for (std::size_t j = 0; j < parts.size(); ++j)
    C.row(static_cast<Index>(j)) = parts[j].mean.cast<float>();
  return C;
}

Clusters clusters_of(const Kernels& kernels, std::uint32_t k, std::uint64_t most_sampled,
                     float noise) {
  const std::uint32_t n = kernels.size();
  if (n == 0) return {};
  std::vector<std::uint32_t> sample(std::min<std::uint64_t>(n, most_sampled));
  for (std::uint64_t s = 0; s < sample.size(); ++s)
    sample[s] = static_cast<std::uint32_t>(s * n / sample.size());
  const Points X = features_of(kernels, sample);
  const Points centres = settled(X, split_centres(X, k));
  const auto sources = static_cast<float>(std::max<std::size_t>(kernels.num_near(), 1));
  // the centre of each item, and how well it represents the cluster
  std::vector<std::pair<Index, float>> place(n);
  for_rows(kernels.threads(), n, kPlacedTogether, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint32_t> some(last - first);
    std::iota(some.begin(), some.end(), static_cast<std::uint32_t>(first));
    const Points Y = features_of(kernels, some);
    const std::vector<Index> nearest = nearest_to(Y, centres);
    for (std::size_t s = 0; s < some.size(); ++s) {
      const auto x = Y.row(position(s));
      place[some[s]] = {nearest[s], for_comparison(x.dot(centres.row(nearest[s])) /
                                                   std::sqrt(x.squaredNorm() / sources + noise))};
    }
  });
  Clusters clusters;
  clusters.items.resize(static_cast<std::size_t>(centres.rows()));
  for (std::uint32_t i = 0; i < n; ++i)
    clusters.items[static_cast<std::size_t>(place[i].first)].push_back(i);
  for (auto& items : clusters.items) {
    std::ranges::stable_sort(items, std::ranges::greater(),
                             [&](std::uint32_t i) { return place[i].second; });
  }
  std::erase_if(clusters.items, [](const auto& items) { return items.empty(); });
  std::ranges::stable_sort(clusters.items, std::ranges::greater(),
                           [](const auto& items) { return items.size(); });
  return clusters;
}

}  // namespace querent
