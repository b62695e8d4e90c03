// SPDX-License-Identifier: Apache-2.0
// MSG's urgency as the rule of a pool, beside its definition.
#include <doctest/doctest.h>

#include <vector>

#include <querent/learners/session/pool_rule.hpp>

#include "pools.hpp"

using namespace querent;
using namespace querent::testing;

TEST_CASE("pool: the most urgent item is asked, once two labels a class are known") {
  const auto items = clique_items(3, 10);
  PoolModel model(items, 3, {.gamma = 1});
  std::vector<Answer> answers;
  std::vector<std::uint8_t> may_ask(items->size(), 1);
  Rng rng(1);
  const PoolRule rule = most_urgent();
  for (const std::uint32_t i : {0u, 10u, 20u, 1u, 11u, 21u}) {
    const PoolChoice early = rule({.model = model,
                                   .answers = answers,
                                   .may_ask = may_ask,
                                   .num_may_ask = items->size() - answers.size(),
                                   .left = {}},
                                  rng);
    CHECK(early.why == Why::kCover);
    CHECK(may_ask[early.item] == 1);
    answers.push_back({i, static_cast<int>(i / 10)});
    may_ask[i] = 0;
    model.learn(i, static_cast<int>(i / 10));
  }
  model.look();
  const PoolChoice choice = rule({.model = model,
                                  .answers = answers,
                                  .may_ask = may_ask,
                                  .num_may_ask = items->size() - answers.size(),
                                  .left = {}},
                                 rng);
  CHECK(choice.why == Why::kUrgent);
  CHECK(may_ask[choice.item] == 1);
  const auto urgency = [&](std::uint32_t i) {
    std::vector<double> f(3);
    const Prediction p = model.predict(i, f);
    return p.uncertainty / (1 + p.uncertainty) / (0.5 * p.margin * p.margin + 2 * p.margin);
  };
  for (std::uint32_t i = 0; i < items->size(); ++i) {
    if (may_ask[i] == 1) CHECK(urgency(choice.item) >= urgency(i) - 1e-6);
  }
}
