// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/pool_rule.hpp>

#include <algorithm>

#include <querent/learners/query/budget.hpp>
#include <querent/learners/query/thrifty.hpp>

namespace querent {

PoolChoice draw_from(std::span<const std::uint8_t> may_ask, std::uint64_t count, Why why,
                     Rng& rng) {
  std::uint64_t skip = uniform_below(rng, count);
  std::uint32_t item = 0;
  while (may_ask[item] == 0 || skip-- > 0) ++item;
  return {.item = item, .why = why, .probability = 1 / static_cast<double>(count), .uniform = true};
}

PoolChoice draw_from(const Pool& pool, Why why, Rng& rng) {
  return draw_from(pool.may_ask, pool.num_may_ask, why, rng);
}

std::uint64_t covering_answers(std::size_t num_classes) {
  return kCoveringAnswersAClass * std::max<std::size_t>(num_classes, 2);
}

PoolRule most_urgent() {
  return [](const Pool& pool, Rng& rng) -> PoolChoice {
    const std::uint64_t known = pool.answers.size();
    std::uint64_t at_random = covering_answers(static_cast<std::size_t>(pool.model.num_classes()));
    if (pool.left) at_random = at_most_half(at_random, known + *pool.left);
    if (known < at_random) return draw_from(pool, Why::kCover, rng);
    const ThriftyQuery rule(ThriftyQuery::Params{});
    std::vector<double> f(static_cast<std::size_t>(pool.model.num_classes()));
    return {.item = greatest_of(
                pool, [&](std::uint32_t i) { return rule.urgency(pool.model.predict(i, f)); })};
  };
}

}  // namespace querent
