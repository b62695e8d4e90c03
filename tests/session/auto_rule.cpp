// SPDX-License-Identifier: Apache-2.0
// The queries of `auto` against their definition.
#include <doctest/doctest.h>

#include <set>

#include <querent/learners/session/auto/clusters.hpp>
#include <querent/learners/session/auto/rule.hpp>

#include "auto_models.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

// A model after `count` answers, whose classes follow the cliques, and the items that may be asked.
struct AskedPool {
  AutoModel model;
  std::vector<Answer> answers;
  std::vector<std::uint8_t> may_ask;

  // Without random draws: every item is a landmark, and the best of all is asked.
  AskedPool(const std::shared_ptr<const Items>& items, std::size_t count, auto&& label,
            double covering = 2)
      : model(kernels_of(items), 3, {.covering = covering, .landmarks = 1000, .drawn = 1}),
        answers(some_answers(items->size(), count, 3, label)),
        may_ask(items->size(), 1) {
    learn_all(model, answers);
    for (const Answer& answer : answers) may_ask[answer.item] = 0;
  }
  Pool pool() const {
    return {.model = model,
            .answers = answers,
            .may_ask = may_ask,
            .num_may_ask = may_ask.size() - answers.size(),
            .left = {}};
  }
  // The greatest utility by dense matrices minus the utility of `item`.
  double shortfall(std::uint32_t item, bool weigh_by_doubt) const {
    const DenseProcess dense(model, answers);
    const double t = model.temperature().t[model.temperature().t.size() / 2];
    Eigen::VectorXd doubt = Eigen::VectorXd::Ones(model.size());
    for (Eigen::Index i = 0; weigh_by_doubt && i < doubt.size(); ++i)
      doubt[i] = 1 - mean_softmax(dense.scores.row(i), {t}).squaredNorm();
    Eigen::VectorXd utility(model.size());
    for (Eigen::Index x = 0; x < utility.size(); ++x) {
      const double fall = doubt.dot(dense.covariance.col(x).cwiseAbs2()) /
                          (dense.covariance(x, x) + model.choice().noise);
      utility[x] = may_ask[static_cast<std::size_t>(x)] != 0 ? std::sqrt(doubt[x]) * fall : -1;
    }
    return utility.maxCoeff() - utility[item];
  }
};

}  // namespace

TEST_CASE("auto's rule: the query minimises the variance of items in doubt") {
  for (const auto& items : {clique_items(6, 12), clique_items_with_words(6, 12, 7)}) {
    const AskedPool asked(items, 12, third);
    REQUIRE(asked.model.choice().null < 0.5);
    Rng rng(1);
    const PoolChoice choice = auto_rule()(asked.pool(), rng);
    CHECK(choice.why == Why::kUrgent);
    CHECK(asked.may_ask[choice.item] == 1);
    CHECK_FALSE(choice.uniform);
    CHECK(asked.shortfall(choice.item, true) < 1e-5);
    CHECK(variance_reduction()(asked.pool(), rng).item == choice.item);
    const PoolChoice even = variance_reduction(false)(asked.pool(), rng);
    CHECK(even.why == Why::kCover);
    CHECK(asked.shortfall(even.item, false) < 1e-5);
  }
}

TEST_CASE(
    "auto's rule: among the drawn items the one of greatest utility is asked, with its "
    "probability") {
  const auto items = noisy_rows(400, 5, 3, 0.4);
  AutoModel model(kernels_of(items), 3, {.landmarks = 400, .drawn = 0.25, .fewest_drawn = 2});
  const auto answers = some_answers(400, 12, 3, [](auto i) { return static_cast<int>(i % 3); });
  learn_all(model, answers);
  REQUIRE(model.choice().null < 0.5);
  std::vector<std::uint8_t> may_ask(400, 1);
  for (const Answer& answer : answers) may_ask[answer.item] = 0;
  const Pool pool{
      .model = model, .answers = answers, .may_ask = may_ask, .num_may_ask = 388, .left = {}};
  const Eigen::VectorXf utility = model.utilities(true);
  constexpr int kDraws = 4000, kAsked = 97;  // a quarter of 388
  Rng rng(1);
  const PoolRule rule = auto_rule();
  std::vector<int> count(400, 0);
  for (int k = 0; k < kDraws; ++k) {
    const PoolChoice choice = rule(pool, rng);
    std::uint64_t before = 0;
    for (std::uint32_t i = 0; i < 400; ++i)
      before += may_ask[i] != 0 && utility[i] > utility[choice.item];
    double p = kAsked / 388.0;  // it is drawn, and no better item is
    for (std::uint64_t j = 0; j < before; ++j)
      p *= (388.0 - kAsked - static_cast<double>(j)) / (387.0 - static_cast<double>(j));
    CHECK(choice.probability == doctest::Approx(p));
    ++count[choice.item];
  }
  const auto first = std::ranges::max_element(count) - count.begin();
  CHECK(utility[first] == utility.maxCoeff());
  // of 4,000 draws 1,000 ± 27.4 contain the first: six deviations
  CHECK(std::abs(count[static_cast<std::size_t>(first)] - 1000) < 165);
}

TEST_CASE("auto's rule: before the first C answers all items have equal doubt") {
  const AskedPool asked(
      noisy_rows(60, 5, 3, 0.4), 2, [](auto i) { return static_cast<int>(i % 3); }, 0);
  Rng rng(1);
  const PoolChoice choice = auto_rule()(asked.pool(), rng);
  CHECK(choice.why == Why::kCover);
  CHECK(asked.shortfall(choice.item, false) < 1e-5);
}

