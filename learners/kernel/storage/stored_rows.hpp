// SPDX-License-Identifier: Apache-2.0
// Support vectors in sequence, whatever form they are computed with: the form in which a model file
// stores them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <querent/learners/kernel/storage/probe.hpp>

namespace querent::detail {

template <class Real>
struct StoredRows {
  std::uint64_t dim = 0;             ///< dimension of dense rows and of bits
  std::vector<std::uint64_t> ends;   ///< ends[i]: where row i ends in `index` and `value`
  std::vector<std::uint32_t> index;  ///< ascending within a row; empty if rows are dense
  std::vector<Real> value;           ///< empty if all are 1

  static void fields(auto& self, auto&& field) {
    field("dim", self.dim);
    field("ends", self.ends);
    field("index", self.index);
    field("value", self.value);
    field.must(self.possible());
  }

  void push_back(const Probe<Real>& x, bool ones) {
    if (!x.dense) index.insert(index.end(), x.index.begin(), x.index.end());
    if (!ones) value.insert(value.end(), x.entries.begin(), x.entries.end());
    ends.push_back(index.empty() ? value.size() : index.size());
  }
  /// The entries of row i; x.dense must state whether these are all entries.
  void restore(std::size_t i, Probe<Real>& x) const {
    const std::uint64_t begin = i == 0 ? 0 : ends[i - 1], count = ends[i] - begin;
    const auto slice = [&](const auto& all, auto& part) {
      const auto from = all.begin() + static_cast<std::ptrdiff_t>(begin);
      part.assign(from, from + static_cast<std::ptrdiff_t>(count));
    };
    x.index.clear();
    if (!index.empty()) slice(index, x.index);
    if (value.empty()) {
      x.entries.assign(count, Real{1});
    } else {
      slice(value, x.entries);
    }
  }

 private:
  /// The number of features that rows with this many entries may have: each feature needs a list,
  /// and a file must not cause allocations much larger than itself.
  std::uint64_t widest() const {
    constexpr std::uint64_t kAlways = std::uint64_t{1} << 23, kShare = 1024;
    return std::max<std::uint64_t>(kAlways, kShare * std::max(index.size(), value.size()));
  }

  bool possible() const {
    const std::uint64_t all = index.empty() ? value.size() : index.size();
    if (!index.empty() && !value.empty() && index.size() != value.size()) return false;
    if (dim > widest() || (ends.empty() ? all > 0 : ends.back() != all)) return false;
    std::uint64_t begin = 0;
    for (const std::uint64_t end : ends) {
      if (end < begin || end > all) return false;
      for (std::uint64_t k = begin + 1; !index.empty() && k < end; ++k) {
        if (index[k] <= index[k - 1]) return false;
      }
      if (!index.empty() && end > begin && index[end - 1] >= widest()) return false;
      begin = end;
    }
    return true;
  }
};

}  // namespace querent::detail
