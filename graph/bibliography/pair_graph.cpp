// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/pair_graph.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>

namespace querent {

namespace {

/// The groups that create edges: members ascending and without repetition, and a weight per group.
struct Groups {
  Incidence of;
  std::vector<double> weight;            // empty if all are 1
  std::vector<std::uint32_t> groups_of;  // groups per member, of any size; empty if not needed
};

double weight_of(PairWeight weight, std::uint64_t members) {
  const auto k = static_cast<double>(members);
  if (weight == PairWeight::kNewman) return 1 / (k - 1);
  return weight == PairWeight::kFractional ? 1 / (k * k) : 1;
}

Groups joining_groups(const Incidence& incidence, const PairOptions& options, PairReport& report) {
  Groups groups;
  std::vector<std::uint32_t>& groups_of = groups.groups_of;
  if (options.min_groups > 1 || options.weight == PairWeight::kCosine) {
    groups_of.resize(incidence.num_members, 0);
    for (std::uint64_t g = 0; g < incidence.num_groups(); ++g) {
      for (const Node member : incidence.distinct(g)) ++groups_of[member];
    }
    report.rare_members = static_cast<std::uint64_t>(std::ranges::count_if(
        groups_of, [&](std::uint32_t count) { return count > 0 && count < options.min_groups; }));
  }
  groups.of.num_members = incidence.num_members;
  groups.of.members.reserve(incidence.members.size());
  groups.of.offsets.reserve(incidence.offsets.size());
  const bool weighted =
      options.weight == PairWeight::kNewman || options.weight == PairWeight::kFractional;
  report.groups = incidence.num_groups();
  report.repeated = incidence.members.size();
  for (std::uint64_t g = 0; g < incidence.num_groups(); ++g) {
    const std::vector<Node> set = incidence.distinct(g);
    const std::uint64_t size = set.size();
    report.repeated -= size;
    report.largest = std::max(report.largest, size);
    if (size < 2) {
      ++report.too_small;
      continue;
    }
    if (options.max_group > 0 && size > options.max_group) {
      ++report.too_large;
      continue;
    }
    ++report.joined;
    for (const Node member : set) {
      if (groups_of.empty() || groups_of[member] >= options.min_groups)
        groups.of.members.push_back(member);
    }
    groups.of.end_group();
    if (weighted) groups.weight.push_back(weight_of(options.weight, size));
  }
  return groups;
}

void check_pairs(const Groups& groups, const PairOptions& options, const PairReport& report) {
  const std::uint64_t pairs = pairs_in(groups.of);
  if (pairs <= options.max_pairs) return;
  throw LimitError(fmt::format(
      "the groups make {} pairs of members, the largest group has {} members — leave groups out by "
      "max_group",
      pairs, report.largest));
}

/// The upper half of the symmetric product B Bᵀ of members × groups, row by row: entry (i, j) is the
/// sum of the weights of the groups that i and j share, in the order of the groups.
class UpperRows {
 public:
  explicit UpperRows(const Groups& groups)
      : groups_(groups),
        members_(transposed(groups.of)),
        sum_(groups.of.num_members),
        row_of_(groups.of.num_members, 0) {}
  double operator[](Node j) const { return sum_[j]; }

  /// The columns of row i, ascending; valid until the next call.
  const std::vector<Node>& row(Node i) {
    touched_.clear();
    const Node mark = i + 1;
    for (const Node g : members_.group(i)) {
      const double w = groups_.weight.empty() ? 1 : groups_.weight[g];
      const std::span<const Node> group = groups_.of.group(g);
      for (auto at = std::ranges::upper_bound(group, i); at != group.end(); ++at) {
        if (row_of_[*at] == mark) {
          sum_[*at] += w;
          continue;
        }
        row_of_[*at] = mark;
        sum_[*at] = w;
        touched_.push_back(*at);
      }
    }
    if (touched_.size() <= row_of_.size() / 16) {
      std::sort(touched_.begin(), touched_.end());
      return touched_;
    }
    touched_.clear();  // many columns: reading all marks in order is faster than sorting
    for (Node j = mark; j < row_of_.size(); ++j)
      if (row_of_[j] == mark) touched_.push_back(j);
    return touched_;
  }

