// SPDX-License-Identifier: Apache-2.0
// Exact neighbours by blocked products, the choice of the search, and the resulting graph.
//
//   x ← (x − x̄)/s,   ‖x − z‖² = ‖x‖² + ‖z‖² − 2 x·z
//
// Products of two blocks of rows are one matrix product in single precision. They only select the
// candidates, k and a few more, whose distances are computed again in double precision from the
// rows as they were given. The rounding error is about 10⁻⁷ (‖x‖² + ‖z‖²); without the column means
// x̄ it would be larger than the distances of rows that are far from 0. Rows far from x̄ that are
// closer than about 10⁻³ ‖x‖ can still be ranked wrongly. s, a power of two, prevents overflow.
#include <querent/graph/neighbours.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>

#include <querent/datasets/error.hpp>
#include <querent/graph/assemble.hpp>
#include <querent/graph/neighbours_approximate.hpp>
#include <querent/graph/unit.hpp>

namespace querent {

namespace {

using Eigen::Index;

constexpr Index kBlock = 128;        // rows searched together
constexpr Index kCandidates = 1024;  // rows compared with them at a time
constexpr int kSpare = 4;            // extra candidates, against rounding in single precision
constexpr double kSmallestWeight = 1e-6;
constexpr int kScaleNeighbour = 7;

struct Centred {
  PointRows rows;  // (x − x̄)/unit
  double unit;
};

template <class Points>
Centred centred(const Points& X) {
  const double size = unit_of(std::span(X.data(), static_cast<std::size_t>(X.size())));
  Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(X.cols());
  for (Index i = 0; i < X.rows(); ++i) mean += X.row(i).template cast<double>() / size;
  mean /= static_cast<double>(std::max<Index>(X.rows(), 1));
  const auto deviation = [&](Index i) {
    return (X.row(i).template cast<double>() / size - mean).eval();
  };
  double most = 0;
  for (Index i = 0; i < X.rows(); ++i)
    most = std::max(most, deviation(i).template lpNorm<Eigen::Infinity>());
  const double unit = std::max(size * std::min(unit_of(std::array{most}), 1.0),
                               std::numeric_limits<double>::min());  // 1/unit is finite, too
  Centred points{.rows = PointRows(X.rows(), X.cols()), .unit = unit};
  for (Index i = 0; i < X.rows(); ++i)
    points.rows.row(i) = (size / unit * deviation(i)).template cast<float>();
  return points;
}

using Candidate = std::pair<float, Node>;  // squared distance without ‖x‖², then the node

// Keeps the smallest `limit` values in a heap with the largest in front.
void offer(std::vector<Candidate>& heap, std::size_t limit, Candidate c) {
  if (heap.size() < limit) {
    heap.push_back(c);
    std::push_heap(heap.begin(), heap.end());
  } else if (c < heap.front()) {
    std::pop_heap(heap.begin(), heap.end());
    heap.back() = c;
    std::push_heap(heap.begin(), heap.end());
  }
}

template <class Points>
void search_block(const Points& X, const Centred& points, const Eigen::VectorXf& squares,
                  Index first, Index count, Neighbours& result) {
  const auto k = static_cast<std::size_t>(result.k);
  std::vector<std::vector<Candidate>> heaps(static_cast<std::size_t>(count));
  Eigen::MatrixXf products;  // candidates × rows, so that those of a row are contiguous
  for (Index at = 0; at < X.rows(); at += kCandidates) {
    const Index width = std::min(kCandidates, X.rows() - at);
    products.noalias() =
        points.rows.middleRows(at, width) * points.rows.middleRows(first, count).transpose();
    for (Index i = 0; i < count; ++i) {
      auto& heap = heaps[static_cast<std::size_t>(i)];
      const float* const dot = products.col(i).data();
      for (Index j = 0; j < width; ++j) {
        if (at + j == first + i) continue;
        const float value = squares[at + j] - 2 * dot[j];
        if (heap.size() == k + kSpare && value > heap.front().first) continue;
        offer(heap, k + kSpare, {value, static_cast<Node>(at + j)});
      }
    }
  }
  const double inverse = 1 / points.unit;
  Eigen::RowVectorXd difference(X.cols());
  for (Index i = 0; i < count; ++i) {
    std::vector<std::pair<double, Node>> exact;
    for (const auto& [value, j] : heaps[static_cast<std::size_t>(i)]) {
      difference = X.row(first + i).template cast<double>() - X.row(j).template cast<double>();
      exact.emplace_back(points.unit * (inverse * difference).norm(), j);
    }
    std::sort(exact.begin(), exact.end());
    for (std::size_t m = 0; m < k; ++m) {
      const std::size_t to = static_cast<std::size_t>(first + i) * k + m;
      result.index[to] = exact[m].second;
      result.distance[to] = exact[m].first;
    }
  }
}

template <class Points>
void search_exactly(const Points& X, const Centred& points, const NeighbourOptions& options,
                    Neighbours& result) {
  const Eigen::VectorXf squares = points.rows.rowwise().squaredNorm();
  const Index blocks = (X.rows() + kBlock - 1) / kBlock;
  std::atomic<Index> done = 0;
  std::atomic<bool> stop = false;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) num_threads(options.threads) if (options.threads > 1)
#endif
  for (Index b = 0; b < blocks; ++b) {
    if (stop) continue;
    const Index first = b * kBlock;
    search_block(X, points, squares, first, std::min(kBlock, X.rows() - first), result);
    ++done;
#ifdef _OPENMP
#pragma omp critical(querent_neighbours_progress)
#endif
    if (options.progress &&
        !options.progress(static_cast<double>(done) / static_cast<double>(blocks)))
      stop = true;
  }
  if (stop) throw Cancelled();
  result.search = "exact";
}

template <class Points>
Neighbours search(const Points& X, const NeighbourOptions& options) {
  if (options.k < 1 || options.threads < 1)
    throw std::invalid_argument("nearest_neighbours: k >= 1 and threads >= 1 are needed");
  if (!X.allFinite())
    throw std::invalid_argument("nearest_neighbours: every coordinate must be finite");
  const double n = static_cast<double>(X.rows());
  Neighbours result;
  result.k = static_cast<int>(std::clamp<Index>(X.rows() - 1, 0, options.k));
  const auto entries = static_cast<std::size_t>(X.rows()) * static_cast<std::size_t>(result.k);
  result.index.resize(entries);
  result.distance.resize(entries);
  const bool exact = options.search == NeighbourSearch::kExact ||
                     (options.search == NeighbourSearch::kAuto &&
                      n * n * static_cast<double>(std::max<Index>(X.cols(), 16)) <= kExactProducts);
  const Centred points = centred(X);
  if (exact) {
    search_exactly(X, points, options, result);
  } else {
    search_approximately(points.rows, options, result);
    for (double& distance : result.distance) distance *= points.unit;
  }
  return result;
}

}  // namespace

