// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/assemble.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace querent {

namespace {

/// counts[i] → where the entries of i begin; the sum goes last.
void to_offsets(std::vector<std::uint64_t>& counts) {
  std::uint64_t begin = 0;
  for (auto& count : counts) begin += std::exchange(count, begin);
}

/// Entries (row, column, weight) bucketed by one of the two indices, in the order they had.
struct Buckets {
  std::vector<std::uint64_t> offsets;
  std::vector<Node> other;  // the index that is not the bucket's
  std::vector<double> weight;
};

/// `bucket(k)` and `other(k)` of entries visited by `for_each(visit)`, visit(bucket, other,
/// weight).
template <class ForEach>
Buckets bucketed(std::uint64_t n, std::uint64_t size, bool weighted,
                 std::vector<std::uint64_t> counts, ForEach for_each) {
  Buckets result;
  counts.resize(n + 1, 0);
  to_offsets(counts);
  result.offsets = counts;
  result.other.resize(size);
  if (weighted) {
    result.weight.resize(size);
    for_each([&](Node bucket, Node other, double weight) {
      const std::uint64_t at = counts[bucket]++;
      result.other[at] = other;
      result.weight[at] = weight;
    });
  } else {
    for_each([&](Node bucket, Node other, double) { result.other[counts[bucket]++] = other; });
  }
  return result;
}

}  // namespace

SparseRows sorted_rows(std::uint64_t n, std::vector<Entry> entries, std::vector<double> weights,
                       const Merge& merge) {
  const bool weighted = !weights.empty() || merge;
  const std::uint64_t size = entries.size();
  std::vector<std::uint64_t> row_counts(n + 1), column_counts(n + 1);
  for (const Entry& entry : entries) {
    ++row_counts[entry.row];
    ++column_counts[entry.column];
  }
  Buckets columns = bucketed(n, size, weighted, std::move(column_counts), [&](auto visit) {
    for (std::uint64_t k = 0; k < size; ++k) {
      visit(entries[k].column, entries[k].row, weights.empty() ? 1.0 : weights[k]);
    }
  });
  entries = {};
  weights = {};
  Buckets rows = bucketed(n, size, weighted, std::move(row_counts), [&](auto visit) {
    for (std::uint64_t j = 0; j < n; ++j) {
      for (std::uint64_t k = columns.offsets[j]; k < columns.offsets[j + 1]; ++k) {
        visit(columns.other[k], static_cast<Node>(j), weighted ? columns.weight[k] : 1.0);
      }
    }
  });
  columns = {};

  std::uint64_t end = 0;  // of what has been merged so far, in place
  std::uint64_t begin = 0;
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t first = end;
    const std::uint64_t stop = rows.offsets[i + 1];
    for (std::uint64_t k = begin; k < stop; ++k) {
      const Node column = rows.other[k];
      if (end > first && rows.other[end - 1] == column) {
        if (weighted)
          rows.weight[end - 1] =
              merge(static_cast<Node>(i), column, rows.weight[end - 1], rows.weight[k]);
        continue;
      }
      rows.other[end] = column;
      if (weighted) rows.weight[end] = rows.weight[k];
      ++end;
    }
    begin = stop;
    rows.offsets[i + 1] = end;
  }
  rows.other.resize(end);
  if (weighted) rows.weight.resize(end);
  if (std::all_of(rows.weight.begin(), rows.weight.end(), [](double w) { return w == 1; }))
    rows.weight = {};
  return {std::move(rows.offsets), std::move(rows.other), std::move(rows.weight)};
}

Graph mirrored(const SparseRows& upper) {
  const std::uint64_t n = upper.num_rows();
  const bool weighted = !upper.weight.empty();
  std::vector<std::uint64_t> offsets(n + 1);
  for (const Node j : upper.column) ++offsets[j];
  for (std::uint64_t i = 0; i < n; ++i) offsets[i] += upper.offsets[i + 1] - upper.offsets[i];
  to_offsets(offsets);
  std::vector<std::uint64_t> cursor(offsets.begin(), offsets.end() - 1);
  std::vector<Node> neighbours(2 * upper.column.size());
  std::vector<double> weights(2 * upper.weight.size());
  // rows are visited in ascending order: when row i's turn comes, all its smaller neighbours have
  // been written
  for (std::uint64_t i = 0; i < n; ++i) {
    for (std::uint64_t k = upper.offsets[i]; k < upper.offsets[i + 1]; ++k) {
      const Node j = upper.column[k];
      const std::uint64_t here = cursor[i]++, there = cursor[j]++;
      neighbours[here] = j;
      neighbours[there] = static_cast<Node>(i);
      if (weighted) weights[here] = weights[there] = upper.weight[k];
    }
  }
  return Graph(std::move(offsets), std::move(neighbours), std::move(weights));
}

Graph induced(const Graph& graph, const std::vector<Node>& kept) {
  constexpr Node kGone = std::numeric_limits<Node>::max();
  std::vector<Node> renamed(graph.num_nodes(), kGone);
  for (std::size_t i = 0; i < kept.size(); ++i) renamed[kept[i]] = static_cast<Node>(i);
  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> neighbours;
  std::vector<double> weights;
  offsets.reserve(kept.size() + 1);
  for (const Node i : kept) {
    const auto js = graph.neighbours(i);
    const auto ws = graph.weights(i);
    for (std::size_t k = 0; k < js.size(); ++k) {
      if (renamed[js[k]] == kGone) continue;
      neighbours.push_back(renamed[js[k]]);
      if (!ws.empty()) weights.push_back(ws[k]);
    }
    offsets.push_back(neighbours.size());
  }
  return Graph(std::move(offsets), std::move(neighbours), std::move(weights));
}

}  // namespace querent
