// SPDX-License-Identifier: Apache-2.0
// Rank-one steps between the refits of `auto` against dense matrices.
#include <doctest/doctest.h>

#include <set>

#include "auto_models.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

constexpr AutoParams kEveryItem{.landmarks = 1000};

// Classes without an answer are at most as probable as π; the others share the excess.
Eigen::RowVectorXd capped(Eigen::RowVectorXd p, const Eigen::RowVectorXd& pi,
                          const std::vector<bool>& named) {
  double known = 0, of_named = 0;
  for (std::size_t k = 0; k < named.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    if (!named[k]) p[at] = std::min(p[at], pi[at]);
    (named[k] ? of_named : known) += p[at];
  }
  for (std::size_t k = 0; k < named.size() && of_named > 0; ++k) {
    if (named[k]) p[static_cast<Eigen::Index>(k)] *= (1 - known) / of_named;
  }
  return p;
}

// Compares F, variances, P and utilities of `model`, in which every item is a landmark.
void compare(const AutoModel& model, const std::vector<Answer>& answers,
             const DenseProcess& dense) {
  const Eigen::Index n = model.size(), C = model.num_classes();
  const double noise = model.choice().noise, w0 = model.choice().null;
  const std::vector<double> prior = model.class_prior();
  const Eigen::Map<const Eigen::RowVectorXd> pi(prior.data(), C);
  const RowMatrix P = model.all_probabilities();
  const double middle = model.temperature().t[model.temperature().t.size() / 2];
  std::vector<bool> named(static_cast<std::size_t>(C), false);
  for (const Answer& answer : answers) named[static_cast<std::size_t>(answer.label)] = true;
  Eigen::VectorXd doubt(n);
  for (std::uint32_t i = 0; i < model.size(); ++i) {
    std::vector<double> f(static_cast<std::size_t>(C));
    CHECK(model.predict(i, f).uncertainty == model.uncertainty(i));
    const Eigen::Map<const Eigen::RowVectorXd> F(f.data(), C);
    CHECK((F - dense.scores.row(i)).cwiseAbs().maxCoeff() < 1e-8);
    CHECK(std::abs(model.uncertainty(i) - dense.covariance(i, i) / 1.1) < 1e-8);
    const Eigen::RowVectorXd p = capped(
        w0 * pi + (1 - w0) * mean_softmax(dense.scores.row(i), model.temperature().t), pi, named);
    CHECK((P.row(i) - p).cwiseAbs().maxCoeff() < 1e-8);
    const std::vector<double> one = model.probabilities(i);
    CHECK((Eigen::Map<const Eigen::RowVectorXd>(one.data(), C) - p).cwiseAbs().maxCoeff() < 1e-8);
    doubt[i] = 1 - mean_softmax(dense.scores.row(i), {middle}).squaredNorm();
  }
  REQUIRE(model.num_candidates() == model.size());
  const Eigen::VectorXf utility = model.utilities(true), even = model.utilities(false);
  for (Eigen::Index x = 0; x < n; ++x) {
    const Eigen::VectorXd squares = dense.covariance.col(x).cwiseAbs2();
    const double rho = dense.covariance(x, x) + noise;
    CHECK(std::abs(utility[x] - std::sqrt(doubt[x]) * doubt.dot(squares) / rho) < 1e-4);
    CHECK(std::abs(even[x] - squares.sum() / rho) < 1e-4);
  }
}

}  // namespace

TEST_CASE("auto: after each answer scores, variances and utilities are those of dense matrices") {
  for (const auto& items : {clique_items(6, 12), clique_items_with_words(6, 12, 7)}) {
    AutoModel model(kernels_of(items), 3, kEveryItem);
    const auto answers = some_answers(72, 20, 3, third);
    std::vector<Answer> learned;
    compare(model, learned, DenseProcess(model, learned));
    for (const Answer& answer : answers) {  // refits at 3, 6, 9 and 15
      model.learn(answer);
      model.update();
      learned.push_back(answer);
      compare(model, learned, DenseProcess(model, learned));
    }
    CHECK(model.answers() == 20);
  }
}

TEST_CASE("auto: answers added together give the same as one by one") {
  const auto kernels = kernels_of(clique_items(6, 12));
  const auto answers = some_answers(72, 50, 4, third);
  AutoModel one(kernels, 3, {}, 2), together(kernels, 3, {}, 2);
  for (const Answer& answer : answers) {
    one.learn(answer);
    one.update();
  }
  learn_all(together, answers);
  CHECK(one.choice().theta == together.choice().theta);
  CHECK(one.all_probabilities() == together.all_probabilities());
  CHECK(one.utilities(true) == together.utilities(true));
}

