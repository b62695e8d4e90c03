// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/pair_graph.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>
#include <querent/graph/bibliography/pair_product.hpp>

#if QUERENT_WITH_GRAPHBLAS
#include <querent/graph/graphblas_api.h>
#include <querent/graph/matrices/graphblas.hpp>
#endif

namespace querent {

namespace {

/// The groups that create edges: members ascending and without repetition, and a weight per group.
struct Groups {
  Incidence of;
  std::vector<double> weight;  // empty if all are 1
};

bool is_weighted(PairWeight weight) {
  return weight == PairWeight::kNewman || weight == PairWeight::kFractional;
}

double weight_of(PairWeight weight, std::uint64_t members) {
  const auto k = static_cast<double>(members);
  if (weight == PairWeight::kNewman) return 1 / (k - 1);
  return weight == PairWeight::kFractional ? 1 / (k * k) : 1;
}

// Calls `take` with the members of each group, ascending and without repetition.
template <class Take>
void for_each_set(const Incidence& incidence, Take take) {
  std::vector<Node> group;
  for (std::uint64_t g = 0; g < incidence.num_groups(); ++g) {
    group.assign(incidence.members.begin() + static_cast<std::ptrdiff_t>(incidence.offsets[g]),
                 incidence.members.begin() + static_cast<std::ptrdiff_t>(incidence.offsets[g + 1]));
    std::sort(group.begin(), group.end());
    group.erase(std::unique(group.begin(), group.end()), group.end());
    take(group);
  }
}

Groups joining_groups(const Incidence& incidence, const PairOptions& options, PairReport& report) {
  std::vector<std::uint32_t> groups_of;  // groups per member, if needed
  if (options.min_groups > 1) {
    groups_of.resize(incidence.num_members, 0);
    for_each_set(incidence, [&](const std::vector<Node>& set) {
      for (const Node member : set) ++groups_of[member];
    });
    report.rare_members = static_cast<std::uint64_t>(std::count_if(
        groups_of.begin(), groups_of.end(),
        [&](std::uint32_t count) { return count > 0 && count < options.min_groups; }));
  }
  Groups groups;
  groups.of.num_members = incidence.num_members;
  groups.of.members.reserve(incidence.members.size());
  groups.of.offsets.reserve(incidence.offsets.size());
  const bool weighted = is_weighted(options.weight);
  report.groups = incidence.num_groups();
  report.repeated = incidence.members.size();
  for_each_set(incidence, [&](const std::vector<Node>& set) {
    const std::uint64_t size = set.size();
    report.repeated -= size;
    report.largest = std::max(report.largest, size);
    if (size < 2) {
      ++report.too_small;
      return;
    }
    if (options.max_group > 0 && size > options.max_group) {
      ++report.too_large;
      return;
    }
    ++report.joined;
    for (const Node member : set) {
      if (groups_of.empty() || groups_of[member] >= options.min_groups)
        groups.of.members.push_back(member);
    }
    groups.of.offsets.push_back(groups.of.members.size());
    if (weighted) groups.weight.push_back(weight_of(options.weight, size));
  });
  return groups;
}

void check_pairs(const Groups& groups, const PairOptions& options, const PairReport& report) {
  std::uint64_t pairs = 0;
  for (std::uint64_t g = 0; g < groups.of.num_groups(); ++g) {
    const std::uint64_t k = groups.of.offsets[g + 1] - groups.of.offsets[g];
    pairs += k < 2 ? 0 : k * (k - 1) / 2;
  }
  if (pairs <= options.max_pairs) return;
  throw LimitError(fmt::format(
      "the groups make {} pairs of members, the largest group has {} members — leave groups out by "
      "max_group",
      pairs, report.largest));
}

#if QUERENT_WITH_GRAPHBLAS
/// Rows of a CSR matrix for GraphBLAS, whose values are the `weight` of the column, or 1. If the
/// values are not used, bool makes them one byte each.
template <class Value>
grb::Matrix rows_of(const Incidence& matrix, std::uint64_t first, std::uint64_t last,
                    std::uint64_t columns, const std::vector<double>& weight) {
  const std::uint64_t begin = matrix.offsets[first], count = matrix.offsets[last] - begin;
  std::vector<GrB_Index> offsets(last - first + 1);
  for (std::uint64_t i = first; i <= last; ++i) offsets[i - first] = matrix.offsets[i] - begin;
  std::vector<GrB_Index> column(std::max<std::uint64_t>(count, 1));
  const std::unique_ptr<Value[]> value(new Value[std::max<std::uint64_t>(count, 1)]);
  for (std::uint64_t k = 0; k < count; ++k) {
    column[k] = matrix.members[begin + k];
    value[k] = weight.empty() ? Value(1) : static_cast<Value>(weight[column[k]]);
  }
  grb::Matrix result;
  if constexpr (std::is_same_v<Value, bool>) {
    grb::check(GrB_Matrix_import_BOOL(result.put(), GrB_BOOL, last - first, columns, offsets.data(),
                                      column.data(), value.get(), offsets.size(), count, count,
                                      GrB_CSR_FORMAT),
               "GrB_Matrix_import");
  } else {
    grb::check(GrB_Matrix_import_FP64(result.put(), GrB_FP64, last - first, columns, offsets.data(),
                                      column.data(), value.get(), offsets.size(), count, count,
                                      GrB_CSR_FORMAT),
               "GrB_Matrix_import");
  }
  return result;
}

/// `rows` times `groups`, value (i, j) = Σ_g rows(i, g), over the groups g of both.
PairRowSums times(const grb::Matrix& rows, const grb::Matrix& groups, std::uint64_t count,
                  std::uint64_t columns) {
  grb::Matrix result;
  grb::check(GrB_Matrix_new(result.put(), GrB_FP64, count, columns), "GrB_Matrix_new");
  const grb::Descriptor one_thread;  // several threads would change the order of addition
  grb::check(GrB_mxm(result.get(), nullptr, nullptr, GxB_PLUS_FIRST_FP64, rows.get(), groups.get(),
                     one_thread.get()),
             "GrB_mxm");
  grb::check(GrB_Matrix_wait(result.get(), GrB_MATERIALIZE), "GrB_Matrix_wait");
  PairRowSums product;
  GrB_Index offsets = 0, entries = 0, values = 0;
  grb::check(GrB_Matrix_exportSize(&offsets, &entries, &values, GrB_CSR_FORMAT, result.get()),
             "GrB_Matrix_exportSize");
  product.offsets.resize(offsets);
  product.column.resize(std::max<GrB_Index>(entries, 1));
  product.value.resize(std::max<GrB_Index>(values, 1));
  grb::check(
      GrB_Matrix_export_FP64(product.offsets.data(), product.column.data(), product.value.data(),
                             &offsets, &entries, &values, GrB_CSR_FORMAT, result.get()),
      "GrB_Matrix_export");
  return product;
}

/// PairProduct by GraphBLAS, which holds the members of the groups instead of `groups`.
class GraphblasPairProduct {
 public:
  GraphblasPairProduct(Incidence& groups, const std::vector<double>& weight)
      : weight_(weight),
        num_groups_(groups.num_groups()),
        num_members_(groups.num_members),
        right_(rows_of<bool>(groups, 0, num_groups_, num_members_, {})) {
    groups.members = {};
  }
  PairRowSums operator()(const Incidence& members, std::uint64_t first, std::uint64_t last) const {
    return times(rows_of<double>(members, first, last, num_groups_, weight_), right_, last - first,
                 num_members_);
  }

