// SPDX-License-Identifier: Apache-2.0
// Exact neighbours by blocked products, the choice of the search, and the resulting graph.
//
//   x ← (x − x̄)/s,   ‖x − z‖² = ‖x‖² + ‖z‖² − 2 x·z
//
// Products of two blocks of rows are one matrix product in single precision. They only select the
// candidates, k and a few more, whose distances are computed again in double precision from the
// rows as they were given. s, a power of two, prevents overflow. With u the rounding unit, a
// product is wrong by at most
//
//   (d + 4) u (‖x‖ + ‖z‖)²   (Higham, Accuracy and Stability of Numerical Algorithms, 2002, §3.1)
//
// If another row could then be nearer than the k-th candidate, the block is searched again with
// products in double precision. Such rows are near to each other and far from x̄, as places in one
// city are on a map of the world.
#include <querent/graph/neighbours.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>
#include <type_traits>
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

template <class Real>
using Rows = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct Centred {
  PointRows rows;           // (x − x̄)/unit
  Eigen::RowVectorXd mean;  // x̄/size
  double size = 1, unit = 1;
};

template <class Points>
Centred centred(const Points& X) {
  Centred points;
  points.size = unit_of(std::span(X.data(), static_cast<std::size_t>(X.size())));
  points.mean = Eigen::RowVectorXd::Zero(X.cols());
  for (Index i = 0; i < X.rows(); ++i)
    points.mean += X.row(i).template cast<double>() / points.size;
  points.mean /= static_cast<double>(std::max<Index>(X.rows(), 1));
  const auto deviation = [&](Index i) {
    return (X.row(i).template cast<double>() / points.size - points.mean).eval();
  };
  double most = 0;
  for (Index i = 0; i < X.rows(); ++i)
    most = std::max(most, deviation(i).template lpNorm<Eigen::Infinity>());
  points.unit = std::max(points.size * std::min(unit_of(std::array{most}), 1.0),
                         std::numeric_limits<double>::min());  // 1/unit is finite, too
  points.rows.resize(X.rows(), X.cols());
  for (Index i = 0; i < X.rows(); ++i)
    points.rows.row(i) = (points.size / points.unit * deviation(i)).template cast<float>();
  return points;
}

// Centred rows from `first` on in the precision of Real.
template <class Real, class Points>
auto rows_of(const Points& X, const Centred& points, Index first, Index count) {
  if constexpr (std::is_same_v<Real, float>) {
    return points.rows.middleRows(first, count);
  } else {
    Rows<Real> rows = X.middleRows(first, count).template cast<double>() / points.size;
    rows.rowwise() -= points.mean;
    rows *= points.size / points.unit;
    return rows;
  }
}

template <class Real>
using Candidate = std::pair<Real, Node>;  // squared distance without ‖x‖², then the node

// Keeps the smallest `limit` values in a heap with the largest in front.
template <class Real>
void offer(std::vector<Candidate<Real>>& heap, std::size_t limit, Candidate<Real> c) {
  if (heap.size() < limit) {
    heap.push_back(c);
    std::push_heap(heap.begin(), heap.end());
  } else if (c < heap.front()) {
    std::pop_heap(heap.begin(), heap.end());
    heap.back() = c;
    std::push_heap(heap.begin(), heap.end());
  }
}

// The candidates of `count` rows from `first` on, one heap each.
template <class Real, class Points>
std::vector<std::vector<Candidate<Real>>> candidates_of(const Points& X, const Centred& points,
                                                        Index first, Index count, int k) {
  const auto limit = static_cast<std::size_t>(k + kSpare);
  std::vector<std::vector<Candidate<Real>>> heaps(static_cast<std::size_t>(count));
  const auto block = rows_of<Real>(X, points, first, count);
  // candidates × rows, so that those of a row are contiguous
  Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic> products;
  for (Index at = 0; at < X.rows(); at += kCandidates) {
    const Index width = std::min(kCandidates, X.rows() - at);
    const auto others = rows_of<Real>(X, points, at, width);
    const Eigen::Vector<Real, Eigen::Dynamic> squares = others.rowwise().squaredNorm();
    products.noalias() = others * block.transpose();
    for (Index i = 0; i < count; ++i) {
      auto& heap = heaps[static_cast<std::size_t>(i)];
      const Real* const dot = products.col(i).data();
      for (Index j = 0; j < width; ++j) {
        if (at + j == first + i) continue;
        const Real value = squares[j] - 2 * dot[j];
        if (heap.size() == limit && value > heap.front().first) continue;
        offer<Real>(heap, limit, {value, static_cast<Node>(at + j)});
      }
    }
  }
  return heaps;
}

// Fills `result` for `count` rows from `first` on; false if rounding may have hidden a neighbour.
template <class Real, class Points>
bool search_block(const Points& X, const Centred& points, Index first, Index count,
                  Neighbours& result) {
  const auto k = static_cast<std::size_t>(result.k);
  const double inverse = 1 / points.unit;
  const double rounding = static_cast<double>(X.cols() + 4) * std::numeric_limits<Real>::epsilon();
  const auto heaps = candidates_of<Real>(X, points, first, count, result.k);
  Eigen::RowVectorXd difference(X.cols());
  bool certain = true;
  for (Index i = 0; i < count; ++i) {
    const auto& heap = heaps[static_cast<std::size_t>(i)];
    std::vector<std::pair<double, Node>> exact;
    for (const auto& [value, j] : heap) {
      difference = X.row(first + i).template cast<double>() - X.row(j).template cast<double>();
      exact.emplace_back(points.unit * (inverse * difference).norm(), j);
    }
    std::sort(exact.begin(), exact.end());
    for (std::size_t m = 0; m < k; ++m) {
      const std::size_t to = static_cast<std::size_t>(first + i) * k + m;
      result.index[to] = exact[m].second;
      result.distance[to] = exact[m].first;
    }
    if (heap.size() < k + kSpare) continue;  // all rows are candidates
    const double last = inverse * exact[k - 1].first;
    const double length = points.rows.row(first + i).template cast<double>().norm();
    const double least = static_cast<double>(heap.front().first) + length * length;
    const double reach = 2 * length + last;
    certain = certain && (last == 0 || least > last * last + rounding * reach * reach);
  }
  return certain;
}

template <class Points>
void search_exactly(const Points& X, const Centred& points, const NeighbourOptions& options,
                    Neighbours& result) {
  const Index blocks = (X.rows() + kBlock - 1) / kBlock;
  std::atomic<Index> done = 0;
  std::atomic<bool> stop = false;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) num_threads(options.threads) if (options.threads > 1)
#endif
  for (Index b = 0; b < blocks; ++b) {
    if (stop) continue;
    const Index first = b * kBlock, count = std::min(kBlock, X.rows() - first);
    if (!search_block<float>(X, points, first, count, result))
      search_block<double>(X, points, first, count, result);
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
