// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/pair_graph.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>
#include <querent/graph/assemble.hpp>
#include <querent/graph/graphblas_api.h>
#include <querent/graph/graphblas.hpp>

namespace querent {

namespace {

/// The groups that join somebody, each member once, ascending, with the weight of the group.
struct Groups {
  Incidence of;
  std::vector<double> weight;
};

double weight_of(PairWeight weight, std::uint64_t members) {
  const auto k = static_cast<double>(members);
  if (weight == PairWeight::kNewman) return 1 / (k - 1);
  return weight == PairWeight::kFractional ? 1 / (k * k) : 1;
}

Incidence sets_of(const Incidence& incidence, PairReport& report) {
  Incidence sets;
  sets.num_members = incidence.num_members;
  sets.members.reserve(incidence.members.size());
  sets.offsets.reserve(incidence.offsets.size());
  std::vector<Node> group;
  for (std::uint64_t g = 0; g < incidence.num_groups(); ++g) {
    group.assign(incidence.members.begin() + static_cast<std::ptrdiff_t>(incidence.offsets[g]),
                 incidence.members.begin() + static_cast<std::ptrdiff_t>(incidence.offsets[g + 1]));
    std::sort(group.begin(), group.end());
    const auto end = std::unique(group.begin(), group.end());
    report.repeated += static_cast<std::uint64_t>(group.end() - end);
    sets.members.insert(sets.members.end(), group.begin(), end);
    sets.offsets.push_back(sets.members.size());
  }
  return sets;
}

Groups joining_groups(const Incidence& incidence, const PairOptions& options, PairReport& report) {
  const Incidence sets = sets_of(incidence, report);
  std::vector<std::uint32_t> groups_of(sets.num_members, 0);
  for (const Node member : sets.members) ++groups_of[member];
  report.rare_members = static_cast<std::uint64_t>(
      std::count_if(groups_of.begin(), groups_of.end(), [&](std::uint32_t count) {
        return count > 0 && count < options.min_groups;
      }));
  Groups groups;
  groups.of.num_members = sets.num_members;
  report.groups = sets.num_groups();
  for (std::uint64_t g = 0; g < sets.num_groups(); ++g) {
    const std::uint64_t size = sets.offsets[g + 1] - sets.offsets[g];
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
    for (std::uint64_t k = sets.offsets[g]; k < sets.offsets[g + 1]; ++k) {
      if (groups_of[sets.members[k]] >= options.min_groups)
        groups.of.members.push_back(sets.members[k]);
    }
    groups.of.offsets.push_back(groups.of.members.size());
    groups.weight.push_back(weight_of(options.weight, size));
  }
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

/// A matrix of GraphBLAS, its rows some of a CSR matrix whose values are those of `weight` by
/// column, or 1.
grb::Matrix rows_of(const Incidence& matrix, std::uint64_t first, std::uint64_t last,
                    std::uint64_t columns, const std::vector<double>* weight) {
  const std::uint64_t begin = matrix.offsets[first], count = matrix.offsets[last] - begin;
  std::vector<GrB_Index> offsets(last - first + 1);
  for (std::uint64_t i = first; i <= last; ++i) offsets[i - first] = matrix.offsets[i] - begin;
  std::vector<GrB_Index> column(std::max<std::uint64_t>(count, 1));
  std::vector<double> value(std::max<std::uint64_t>(count, 1), 1.0);
  for (std::uint64_t k = 0; k < count; ++k) {
    column[k] = matrix.members[begin + k];
    if (weight != nullptr) value[k] = (*weight)[column[k]];
  }
  grb::Matrix result;
  grb::check(GrB_Matrix_import_FP64(result.put(), GrB_FP64, last - first, columns, offsets.data(),
                                    column.data(), value.data(), offsets.size(), count, count,
                                    GrB_CSR_FORMAT),
             "GrB_Matrix_import");
  return result;
}

struct Product {
  std::vector<GrB_Index> offsets, column;
  std::vector<double> value;
};

/// `rows` times `groups`, value (i, j) = Σ_g rows(i, g), over the groups g of both.
Product times(const grb::Matrix& rows, const grb::Matrix& groups, std::uint64_t count,
              std::uint64_t columns) {
  grb::Matrix result;
  grb::check(GrB_Matrix_new(result.put(), GrB_FP64, count, columns), "GrB_Matrix_new");
  const grb::Descriptor one_thread;  // threads would add in an order of their own
  grb::check(GrB_mxm(result.get(), nullptr, nullptr, GxB_PLUS_FIRST_FP64, rows.get(), groups.get(),
                     one_thread.get()),
             "GrB_mxm");
  grb::check(GrB_Matrix_wait(result.get(), GrB_MATERIALIZE), "GrB_Matrix_wait");
  Product product;
  GrB_Index offsets = 0, entries = 0, values = 0;
  grb::check(GrB_Matrix_exportSize(&offsets, &entries, &values, GrB_CSR_FORMAT, result.get()),
             "GrB_Matrix_exportSize");
  product.offsets.resize(offsets);
  product.column.resize(std::max<GrB_Index>(entries, 1));
  product.value.resize(std::max<GrB_Index>(values, 1));
  grb::check(GrB_Matrix_export_FP64(product.offsets.data(), product.column.data(),
                                    product.value.data(), &offsets, &entries, &values,
                                    GrB_CSR_FORMAT, result.get()),
             "GrB_Matrix_export");
  return product;
}

/// What the counts of shared groups become.
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

// A block of rows whose product takes no more than this many additions.
constexpr std::uint64_t kBlock = std::uint64_t{1} << 24;

std::uint64_t end_of_block(const Incidence& members, const Groups& groups, std::uint64_t first) {
  std::uint64_t work = 0, i = first;
  while (i < members.num_groups() && (i == first || work < kBlock)) {
    for (std::uint64_t k = members.offsets[i]; k < members.offsets[i + 1]; ++k) {
      const Node g = members.members[k];
      work += groups.of.offsets[g + 1] - groups.of.offsets[g];
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

Graph pair_graph(const Incidence& incidence, const PairOptions& options, PairReport& report) {
  const Groups groups = joining_groups(incidence, options, report);
  check_pairs(groups, options, report);
  const Incidence members = transposed(groups.of);
  const std::uint64_t n = members.num_groups(), m = groups.of.num_groups();
  SparseRows upper;
  upper.offsets.reserve(n + 1);
  if (groups.of.members.empty()) {
    upper.offsets.assign(n + 1, 0);
    return mirrored(upper);
  }
  const Normaliser normalise(options.weight, groups, members);
  const grb::Matrix right = rows_of(groups.of, 0, m, n, nullptr);
  const bool weighted = options.weight == PairWeight::kNewman ||
                        options.weight == PairWeight::kFractional;
  bool all_ones = true;
  for (std::uint64_t first = 0; first < n;) {
    const std::uint64_t last = end_of_block(members, groups, first);
    const Product product =
        times(rows_of(members, first, last, m, weighted ? &groups.weight : nullptr), right,
              last - first, n);
    std::vector<std::pair<Node, double>> row;
    for (std::uint64_t i = first; i < last; ++i) {
      row.clear();
      for (GrB_Index k = product.offsets[i - first]; k < product.offsets[i - first + 1]; ++k) {
        const GrB_Index j = product.column[k];
        if (j <= i) continue;  // of the symmetric matrix one half
        const double weight = normalise(i, j, product.value[k]);
        if (weight < options.min_weight) {
          ++report.light_edges;
        } else {
          row.emplace_back(static_cast<Node>(j), weight);
        }
      }
      std::sort(row.begin(), row.end());
      for (const auto& [j, weight] : row) {
        upper.column.push_back(j);
        upper.weight.push_back(weight);
        all_ones = all_ones && weight == 1;
      }
      upper.offsets.push_back(upper.column.size());
    }
    first = last;
    if (options.progress && !options.progress(static_cast<double>(first) / static_cast<double>(n)))
      throw Cancelled();
  }
  if (all_ones) upper.weight.clear();
  return mirrored(upper);
}

}  // namespace querent
