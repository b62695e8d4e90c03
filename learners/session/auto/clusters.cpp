// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/auto/clusters.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

#include <querent/graph/parallel.hpp>
#include <querent/learners/session/auto/split_centres.hpp>

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
  return kernels.first_features({items, static_cast<std::uint32_t>(items.size())}).cast<float>();
}

// The nearest centre of each row, and ‖x − c‖².
struct Nearest {
  std::vector<Index> centre;
  Eigen::VectorXf square;
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

// Moves each centre to the mean of its rows until no row changes its centre.
Points settled(const Points& X, Points C) {
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
  return C;
}

}  // namespace

Clusters clusters_of(const Kernels& kernels, std::uint32_t k, std::uint64_t most_sampled) {
  const std::uint32_t n = kernels.size();
  if (n == 0) return {};
  std::vector<std::uint32_t> sample(std::min<std::uint64_t>(n, most_sampled));
  for (std::uint64_t s = 0; s < sample.size(); ++s)
    sample[s] = static_cast<std::uint32_t>(s * n / sample.size());
  const Points X = features_of(kernels, sample);
  const Points centres = settled(X, split_centres(X, k));
  std::vector<std::pair<Index, float>> place(n);  // the centre of each item and its distance
  for_rows(kernels.threads(), n, kPlacedTogether, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint32_t> some(last - first);
    std::iota(some.begin(), some.end(), static_cast<std::uint32_t>(first));
    const Nearest nearest = nearest_to(features_of(kernels, some), centres);
    for (std::size_t s = 0; s < some.size(); ++s)
      place[some[s]] = {nearest.centre[s], nearest.square[position(s)]};
  });
  Clusters clusters;
  clusters.items.resize(static_cast<std::size_t>(centres.rows()));
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
