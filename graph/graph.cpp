// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/graph.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

namespace querent {

namespace {

struct Arrays {
  std::vector<std::uint64_t> offsets;
  std::vector<Node> neighbours;
  std::vector<double> weights;
};

template <class... Args>
void need(bool condition, fmt::format_string<Args...> otherwise, Args... args) {
  if (!condition)
    throw std::invalid_argument("Graph: " +
                                fmt::vformat(otherwise, fmt::make_format_args(args...)));
}

}  // namespace

Graph::Graph(Trusted, std::vector<std::uint64_t> offsets, std::vector<Node> neighbours,
             std::vector<double> weights) {
  const auto kept = std::make_shared<const Arrays>(
      Arrays{std::move(offsets), std::move(neighbours), std::move(weights)});
  offsets_ = kept->offsets;
  neighbours_ = kept->neighbours;
  weights_ = kept->weights;
  owner_ = kept;
}

Graph::Graph(std::vector<std::uint64_t> offsets, std::vector<Node> neighbours,
             std::vector<double> weights)
    : Graph(Trusted{}, std::move(offsets), std::move(neighbours), std::move(weights)) {
  need(!offsets_.empty() && offsets_.front() == 0 && offsets_.back() == neighbours_.size(),
       "offsets must run from 0 to the number of entries");
  need(weights_.empty() || weights_.size() == neighbours_.size(), "one weight per entry, or none");
  const std::uint64_t n = num_nodes();
  // Check all rows before reading an entry: an offset out of range may be followed by a smaller
  // one.
  const auto smaller = std::is_sorted_until(offsets_.begin(), offsets_.end());
  need(smaller == offsets_.end(), "offset {} is smaller than the one before",
       smaller - offsets_.begin());
  // Entry (i, j) of ascending rows must meet its mirror (j, i) in the same order; one cursor per
  // row checks this in O(m).
  std::vector<std::uint64_t> cursor(offsets_.begin(), offsets_.end() - 1);
  const auto weight = [&](std::uint64_t k) { return weights_.empty() ? 1 : weights_[k]; };
  for (std::uint64_t i = 0; i < n; ++i) {
    for (std::uint64_t k = offsets_[i]; k < offsets_[i + 1]; ++k) {
      const Node j = neighbours_[k];
      need(j < n && j != i, "node {} has the neighbour {}, which is not another of the {} nodes", i,
           j, n);
      need(k == offsets_[i] || neighbours_[k - 1] < j, "neighbours must ascend, those of {} do not",
           i);
      need(weight(k) > 0 && std::isfinite(weight(k)),
           "weights must be positive and finite, that of {} and {} is {}", i, j, weight(k));
      const std::uint64_t mirror = cursor[j]++;
      const bool is_there = mirror < offsets_[std::uint64_t{j} + 1];
      const std::uint64_t at_mirror = is_there ? neighbours_[mirror] : n;
      need(at_mirror == i, "the matrix must be symmetric, the edge of {} and {} has one direction",
           j, at_mirror < i ? at_mirror : i);
      need(weight(mirror) == weight(k), "the edge of {} and {} has two weights, {} and {}", i, j,
           weight(k), weight(mirror));
    }
  }
}

double Graph::degree(Node i) const {
  const auto w = weights(i);
  return weighted() ? std::accumulate(w.begin(), w.end(), 0.0)
                    : static_cast<double>(neighbours(i).size());
}

bool operator==(const Graph& a, const Graph& b) {
  return std::ranges::equal(a.offsets_, b.offsets_) &&
         std::ranges::equal(a.neighbours_, b.neighbours_) &&
         std::ranges::equal(a.weights_, b.weights_);
}

}  // namespace querent