 private:
  const std::vector<double>& weight_;
  std::uint64_t num_groups_, num_members_;
  grb::Matrix right_;
};
using PairProduct = GraphblasPairProduct;
#else
using PairProduct = PlainPairProduct;
#endif

/// Turns counts of shared groups into edge weights.
class Normaliser {
 public:
  Normaliser(PairWeight weight, const Groups& groups, const Incidence& members) : weight_(weight) {
    if (weight == PairWeight::kCosine) {
      scale_.resize(members.num_groups());
      for (std::uint64_t i = 0; i < members.num_groups(); ++i)
        scale_[i] = std::sqrt(static_cast<double>(members.offsets[i + 1] - members.offsets[i]));
    } else if (weight == PairWeight::kAssociation) {
      scale_.assign(members.num_groups(), 0.0);
      for (std::uint64_t g = 0; g < groups.of.num_groups(); ++g) {
        const std::uint64_t k = groups.of.offsets[g + 1] - groups.of.offsets[g];
        for (std::uint64_t at = groups.of.offsets[g]; at < groups.of.offsets[g + 1]; ++at)
          scale_[groups.of.members[at]] += static_cast<double>(k) - 1;
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

// A block of rows whose product takes about this many additions. It is small enough for GraphBLAS,
// which starts one thread per 64k entries, to sort and export it with a single thread; more threads
// would wait for each other.
constexpr std::uint64_t kBlock = std::uint64_t{1} << 16;

std::uint64_t end_of_block(const Incidence& members, const Incidence& groups, std::uint64_t first) {
  std::uint64_t work = 0, i = first;
  while (i < members.num_groups() && (i == first || work < kBlock)) {
    for (std::uint64_t k = members.offsets[i]; k < members.offsets[i + 1]; ++k) {
      const Node g = members.members[k];
      work += groups.offsets[g + 1] - groups.offsets[g];
    }
    ++i;
  }
  return i;
}

}  // namespace

Incidence transposed(const Incidence& incidence) {
  Incidence result;
  result.num_members = incidence.num_groups();
  result.offsets.assign(incidence.num_members + 1, 0);
  for (const Node member : incidence.members) ++result.offsets[member + 1];
  std::partial_sum(result.offsets.begin(), result.offsets.end(), result.offsets.begin());
  std::vector<std::uint64_t> next(result.offsets.begin(), result.offsets.end() - 1);
  result.members.resize(incidence.members.size());
  for (std::uint64_t g = 0; g < incidence.num_groups(); ++g) {
    for (std::uint64_t k = incidence.offsets[g]; k < incidence.offsets[g + 1]; ++k)
      result.members[next[incidence.members[k]]++] = static_cast<Node>(g);
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
  const Incidence members = transposed(groups.of);
  const Normaliser normalise(options.weight, groups, members);
  PairProduct sums(groups.of, groups.weight);  // takes the members of the groups
  std::vector<std::pair<Node, double>> row;
  std::vector<Node> later;
  std::vector<double> weights;
  for (std::uint64_t first = 0; first < n;) {
    const std::uint64_t last = end_of_block(members, groups.of, first);
    const PairRowSums product = sums(members, first, last);
    for (std::uint64_t i = first; i < last; ++i) {
      row.clear();
      for (std::uint64_t k = product.offsets[i - first]; k < product.offsets[i - first + 1]; ++k) {
        const std::uint64_t j = product.column[k];
        if (j <= i) continue;  // only the upper half of the symmetric matrix
        const double weight = normalise(i, j, product.value[k]);
        if (weight < options.min_weight) {
          ++report.light_edges;
        } else {
          row.emplace_back(static_cast<Node>(j), weight);
        }
      }
      if (!std::is_sorted(row.begin(), row.end())) std::sort(row.begin(), row.end());
      later.clear();
      weights.clear();
      for (const auto& [j, weight] : row) {
        later.push_back(j);
        weights.push_back(weight);
      }
      take(static_cast<Node>(i), later, weights);
    }
    first = last;
    if (options.progress && !options.progress(static_cast<double>(first) / static_cast<double>(n)))
      throw Cancelled();
  }
}

void PairRows::add(std::span<const Node> later, std::span<const double> weights) {
  upper_.column.insert(upper_.column.end(), later.begin(), later.end());
  upper_.weight.insert(upper_.weight.end(), weights.begin(), weights.end());
  upper_.offsets.push_back(upper_.column.size());
  all_ones_ =
      all_ones_ && std::all_of(weights.begin(), weights.end(), [](double w) { return w == 1; });
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