Neighbours nearest_neighbours(const PointRows& points, const NeighbourOptions& options) {
  return search(points, options);
}

Neighbours nearest_neighbours(const PrecisePoints& points, const NeighbourOptions& options) {
  return search(points, options);
}

Graph neighbour_graph(const Neighbours& neighbours) {
  const auto k = static_cast<std::size_t>(neighbours.k);
  const std::size_t n = k == 0 ? 0 : neighbours.index.size() / k;
  if (!std::ranges::all_of(neighbours.distance, [](double d) { return std::isfinite(d); }))
    throw std::invalid_argument(
        "nearest_neighbours: a distance exceeds 1.8e308 — the values are too large: scale the "
        "columns");
  const double unit = unit_of(neighbours.distance);
  // σ_i; if seven rows coincide with i, the distance of the nearest other row.
  std::vector<double> sigma(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t m = std::min<std::size_t>(k, kScaleNeighbour); m <= k && sigma[i] <= 0; ++m)
      sigma[i] = neighbours.distance[i * k + m - 1] / unit;
  }
  Entries entries;
  entries.key.reserve(n * k);
  entries.weight.reserve(n * k);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t m = 0; m < k; ++m) {
      const Node j = neighbours.index[i * k + m];
      const double distance = neighbours.distance[i * k + m] / unit, scale = sigma[i] * sigma[j];
      const double square = distance * distance;
      const double weight = square == 0 ? 1 : scale > 0 ? std::exp(-square / scale) : 0;
      entries.add(std::min(static_cast<Node>(i), j), std::max(static_cast<Node>(i), j));
      entries.weight.push_back(std::max(weight, kSmallestWeight));
    }
  }
  SparseRows rows = sorted_rows(n, std::move(entries), {});
  rows.weight.resize(rows.column.size(), 1.0);  // weighted, even if all rows coincide
  return mirrored(rows);
}

}  // namespace querent
