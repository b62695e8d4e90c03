// SPDX-License-Identifier: Apache-2.0
// What `auto` asks of a graph alone, beside its definition.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <querent/learners/query/thrifty.hpp>
#include <querent/learners/session/auto_rule.hpp>
#include <querent/learners/session/variance_reduction.hpp>

#include "pools.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

// Rows of two classes with noise, as if they were those of a graph.
std::shared_ptr<const Items> graph_items(std::uint32_t n) {
  Items items = *noisy_rows(n, 5, 2, 0.6);
  items.graph = std::make_shared<const Graph>(cliques(n / 8, 8));
  items.eigenvalues = Eigen::VectorXd::Ones(5);
  return std::make_shared<const Items>(std::move(items));
}

// Six of them are answered.
struct Asked {
  std::shared_ptr<const Items> items;
  PoolModel model;
  std::vector<Answer> answers{};
  std::vector<std::uint8_t> may_ask;

  explicit Asked(double gamma, std::uint32_t n = 64)
      : items(graph_items(n)),
        model(items, 2, {.gamma = gamma, .landmarks = 1000}),
        may_ask(items->size(), 1) {
    for (const std::uint32_t i : {0u, 9u, 17u, 30u, 41u, 42u}) {
      answers.push_back({i, static_cast<int>(i % 2)});
      model.learn(i, answers.back().label);
      may_ask[i] = 0;
    }
    model.look();
  }
  Pool pool() const {
    return {.model = model,
            .answers = answers,
            .may_ask = may_ask,
            .num_may_ask = items->size() - answers.size(),
            .left = {}};
  }
  Prediction said(std::uint32_t i) const {
    std::vector<double> f(2);
    return model.predict(i, f);
  }
};

}  // namespace

TEST_CASE(
    "auto's rule: where little is known, of the fifth of least margin the item that takes most "
    "variance") {
  const Asked asked(1);
  REQUIRE(!margins_tell(asked.model));
  std::vector<double> margins;
  for (std::uint32_t i = 0; i < asked.items->size(); ++i) {
    if (asked.may_ask[i] != 0) margins.push_back(asked.said(i).margin);
  }
  std::sort(margins.begin(), margins.end());
  const double fifth = margins[(margins.size() + 4) / 5 - 1];
  Rng rng(1);
  const PoolChoice choice = auto_rule()(asked.pool(), rng);
  CHECK(choice.why == Why::kUrgent);
  CHECK(asked.may_ask[choice.item] == 1);
  CHECK(asked.said(choice.item).margin <= fifth);
  const std::vector<double> V = variance_reductions(asked.pool(), {});
  for (std::uint32_t i = 0; i < asked.items->size(); ++i) {
    if (asked.may_ask[i] != 0 && asked.said(i).margin < fifth) CHECK(V[choice.item] >= V[i]);
  }
  CHECK(V[choice.item] <
        *std::max_element(V.begin(), V.end()));  // variance alone would ask another
}

TEST_CASE(
    "auto's rule: where much is known, of no more than fifty items the most urgent, and no "
    "landmarks are needed") {
  Asked asked(4, 56);
  REQUIRE(margins_tell(asked.model));
  Rng rng(1);
  const PoolChoice choice = auto_rule()(asked.pool(), rng);
  const auto urgency = [&](std::uint32_t i) {
    const Prediction p = asked.said(i);
    return p.uncertainty / (1 + p.uncertainty) / (0.5 * p.margin * p.margin + 2 * p.margin);
  };
  for (std::uint32_t i = 0; i < asked.items->size(); ++i) {
    if (asked.may_ask[i] != 0) CHECK(urgency(choice.item) >= urgency(i) * (1 - 1e-6));
  }
  CHECK(choice.probability == 1);
  asked.model.forget_landmarks();
  CHECK(auto_rule()(asked.pool(), rng).item == choice.item);
}

