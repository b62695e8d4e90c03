// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/pool_rule.hpp>

#include <algorithm>
#include <array>

namespace querent {

std::string_view to_string(Why why) {
  constexpr std::array kNames{"cover", "urgent", "check", "again"};
  return kNames[static_cast<std::size_t>(why)];
}

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

bool graph_alone(const Items& items) {
  return items.graph != nullptr && items.word_columns == 0;
}

std::uint64_t covering_answers(std::size_t num_classes) {
  return kCoveringAnswersAClass * std::max<std::size_t>(num_classes, 2);
}

}  // namespace querent
