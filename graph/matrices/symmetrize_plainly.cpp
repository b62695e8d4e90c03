// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/matrices/symmetrize_plainly.hpp>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace querent {

namespace {

double weight_at(const SparseRows& s, std::uint64_t k) {
  return s.weight.empty() ? 1 : s.weight[k];
}

SparseRows transposed_rows(const SparseRows& s) {
  SparseRows t;
  const std::uint64_t n = s.num_rows();
  t.offsets.assign(n + 1, 0);
  for (const Node j : s.column) ++t.offsets[j + std::uint64_t{1}];
  std::partial_sum(t.offsets.begin(), t.offsets.end(), t.offsets.begin());
  std::vector<std::uint64_t> next(t.offsets.begin(), t.offsets.end() - 1);
  t.column.resize(s.column.size());
  t.weight.resize(s.weight.size());
  for (std::uint64_t i = 0; i < n; ++i) {
    for (std::uint64_t k = s.offsets[i]; k < s.offsets[i + 1]; ++k) {
      const std::uint64_t at = next[s.column[k]]++;
      t.column[at] = static_cast<Node>(i);
      if (!s.weight.empty()) t.weight[at] = s.weight[k];
    }
  }
  return t;
}

double both(double a, double b, Symmetrize rule) {
  if (rule == Symmetrize::kAnd) return std::min(a, b);
  return rule == Symmetrize::kOr ? std::max(a, b) : a + b;
}

}  // namespace

Graph symmetrized_plainly(const SparseRows& s, Symmetrize rule) {
  const SparseRows t = transposed_rows(s);
  SparseRows result;  // starts with no row
  bool weighted = false;
  const auto add = [&](Node j, double weight) {
    result.column.push_back(j);
    result.weight.push_back(weight);
    weighted = weighted || weight != 1;
  };
  for (std::uint64_t i = 0; i < s.num_rows(); ++i) {
    std::uint64_t a = s.offsets[i], b = t.offsets[i];
    const std::uint64_t a_end = s.offsets[i + 1], b_end = t.offsets[i + 1];
    while (a < a_end || b < b_end) {
      if (b == b_end || (a < a_end && s.column[a] < t.column[b])) {
        if (rule != Symmetrize::kAnd) add(s.column[a], weight_at(s, a));
        ++a;
      } else if (a == a_end || t.column[b] < s.column[a]) {
        if (rule != Symmetrize::kAnd) add(t.column[b], weight_at(t, b));
        ++b;
      } else {
        add(s.column[a], both(weight_at(s, a), weight_at(t, b), rule));
        ++a;
        ++b;
      }
    }
    result.offsets.push_back(result.column.size());
  }
  if (!weighted) result.weight.clear();
  return Graph(std::move(result.offsets), std::move(result.column), std::move(result.weight));
}

}  // namespace querent