TEST_CASE(
    "auto's rule: of more items the k-th most urgent is asked as often as it is first of fifty "
    "drawn") {
  const Asked asked(4, 408);  // N = 402 of them may be asked
  REQUIRE(margins_tell(asked.model));
  const ThriftyQuery theta(ThriftyQuery::Params{});
  std::vector<std::pair<double, std::uint32_t>> order;
  for (std::uint32_t i = 0; i < asked.items->size(); ++i) {
    if (asked.may_ask[i] != 0) order.emplace_back(-theta.urgency(asked.said(i)), i);
  }
  std::sort(order.begin(), order.end());
  const PoolRule rule = auto_rule();
  Rng rng(1);
  constexpr int kTimes = 4000;
  constexpr double N = 402, m = 50;
  std::vector<int> asked_for(order.size());
  double rank = 0;
  for (int time = 0; time < kTimes; ++time) {
    const PoolChoice choice = rule(asked.pool(), rng);
    const auto k = static_cast<std::size_t>(
        std::ranges::find(order, choice.item, &std::pair<double, std::uint32_t>::second) -
        order.begin());
    REQUIRE(k < order.size());
    ++asked_for[k];
    rank += static_cast<double>(k + 1) / kTimes;
    // ln C(N − k, m − 1) − ln C(N, m) of the k-th, counted from 1
    const auto ln = [](double n, double of) {
      return std::lgamma(n + 1) - std::lgamma(of + 1) - std::lgamma(n - of + 1);
    };
    const double p = std::exp(ln(N - static_cast<double>(k) - 1, m - 1) - ln(N, m));
    CHECK(choice.probability == doctest::Approx(p).epsilon(1e-9).scale(0));
  }
  // the least of m of 1 … N: its mean is (N + 1)/(m + 1), its variance m (N + 1)(N − m)/((m + 1)² (m + 2))
  const double deviation =
      std::sqrt(m * (N + 1) * (N - m) / ((m + 1) * (m + 1) * (m + 2)) / kTimes);
  CHECK(std::abs(rank - (N + 1) / (m + 1)) < 4 * deviation);
  CHECK(std::abs(asked_for[0] - kTimes * m / N) < 4 * std::sqrt(kTimes * m / N * (1 - m / N)));
}

TEST_CASE("auto's rule: much is known once the mean of r is below 0.4") {
  const auto items = clique_items(4, 6);  // rows of length 1: r = 1/γ
  CHECK(!margins_tell(PoolModel(items, 2, {.gamma = 1 / 0.41})));
  CHECK(margins_tell(PoolModel(items, 2, {.gamma = 1 / 0.39})));
}

TEST_CASE("auto's rule: rows are asked by how much variance an answer takes") {
  const auto rows = noisy_rows(60, 5, 3, 0.4);
  PoolModel model(rows, 3, {.gamma = 4, .landmarks = 100});
  std::vector<Answer> answers;
  std::vector<std::uint8_t> may_ask(60, 1);
  for (std::uint32_t i = 0; i < 9; ++i) {
    model.learn(i, static_cast<int>(i % 3));
    answers.push_back({i, static_cast<int>(i % 3)});
    may_ask[i] = 0;
  }
  model.look();
  const Pool pool{
      .model = model, .answers = answers, .may_ask = may_ask, .num_may_ask = 51, .left = {}};
  Rng rng(1);
  CHECK(auto_rule()(pool, rng).item == variance_reduction()(pool, rng).item);
}

TEST_CASE("auto's rule: a session that is replayed asks the same, also where classes came late") {
  const auto items = clique_items(4, 20);
  const auto label = [](std::uint32_t i) { return static_cast<int>(i / 20 % 2); };
  Session session(items, {"a", "b"}, {.checks = 0});
  play(session, 12, label);
  for (const char* name : {"c", "d", "e", "f", "g"})
    session.add_class(name);  // 14 answers would cover them
  const Question first = question(session.next());
  session.answer(first.item, label(first.item));
  const Question second = question(session.next());
  session.answer(second.item, label(second.item));
  session.undo();
  CHECK(same(question(session.next()), second));
  session.undo();
  CHECK(same(question(session.next()), first));
}
