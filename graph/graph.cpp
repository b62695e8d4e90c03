// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/graph.hpp>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

namespace querent {

namespace {

struct Arrays {
  std::vector<std::uint64_t> offsets;
  std::vector<Node> neighbours;
  std::vector<double> weights;
};

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
  const auto need = [](bool condition, const char* what) {
    if (!condition) throw std::invalid_argument(std::string("Graph: ") + what);
  };
  need(!offsets_.empty() && offsets_.front() == 0 && offsets_.back() == neighbours_.size(),
       "offsets must run from 0 to the number of entries");
  need(weights_.empty() || weights_.size() == neighbours_.size(), "one weight per entry, or none");
  const std::uint64_t n = num_nodes();
  // Check all rows before reading an entry: an offset out of range may be followed by a smaller
  // one.
  need(std::is_sorted(offsets_.begin(), offsets_.end()), "offsets must not decrease");
  // Entry (i, j) of ascending rows must meet its mirror (j, i) in the same order; one cursor per
  // row checks this in O(m).
  std::vector<std::uint64_t> cursor(offsets_.begin(), offsets_.end() - 1);
  for (std::uint64_t i = 0; i < n; ++i) {
    for (std::uint64_t k = offsets_[i]; k < offsets_[i + 1]; ++k) {
      const Node j = neighbours_[k];
      need(j < n && j != i, "neighbours must be other nodes of the graph");
      need(k == offsets_[i] || neighbours_[k - 1] < j, "neighbours must ascend");
      need(weights_.empty() || weights_[k] > 0, "weights must be positive");
      const std::uint64_t mirror = cursor[j]++;
      need(mirror < offsets_[std::uint64_t{j} + 1] && neighbours_[mirror] == i,
           "the matrix must be symmetric");
      need(weights_.empty() || weights_[mirror] == weights_[k], "the weights must be symmetric");
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