TEST_CASE("auto: learning in a copy does not change its original") {
  const auto kernels = kernels_of(clique_items(6, 12));
  const auto answers = some_answers(72, 40, 4, third);
  auto others = answers;
  for (Answer& answer : others) answer.label = static_cast<int>(answer.item % 3);
  AutoModel model(kernels, 3, {}, 2), alone(kernels, 3, {}, 2);
  learn_all(model, {answers.begin(), answers.begin() + 12});
  AutoModel copy = model;  // from five answers per class on mixtures are dropped
  learn_all(copy, {others.begin() + 12, others.end()});
  learn_all(model, {answers.begin() + 12, answers.end()});
  learn_all(alone, answers);
  CHECK(model.choice().theta == alone.choice().theta);
  CHECK(model.all_probabilities() == alone.all_probabilities());
}

TEST_CASE("auto: a pending answer lowers variances like an answer, and changes no score") {
  const auto kernels = kernels_of(clique_items(6, 12));
  AutoModel model(kernels, 3, kEveryItem);
  const auto answers = some_answers(72, 11, 6, third);
  learn_all(model, answers);
  AutoModel ahead = model;
  ahead.add_pending(40);
  ahead.add_pending(7);
  CHECK(ahead.pending() == 2);
  compare(ahead, answers, DenseProcess(ahead, answers, {40, 7}));
  CHECK(ahead.uncertainty(41) < 0.9 * model.uncertainty(41));
  CHECK(ahead.left_out_probabilities() == model.left_out_probabilities());
  compare(model, answers, DenseProcess(model, answers));
}

TEST_CASE("auto: results depend neither on threads nor on whether queries are requested") {
  const auto items = noisy_rows(20'000, 7, 3, 0.5);
  AutoModel one(kernels_of(items, 1), 3, {}, 9), four(kernels_of(items, 4), 3, {}, 9),
      silent(kernels_of(items, 1), 3, {}, 9, false);
  const auto answers = some_answers(20'000, 40, 5, [](auto i) { return static_cast<int>(i % 3); });
  for (AutoModel* model : {&one, &four, &silent}) learn_all(*model, answers);
  CHECK(one.all_probabilities() == four.all_probabilities());
  CHECK(one.all_probabilities() == silent.all_probabilities());
  CHECK(one.utilities(true) == four.utilities(true));
  const RowMatrix before = one.all_probabilities();
  one.drop_landmarks();
  CHECK(one.all_probabilities() == before);
}

TEST_CASE("auto: with many items candidates are a uniform sample, redrawn at every refit") {
  const auto kernels = kernels_of(noisy_rows(500, 4, 2, 0.3));
  AutoModel model(kernels, 2, {.landmarks = 20, .candidates = 60}, 1);
  const auto drawn = [&] {
    std::set<std::uint32_t> found;
    for (std::uint32_t k = 0; k < model.num_candidates(); ++k) found.insert(model.candidate(k));
    return found;
  };
  const auto first = drawn();
  CHECK(first.size() == 60);
  CHECK(*first.rbegin() < 500);
  CHECK(model.utilities(false).size() == 60);
  const auto answers =
      some_answers(500, 5, 1, [](std::uint32_t i) { return static_cast<int>(i % 2); });
  learn_all(model, {answers.begin(), answers.begin() + 4});  // a refit
  const auto second = drawn();
  CHECK(second != first);
  learn_all(model, {answers.back()});
  CHECK(drawn() == second);
}

TEST_CASE("auto: refits come at 1, 2, 3, 5, 7, 10, 14, 20 answers per class, then by √2") {
  std::vector<std::size_t> at;
  for (std::size_t m = 0; m <= 1000; ++m) {
    if (is_refit(m, 2)) at.push_back(m);
  }
  const std::vector<std::size_t> first(at.begin(), at.begin() + 8);
  CHECK(first == std::vector<std::size_t>{2, 4, 6, 10, 14, 20, 28, 40});
  for (std::size_t k = 8; k < at.size(); ++k)
    CHECK(static_cast<double>(at[k]) / static_cast<double>(at[k - 1]) ==
          doctest::Approx(std::sqrt(2.0)).epsilon(0.02));
  CHECK(at.back() > 700);
  CHECK(is_refit(21, 3));
  CHECK_FALSE(is_refit(20, 3));
}

TEST_CASE("auto: an answer with an invalid item or class is rejected") {
  AutoModel model(kernels_of(clique_items(2, 6, 4)), 2, {});
  CHECK_THROWS_AS(model.learn({.item = 12, .label = 0}), std::invalid_argument);
  CHECK_THROWS_AS(model.learn({.item = 0, .label = 2}), std::invalid_argument);
  CHECK_THROWS_AS(model.learn({.item = 0, .label = -1}), std::invalid_argument);
  CHECK_THROWS_AS(AutoModel(kernels_of(clique_items(2, 6, 4)), -1, {}), std::invalid_argument);
}
