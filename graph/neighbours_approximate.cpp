// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/neighbours_approximate.hpp>

#include <algorithm>
#include <atomic>

#include <hnswlib/hnswlib.h>

#include <querent/datasets/error.hpp>

namespace querent {

namespace {

constexpr std::size_t kLinks = 16, kBuildWidth = 200;
constexpr std::size_t kReportEvery = 1024;
constexpr double kBuildShare = 0.7;  // fraction of the time

}  // namespace

void search_approximately(const PointRows& points, const NeighbourOptions& options,
                          Neighbours& result) {
  const auto n = static_cast<std::size_t>(points.rows());
  const auto k = static_cast<std::size_t>(result.k);
  const auto goes_on = [&](double share) { return !options.progress || options.progress(share); };
  const std::size_t search_width = std::max<std::size_t>(100, 4 * (k + 1));
  hnswlib::L2Space space(static_cast<std::size_t>(points.cols()));
  hnswlib::HierarchicalNSW<float> index(&space, n, kLinks, kBuildWidth);
  // Build with one thread: the result depends on the order of insertion.
  for (std::size_t i = 0; i < n; ++i) {
    index.addPoint(points.row(static_cast<Eigen::Index>(i)).data(), i);
    if (i % kReportEvery == 0 &&
        !goes_on(kBuildShare * static_cast<double>(i) / static_cast<double>(n)))
      throw Cancelled();
  }
  index.setEf(search_width);
  std::atomic<std::size_t> done = 0;
  std::atomic<bool> stop = false, short_answer = false;
#ifdef _OPENMP
#pragma omp parallel for schedule(static) num_threads(options.threads) if (options.threads > 1)
#endif
  for (std::size_t i = 0; i < n; ++i) {
    if (stop || short_answer) continue;
    const Eigen::Index row = static_cast<Eigen::Index>(i);
    auto found = index.searchKnn(points.row(row).data(), k + 1);
    std::vector<std::pair<double, Node>> exact;
    for (; !found.empty(); found.pop()) {
      const auto j = static_cast<Node>(found.top().second);
      if (j == i) continue;
      exact.emplace_back(
          (points.row(row) - points.row(static_cast<Eigen::Index>(j))).cast<double>().norm(), j);
    }
    std::sort(exact.begin(), exact.end());
    if (exact.size() < k) {
      short_answer = true;
      continue;
    }
    for (std::size_t m = 0; m < k; ++m) {
      result.index[i * k + m] = exact[m].second;
      result.distance[i * k + m] = exact[m].first;
    }
    if (++done % kReportEvery != 0) continue;
#ifdef _OPENMP
#pragma omp critical(querent_neighbours_progress)
#endif
    if (!goes_on(kBuildShare +
                 (1 - kBuildShare) * static_cast<double>(done) / static_cast<double>(n)))
      stop = true;
  }
  if (short_answer)
    throw LimitError(
        "the approximate search found fewer than k neighbours of a row — remedy: a smaller k");
  if (stop || !goes_on(1)) throw Cancelled();
  result.search =
      "HNSW, " + std::to_string(kLinks) + " links, width " + std::to_string(search_width);
}

}  // namespace querent
