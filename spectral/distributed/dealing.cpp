// SPDX-License-Identifier: Apache-2.0
// Rows of a matrix dealt to the ranks in turns.
//
// A file in random order names its hubs first. Contiguous rows of equal work are then few long ones
// on one rank and many short ones on another, and ranks wait for each other twice per step:
// products take long on ranks with many entries, sums on ranks with many rows. Dealt in turns, all
// ranks have equal numbers of both.
#include <querent/spectral/distributed/local_numbers.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace querent::distributed {
namespace {

constexpr std::uint64_t kMostTogether = 64, kTurns = 16;  // pieces per rank, at least
constexpr Eigen::Index kColumns = 8;                      // that are returned at once

/// The original rows by the rank to which they go, and the number for each rank.
struct Outgoing {
  std::vector<Node> rows;
  std::vector<int> counts;
};

Outgoing outgoing(std::uint64_t n, const Dealing& dealing, const Ranks& ranks) {
  const std::uint64_t first = dealing.ranges().begin(ranks.rank);
  const auto owner = [&](std::uint64_t i) { return dealing.rank(static_cast<Node>(first + i)); };
  Outgoing result{.rows = std::vector<Node>(n), .counts = counts_by_owner(ranks.count, n, owner)};
  const std::vector<std::uint32_t> place = places_by_owner(result.counts, n, owner);
  for (std::uint64_t i = 0; i < n; ++i) result.rows[place[i]] = static_cast<Node>(i);
  return result;
}

}  // namespace

Dealing::Dealing(std::uint64_t nodes, int ranks)
    : ranks_(static_cast<std::uint64_t>(ranks)),
      piece_(std::clamp<std::uint64_t>(nodes / (kTurns * ranks_), 1, kMostTogether)) {
  std::vector<std::uint64_t> starts{0};
  const std::uint64_t turn = piece_ * ranks_, left = nodes % turn;
  for (std::uint64_t r = 0; r < ranks_; ++r) {
    const std::uint64_t of_last = std::min(left - std::min(left, r * piece_), piece_);
    starts.push_back(starts.back() + nodes / turn * piece_ + of_last);
  }
  ranges_ = Ranges(std::move(starts));
}

Node Dealing::number(Node home) const {
  const std::uint64_t turn = home / (piece_ * ranks_);
  return static_cast<Node>(ranges_.begin(rank(home)) + turn * piece_ + home % piece_);
}

Node Dealing::home(int rank, std::uint64_t k) const {
  const std::uint64_t piece = k / piece_ * ranks_ + static_cast<std::uint64_t>(rank);
  return static_cast<Node>(piece * piece_ + k % piece_);
}

SparseRows exchange_rows(const SparseRows& rows, const std::vector<int>& counts) {
  std::vector<std::uint64_t> sizes, entries(counts.size(), 0);
  for (std::size_t r = 0; r < counts.size(); ++r) {
    for (int k = 0; k < counts[r]; ++k) {
      const std::size_t i = sizes.size();
      entries[r] += sizes.emplace_back(rows.offsets[i + 1] - rows.offsets[i]);
    }
  }
  SparseRows result;
  for (const std::uint64_t size : exchange(std::span<const std::uint64_t>(sizes), counts).data)
    result.offsets.push_back(result.offsets.back() + size);
  const std::vector<int> of_entries = narrow(entries);
  result.column = exchange(std::span<const Node>(rows.column), of_entries).data;
  if (max(rows.weight.empty() ? 0.0 : 1.0) > 0) {
    std::vector<double> weight = rows.weight;
    weight.resize(rows.column.size(), 1.0);  // a rank without entries has no weights
    result.weight = exchange(std::span<const double>(weight), of_entries).data;
  }
  return result;
}

SparseRows dealt(const SparseRows& rows, const Dealing& dealing, const Ranks& ranks) {
  const Outgoing out = outgoing(rows.num_rows(), dealing, ranks);
  SparseRows sent;
  std::vector<std::pair<Node, double>> row;
  for (const Node i : out.rows) {
    row.clear();
    for (std::uint64_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k)
      row.emplace_back(dealing.number(rows.column[k]), rows.weight.empty() ? 1 : rows.weight[k]);
    std::sort(row.begin(), row.end());
    for (const auto& [j, w] : row) {
      sent.column.push_back(j);
      if (!rows.weight.empty()) sent.weight.push_back(w);
    }
    sent.offsets.push_back(sent.column.size());
  }
  return exchange_rows(sent, out.counts);
}

std::vector<Node> dealt(const std::vector<Node>& values, const Dealing& dealing,
                        const Ranks& ranks) {
  const Outgoing out = outgoing(values.size(), dealing, ranks);
  std::vector<Node> sent;
  for (const Node i : out.rows) sent.push_back(values[i]);
  return exchange(std::span<const Node>(sent), out.counts).data;
}

void bring_home(Embedding::Rows& rows, const Dealing& dealing, const Ranks& ranks) {
  const auto n = static_cast<std::uint64_t>(rows.rows());
  const std::uint64_t first = dealing.ranges().begin(ranks.rank);
  // dealt rows are in the order of their original numbers, and so of the receiving ranks
  const std::vector<int> counts = counts_by_owner(ranks.count, n, [&](std::uint64_t k) {
    return dealing.ranges().owner(dealing.home(ranks.rank, k));
  });
  using Strip = std::array<double, kColumns>;
  std::vector<Strip> strips(n);
  for (Eigen::Index c = 0; c < rows.cols(); c += kColumns) {
    const Eigen::Index some = std::min(kColumns, rows.cols() - c);
    for (std::uint64_t k = 0; k < n; ++k)
      std::copy_n(&rows(static_cast<Eigen::Index>(k), c), some, strips[k].begin());
    const Received<Strip> got = exchange(std::span<const Strip>(strips), counts);
    std::vector<int> next = starts_of(got.counts);
    for (std::uint64_t i = 0; i < n; ++i) {
      const auto from = static_cast<std::size_t>(dealing.rank(static_cast<Node>(first + i)));
      const Strip& strip = got.data[static_cast<std::size_t>(next[from]++)];
      std::copy_n(strip.begin(), some, &rows(static_cast<Eigen::Index>(i), c));
    }
  }
}

}  // namespace querent::distributed
