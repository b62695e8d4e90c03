// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/find.hpp>

#include <algorithm>
#include <cmath>

namespace querent {

namespace {

std::uint64_t share_of(double share, std::uint64_t count) {
  return static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count) - 1e-9));
}

}  // namespace

double FindMeasures::recall_after(std::uint64_t count) const {
  if (relevant == 0) return 0;
  const auto by_then = std::upper_bound(found_at.begin(), found_at.end(), count);
  return static_cast<double>(by_then - found_at.begin()) / static_cast<double>(relevant);
}

FindMeasures find_measures(const std::vector<bool>& relevant, std::uint64_t left_relevant,
                           std::uint64_t left) {
  const std::uint64_t n = relevant.size() + left;
  std::vector<std::uint64_t> ranks;  // of the relevant items, from 1
  for (std::size_t k = 0; k < relevant.size(); ++k) {
    if (relevant[k]) ranks.push_back(k + 1);
  }
  const std::uint64_t found = ranks.size(), all = found + left_relevant;
  FindMeasures measures{.relevant = all, .items = n, .found_at = ranks};
  if (n == 0 || all == 0) return measures;
  ranks.resize(all, n);  // items never read count as read last
  const auto items = static_cast<double>(n);
  const auto wss = [&](double recall) {
    return recall - static_cast<double>(ranks[share_of(recall, all) - 1]) / items;
  };
  measures.wss95 = wss(0.95);
  measures.wss100 = wss(1);
  for (const std::uint64_t rank : ranks)
    measures.atd += static_cast<double>(rank) / items / static_cast<double>(all);
  measures.recall10 = measures.recall_after(share_of(0.1, n));
  measures.recall100 = measures.recall_after(100);
  measures.recall = static_cast<double>(found) / static_cast<double>(all);
  measures.saved = static_cast<double>(left) / items;
  return measures;
}

}  // namespace querent
