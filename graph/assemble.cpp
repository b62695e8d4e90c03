// SPDX-License-Identifier: Apache-2.0
// Radix sort of (row, column) keys, from the lowest digit up. Every pass reads and writes few
// streams in sequence, whereas a counting sort over all nodes would miss the cache at every entry
// of a large graph. The sort is stable, so "first" stays first.
#include <querent/graph/assemble.hpp>

#include <algorithm>
#include <array>
#include <bit>

namespace querent {

namespace {

constexpr int kDigitBits = 11;

/// One pass: sorts the entries by `bits` bits of their keys from bit `shift` on.
void sort_by_digit(Entries& entries, Entries& other, int shift, int bits) {
  std::array<std::uint64_t, std::size_t{1} << kDigitBits> place{};
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  for (const std::uint64_t key : entries.key) ++place[key >> shift & mask];
  std::uint64_t begin = 0;
  for (std::uint64_t& count : place) begin += std::exchange(count, begin);
  const bool weighted = !entries.weight.empty();
  other.key.resize(entries.key.size());
  other.weight.resize(entries.weight.size());
  for (std::size_t k = 0; k < entries.key.size(); ++k) {
    const std::uint64_t at = place[entries.key[k] >> shift & mask]++;
    other.key[at] = entries.key[k];
    if (weighted) other.weight[at] = entries.weight[k];
  }
  std::swap(entries, other);
}

/// Sorts by the 32-bit half of the key that begins at bit `shift`; its values are below n.
void sort_by_half(Entries& entries, Entries& other, std::uint64_t n, int shift) {
  const int bits = static_cast<int>(std::bit_width(n > 0 ? n - 1 : 0));
  const int passes = (bits + kDigitBits - 1) / kDigitBits;
  for (int p = 0, done = 0; p < passes; ++p) {
    const int width = (bits - done) / (passes - p);
    sort_by_digit(entries, other, shift + done, width);
    done += width;
  }
}

Node row_of(std::uint64_t key) {
  return static_cast<Node>(key >> 32);
}
Node column_of(std::uint64_t key) {
  return static_cast<Node>(key & 0xffffffff);
}

}  // namespace

SparseRows sorted_rows(std::uint64_t n, std::uint64_t columns, Entries entries,
                       const Merge& merge) {
  {
    Entries other;
    sort_by_half(entries, other, columns, 0);
    sort_by_half(entries, other, n, 32);
  }
  // Entries of weight 1 need no weights until a merge creates another value.
  const auto weight_of = [&](std::size_t k) {
    return entries.weight.empty() ? 1.0 : entries.weight[k];
  };
  bool weighted = !entries.weight.empty();
  SparseRows rows;
  rows.offsets.assign(n + 1, 0);
  rows.column.reserve(entries.key.size());
  std::size_t last = 0;  // position of the entry that the next may repeat
  for (std::size_t k = 0; k < entries.key.size(); ++k) {
    const std::uint64_t key = entries.key[k];
    if (k > 0 && entries.key[last] == key) {
      if (!merge) continue;
      const double merged =
          merge(row_of(key), column_of(key), weighted ? rows.weight.back() : 1.0, weight_of(k));
      if (!weighted && merged != 1) {
        rows.weight.assign(rows.column.size(), 1.0);
        weighted = true;
      }
      if (weighted) rows.weight.back() = merged;
      continue;
    }
    last = k;
    ++rows.offsets[std::size_t{row_of(key)} + 1];
    rows.column.push_back(column_of(key));
    if (weighted) rows.weight.push_back(weight_of(k));
  }
  for (std::uint64_t i = 0; i < n; ++i) rows.offsets[i + 1] += rows.offsets[i];
  if (std::ranges::all_of(rows.weight, [](double w) { return w == 1; })) rows.weight = {};
  return rows;
}

Graph mirrored(const SparseRows& upper) {
  const std::uint64_t n = upper.num_rows();
  const bool weighted = !upper.weight.empty();
  Entries lower;
  lower.key.reserve(upper.column.size());
  lower.weight = upper.weight;
  for (std::uint64_t i = 0; i < n; ++i) {
    for (std::uint64_t k = upper.offsets[i]; k < upper.offsets[i + 1]; ++k)
      lower.add(upper.column[k], static_cast<Node>(i));
  }
  {
    Entries other;
    sort_by_half(lower, other, n, 32);  // the columns are sorted already
  }
  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> neighbours;
  std::vector<double> weights;
  offsets.reserve(n + 1);
  neighbours.reserve(2 * upper.column.size());
  weights.reserve(2 * upper.weight.size());
  for (std::uint64_t i = 0, low = 0; i < n; ++i) {
    for (; low < lower.key.size() && row_of(lower.key[low]) == i; ++low) {
      neighbours.push_back(column_of(lower.key[low]));
      if (weighted) weights.push_back(lower.weight[low]);
    }
    for (std::uint64_t k = upper.offsets[i]; k < upper.offsets[i + 1]; ++k) {
      neighbours.push_back(upper.column[k]);
      if (weighted) weights.push_back(upper.weight[k]);
    }
    offsets.push_back(neighbours.size());
  }
  return Graph(Graph::Trusted{}, std::move(offsets), std::move(neighbours), std::move(weights));
}

}  // namespace querent