 private:
  const Groups& groups_;
  Incidence members_;
  std::vector<double> sum_;   // of the current row, by column
  std::vector<Node> row_of_;  // the row, plus one, for which sum_ has a value
  std::vector<Node> touched_;
};

/// Turns counts of shared groups into edge weights.
class Normaliser {
 public:
  Normaliser(PairWeight weight, const Groups& groups) : weight_(weight) {
    if (weight == PairWeight::kCosine) {
      for (const std::uint32_t count : groups.groups_of) scale_.push_back(std::sqrt(count));
    } else if (weight == PairWeight::kAssociation) {
      scale_.assign(groups.of.num_members, 0.0);
      for (std::uint64_t g = 0; g < groups.of.num_groups(); ++g) {
        const std::span<const Node> group = groups.of.group(g);
        for (const Node member : group) scale_[member] += static_cast<double>(group.size()) - 1;
      }
      total_ = std::accumulate(scale_.begin(), scale_.end(), 0.0);
    }
  }
  double operator()(std::uint64_t i, std::uint64_t j, double shared) const {
    if (weight_ == PairWeight::kCosine) return shared / (scale_[i] * scale_[j]);
    if (weight_ == PairWeight::kAssociation) return total_ * shared / (scale_[i] * scale_[j]);
    return shared;
  }

 private:
  PairWeight weight_;
  std::vector<double> scale_;
  double total_ = 0;
};

}  // namespace

std::vector<Node> Incidence::distinct(std::uint64_t g) const {
  const std::span<const Node> all = group(g);
  std::vector<Node> set(all.begin(), all.end());
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  return set;
}

std::uint64_t pairs_in(const Incidence& incidence) {
  std::uint64_t pairs = 0;
  for (std::uint64_t g = 0; g < incidence.num_groups(); ++g) {
    const std::uint64_t k = incidence.group(g).size();
    pairs += k < 2 ? 0 : k * (k - 1) / 2;
  }
  return pairs;
}

Incidence transposed(const Incidence& incidence) {
  Incidence result;
  result.num_members = incidence.num_groups();
  result.offsets.assign(incidence.num_members + 1, 0);
  for (const Node member : incidence.members) ++result.offsets[member + 1];
  std::partial_sum(result.offsets.begin(), result.offsets.end(), result.offsets.begin());
  std::vector<std::uint64_t> next(result.offsets.begin(), result.offsets.end() - 1);
  result.members.resize(incidence.members.size());
  for (std::uint64_t g = 0; g < incidence.num_groups(); ++g) {
    for (const Node member : incidence.group(g))
      result.members[next[member]++] = static_cast<Node>(g);
  }
  return result;
}

void for_each_pair(const Incidence& incidence, const PairOptions& options, PairReport& report,
                   const TakePairs& take) {
  Groups groups = joining_groups(incidence, options, report);
  check_pairs(groups, options, report);
  const std::uint64_t n = groups.of.num_members;
  if (groups.of.members.empty()) {
    for (Node i = 0; i < n; ++i) take(i, {}, {});
    return;
  }
  UpperRows rows(groups);
  const Normaliser normalise(options.weight, groups);
  std::vector<Node> later;
  std::vector<double> weights;
  std::uint64_t since = 0;  // rows and pairs since the last progress
  for (Node i = 0; i < n; ++i) {
    later.clear();
    weights.clear();
    for (const Node j : rows.row(i)) {
      const double weight = normalise(i, j, rows[j]);
      if (weight < options.min_weight) {
        ++report.light_edges;
        continue;
      }
      later.push_back(j);
      weights.push_back(weight);
    }
    take(i, later, weights);
    since += 1 + later.size();
    if (i + 1 < n && since < 1U << 16) continue;
    since = 0;
    if (options.progress && !options.progress(static_cast<double>(i + 1) / static_cast<double>(n)))
      throw Cancelled();
  }
}

void PairRows::add(std::span<const Node> later, std::span<const double> weights) {
  upper_.column.insert(upper_.column.end(), later.begin(), later.end());
  upper_.weight.insert(upper_.weight.end(), weights.begin(), weights.end());
  upper_.offsets.push_back(upper_.column.size());
  all_ones_ = all_ones_ && std::ranges::all_of(weights, [](double w) { return w == 1; });
}

Graph PairRows::graph() && {
  if (all_ones_) upper_.weight.clear();
  return mirrored(upper_);
}

Graph pair_graph(const Incidence& incidence, const PairOptions& options, PairReport& report) {
  PairRows rows;
  for_each_pair(incidence, options, report,
                [&](Node, std::span<const Node> later, std::span<const double> weights) {
                  rows.add(later, weights);
                });
  return std::move(rows).graph();
}

}  // namespace querent
