// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/pool_rule.hpp>

#include <algorithm>

#include <querent/learners/query/thrifty.hpp>

namespace querent {

PoolChoice draw_from(std::span<const std::uint8_t> may_ask, std::uint64_t count, Why why, Rng& rng) {
  std::uint64_t skip = uniform_below(rng, count);
  std::uint32_t item = 0;
  while (may_ask[item] == 0 || skip-- > 0) ++item;
  return {.item = item, .why = why, .probability = 1 / static_cast<double>(count), .uniform = true};
}

PoolChoice draw_from(const Pool& pool, Why why, Rng& rng) {
  return draw_from(pool.may_ask, pool.num_may_ask, why, rng);
}

PoolRule most_urgent() {
  return [](const Pool& pool, Rng& rng) -> PoolChoice {
    constexpr std::uint64_t kLabelsAClass = 2;  // before urgency counts; docs/LABELS.md
    const std::uint64_t known = pool.answers.size();
    const auto classes = static_cast<std::uint64_t>(std::max(pool.model.num_classes(), 2));
    std::uint64_t at_random = kLabelsAClass * classes;
    if (pool.left)  // at most half of the budget, yet two
      at_random = std::min(at_random, std::max<std::uint64_t>((known + *pool.left) / 2, 2));
    if (known < at_random) return draw_from(pool, Why::kCover, rng);
    const ThriftyQuery rule(ThriftyQuery::Params{});
    std::vector<double> f(static_cast<std::size_t>(pool.model.num_classes()));
    return {.item = greatest_of(pool, [&](std::uint32_t i) { return rule.urgency(pool.model.predict(i, f)); })};
  };
}

}  // namespace querent