TEST_CASE(
    "auto's rule: while the null has more than half of the weight every item is equally probable") {
  const AskedPool asked(clique_items(6, 12), 40,
                        [](auto i) { return static_cast<int>(i * i % 7 % 3); });
  REQUIRE(asked.model.choice().null > 0.5);
  Rng rng(1);
  const PoolRule rule = auto_rule();
  std::set<std::uint32_t> found;
  for (int k = 0; k < 400; ++k) {
    const PoolChoice choice = rule(asked.pool(), rng);
    CHECK(choice.uniform);
    CHECK(choice.probability == doctest::Approx(1.0 / 32));
    CHECK(asked.may_ask[choice.item] == 1);
    found.insert(choice.item);
  }
  CHECK(found.size() == 32);  // one of them is never drawn with P < 1e-4
}

TEST_CASE("auto's rule: from five answers on, the null also ends the covering queries") {
  for (const std::uint32_t answers : {4U, 5U}) {
    CAPTURE(answers);
    const AskedPool asked(clique_items(6, 12), answers,
                          [](auto i) { return static_cast<int>(i % 2); });
    REQUIRE(asked.model.num_classes() == 3);  // so the covering queries would be six
    REQUIRE(asked.model.choice().null > 0.5);
    Rng rng(1);
    CHECK(auto_rule()(asked.pool(), rng).uniform == (answers == 5));
  }
}

TEST_CASE("auto's rule: a component of fewer nodes than classes is asked last") {
  Edges edges;
  for (Node i = 0; i < 36; ++i) {  // three cliques of twelve in a ring
    for (Node j = i + 1; j < i / 12 * 12 + 12; ++j) edges.emplace_back(i, j);
    if (i % 12 == 0) edges.emplace_back(i, (i + 13) % 36);
  }
  edges.emplace_back(36, 37);  // two components of two nodes, of three classes
  edges.emplace_back(38, 39);
  edges.emplace_back(40, 41);  // one of three
  edges.emplace_back(41, 42);
  Session session(nodes_of(make_graph(43, edges), 20), {"a", "b", "c"}, {.checks = 0});
  std::vector<std::uint32_t> order;
  for (auto next = session.next(); const auto* q = std::get_if<Question>(&next);
       next = session.next()) {
    CHECK_FALSE(q->uniform);
    order.push_back(q->item);
    session.answer(q->item, third(q->item));
  }
  REQUIRE(order.size() == 43);
  const std::set<std::uint32_t> last(order.end() - 4, order.end());
  CHECK(last == std::set<std::uint32_t>{36, 37, 38, 39});
}

TEST_CASE("auto's rule: also with words, the first queries are of components with other nodes") {
  Edges edges;
  for (Node i = 0; i < 40; ++i) {  // two cliques of twenty, and forty pairs
    for (Node j = i + 1; j < i / 20 * 20 + 20; ++j) edges.emplace_back(i, j);
    edges.emplace_back(40 + 2 * i, 41 + 2 * i);
  }
  Graph graph = make_graph(120, edges);
  Embedding embedding = embed(graph, {.dim = 38});
  Embedding::Rows words = Embedding::Rows::Zero(120, 12);  // most nodes of pairs are alike
  for (Eigen::Index i = 0; i < 120; ++i) {
    words(i, i < 40 ? i % 9 : 9 + i / 40 % 2) = 1;
    words(i, 11) = 0.5;
    words.row(i).normalize();
  }
  Session session(
      std::make_shared<const Items>(
          items_of(std::make_shared<const Graph>(std::move(graph)), std::move(embedding), words)),
      {"a", "b", "c"}, {.checks = 0});
  for (int k = 0; k < 6; ++k) {
    const Question asked = question(session.next());
    CHECK(asked.item < 40);
    session.answer(asked.item, third(asked.item));
  }
}

TEST_CASE("auto's rule: the first queries are the items nearest to the centres of clusters") {
  const auto items = clique_items(6, 10);
  Session session(items, {"a", "b", "c"},
                  {.budget = 9, .checks = 0, .model = {.fewest_judged = 9}});
  std::set<std::uint32_t> nearest, asked;
  const auto kernels = kernels_of(items);
  for (const auto& cluster : clusters_of(*kernels, 6).items) nearest.insert(cluster.front());
  for (int k = 0; k < 6; ++k) {
    const Question q = question(session.next());
    CHECK(q.why == Why::kCover);
    asked.insert(q.item);
    session.answer(q.item, static_cast<int>(q.item / 10 % 3));
  }
  CHECK(asked == nearest);
  CHECK(question(session.next()).why != Why::kCover);
}

TEST_CASE("auto's rule: clusters with an answer are not asked, and open questions lie in others") {
  Session session(clique_items(6, 10), {"a", "b", "c"}, {.budget = 9, .checks = 0});
  session.answer(37, 0);  // of the fourth clique
  std::set<std::uint32_t> cliques;
  for (const Question& q : session.next(5)) cliques.insert(q.item / 10);
  CHECK(cliques == std::set<std::uint32_t>{0, 1, 2, 4, 5});
}

TEST_CASE("auto's rule: a budget below two answers per class is one answer per clique") {
  const auto items = clique_items(4, 12);
  Session session(items, {"a", "b", "c", "d"}, {.budget = 4, .checks = 0});
  std::set<std::uint32_t> found;
  for (int k = 0; k < 4; ++k) {
    const Question asked = question(session.next());
    CHECK(asked.why == Why::kCover);
    found.insert(asked.item / 12);
    session.answer(asked.item, static_cast<int>(asked.item / 12));
  }
  CHECK(found.size() == 4);
  CHECK(std::get<Ending>(session.next()) == Ending::kBudget);
  for (std::uint32_t i = 0; i < items->size(); ++i)
    CHECK(session.predictions()[i].label == static_cast<int>(i / 12));
}

TEST_CASE("auto's rule: a replayed session asks the same, also with classes added later") {
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
