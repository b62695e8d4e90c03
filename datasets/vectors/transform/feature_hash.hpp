// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <querent/datasets/split_mix.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Hashes any number of features to 2^bits: the hashing trick with signs.
///
///   x′_b = Σ_{j: h(j) = b} ξ(j) x_j,   h(j) ∈ {0, …, 2^bits − 1}, ξ(j) = ±1
///
/// (Weinberger, Dasgupta, Langford, Smola, Attenberg, Feature Hashing for Large Scale Multitask
/// Learning, ICML 2009, Eq. 1). The signs make x′·z′ = x·z on average over hash functions. h(j) is
/// the upper bits of SplitMix64 of j, ξ(j) its lowest. Only the first feature of each index is
/// stored, to count collisions.
struct FeatureHash {
  static constexpr unsigned kMostBits = 24;  // first and shared then take 84 MB

  unsigned bits = 0;
  std::vector<std::uint32_t> first = {};  ///< first feature of each index, from 1; 0: none yet
  std::vector<std::uint8_t> shared = {};  ///< 1 for each index with several features

  /// Returns h(j) and ξ(j).
  std::pair<std::uint32_t, double> place(std::uint32_t feature) const {
    const std::uint64_t hash = split_mix64(feature);
    return {static_cast<std::uint32_t>(hash >> (64 - bits)), (hash & 1) != 0 ? 1.0 : -1.0};
  }

  /// Appends the hashed row, in ascending order, to `to_index`, adding `offset` to each index, and
  /// to `to_value`. `index` is empty for a dense row.
  void append(std::span<const std::uint32_t> index, std::span<const double> value,
              std::uint32_t offset, std::vector<std::uint32_t>& to_index,
              std::vector<double>& to_value) {
    if (first.empty()) {
      first.resize(std::size_t{1} << bits);
      shared.resize(first.size());
    }
    entries_.clear();
    for (std::size_t k = 0; k < value.size(); ++k) {
      const auto j = index.empty() ? static_cast<std::uint32_t>(k) : index[k];
      if (value[k] == 0) continue;  // in a dense row
      const auto [number, sign] = place(j);
      if (first[number] == 0) first[number] = j + 1;
      if (first[number] != j + 1) shared[number] = 1;
      entries_.emplace_back(number, sign * value[k]);
    }
    // Sorts by index, equal ones by arrival, so that sums are the same on every machine.
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    const std::size_t begin = to_index.size();
    for (const auto& [number, term] : entries_) {
      if (to_index.size() > begin && to_index.back() == number + offset) {
        to_value.back() += term;
      } else {
        to_index.push_back(number + offset);
        to_value.push_back(term);
      }
    }
  }

  /// Number of indices in use, and of those shared by several features.
  std::uint64_t used() const {
    return static_cast<std::uint64_t>(std::ranges::count_if(first, [](auto j) { return j != 0; }));
  }
  std::uint64_t collisions() const {
    return static_cast<std::uint64_t>(std::count(shared.begin(), shared.end(), 1));
  }

  static void fields(auto& self, auto&& field) {
    field("bits", self.bits);
    field("first", self.first);
    field("shared", self.shared);
    field.must(self.bits >= 1 && self.bits <= kMostBits &&
               self.shared.size() == self.first.size() &&
               (self.first.empty() || self.first.size() == std::size_t{1} << self.bits));
  }

 private:
  std::vector<std::pair<std::uint32_t, double>> entries_;
};

}  // namespace querent
