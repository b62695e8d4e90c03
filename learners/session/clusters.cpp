// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/clusters.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include <querent/graph/parallel.hpp>
#include <querent/learners/random.hpp>

namespace querent {

namespace {

using Points = PoolModel::Covariances;
using Eigen::Index;

constexpr std::uint64_t kMostSampled = 10'000;  // of the sample
constexpr int kBeginnings = 4, kMostRounds = 30;
constexpr std::uint64_t kPlacedTogether = 512;  // of one piece of work of a thread

Index position(std::size_t n) {
  return static_cast<Index>(n);
}

// Of each row, its nearest centre and ‖x − c‖².
struct Nearest {
  std::vector<Index> centre;
  Eigen::VectorXf square;
  double sum() const { return square.cast<double>().sum(); }
};

Nearest nearest_to(const Points& X, const Points& C) {
  const Eigen::RowVectorXf length = C.rowwise().squaredNorm().transpose();
  Nearest nearest{std::vector<Index>(static_cast<std::size_t>(X.rows())),
                  Eigen::VectorXf(X.rows())};
  const Points inner = X * C.transpose();
  for (Index i = 0; i < X.rows(); ++i) {
    Index best = 0;
    const float least = (length - 2 * inner.row(i)).minCoeff(&best);
    nearest.centre[static_cast<std::size_t>(i)] = best;
    nearest.square[i] = std::max(0.0F, least + X.row(i).squaredNorm());
  }
  return nearest;
}

Points first_centres(const Points& X, std::uint32_t k, Rng& rng) {
  Points C(0, X.cols());
  Eigen::VectorXd square = Eigen::VectorXd::Ones(X.rows());
  while (C.rows() < position(k)) {
    double left = uniform01(rng) * square.sum();
    if (!(left > 0) && C.rows() > 0) break;  // every item lies on a centre
    Index i = 0;
    while (i + 1 < X.rows() && (left -= square[i]) >= 0) ++i;
    C.conservativeResize(C.rows() + 1, Eigen::NoChange);
    C.bottomRows(1) = X.row(i);
    const Eigen::VectorXd to = (X.rowwise() - X.row(i)).rowwise().squaredNorm().cast<double>();
    square = C.rows() == 1 ? to : square.cwiseMin(to).eval();
  }
  return C;
}

// Each centre becomes the mean of its rows, until none moves to another.
std::pair<double, Points> settled(const Points& X, Points C) {
  Nearest now = nearest_to(X, C);
  for (int round = 0; round < kMostRounds; ++round) {
    Points sum = Points::Zero(C.rows(), C.cols());
    Eigen::VectorXf count = Eigen::VectorXf::Zero(C.rows());
    for (Index i = 0; i < X.rows(); ++i) {
      const Index j = now.centre[static_cast<std::size_t>(i)];
      sum.row(j) += X.row(i);
      ++count[j];
    }
    for (Index j = 0; j < C.rows(); ++j) {
      if (count[j] > 0) C.row(j) = sum.row(j) / count[j];
    }
    Nearest next = nearest_to(X, C);
    const bool moved = next.centre != now.centre;
    now = std::move(next);
    if (!moved) break;
  }
  return {now.sum(), std::move(C)};
}

}  // namespace

Clusters clusters_of(const PoolModel& model, std::size_t view, std::uint32_t k) {
  const std::uint32_t n = model.size();
  if (n == 0) return {};
  std::vector<std::uint32_t> sample(std::min<std::uint64_t>(n, kMostSampled));
  for (std::uint64_t s = 0; s < sample.size(); ++s)
    sample[s] = static_cast<std::uint32_t>(s * n / sample.size());
  const Points X = model.seen(sample, view);
  std::pair<double, Points> best{std::numeric_limits<double>::infinity(), Points()};
  for (int beginning = 0; beginning < kBeginnings; ++beginning) {
    Rng rng = make_rng(static_cast<std::uint64_t>(beginning), n, Stream::kQuery);
    std::pair<double, Points> found = settled(X, first_centres(X, k, rng));
    if (found.first < best.first) best = std::move(found);
  }
  std::vector<std::pair<Index, float>> place(n);  // the centre of each item and its distance
  for_rows(model.threads(), n, kPlacedTogether, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint32_t> some(last - first);
    std::iota(some.begin(), some.end(), static_cast<std::uint32_t>(first));
    const Nearest nearest = nearest_to(model.seen(some, view), best.second);
    for (std::size_t s = 0; s < some.size(); ++s)
      place[some[s]] = {nearest.centre[s], nearest.square[position(s)]};
  });
  Clusters clusters;
  clusters.items.resize(static_cast<std::size_t>(best.second.rows()));
  for (std::uint32_t i = 0; i < n; ++i)
    clusters.items[static_cast<std::size_t>(place[i].first)].push_back(i);
  for (auto& items : clusters.items) {
    std::ranges::stable_sort(items, {}, [&](std::uint32_t i) { return place[i].second; });
  }
  std::erase_if(clusters.items, [](const auto& items) { return items.empty(); });
  std::ranges::stable_sort(clusters.items, std::ranges::greater(),
                           [](const auto& items) { return items.size(); });
  return clusters;
}

}  // namespace querent
