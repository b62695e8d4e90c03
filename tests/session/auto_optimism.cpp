// SPDX-License-Identifier: Apache-2.0
// The estimate on labels that no kernel predicts: the class that the checks show to be the most
// frequent one is rarer among the other items.
#include <doctest/doctest.h>

#include <querent/learners/session/auto/optimism.hpp>

#include "auto_models.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

constexpr Node kCommunities = 4, kSize = 60;
constexpr std::uint32_t kNodes = kCommunities * kSize;

const std::shared_ptr<const Items>& communities() {
  static const auto items = nodes_of(planted(kCommunities, kSize, 0.15, 0.01, 1), 20);
  return items;
}

// `chosen` answers, then `checks`, of random classes with these weights.
AutoModel model_of(std::vector<double> weights, int chosen, int checks, std::uint64_t seed) {
  AutoModel model(kernels_of(communities()), static_cast<int>(weights.size()), {}, 1, false);
  Rng rng = make_rng(seed, 0, Stream::kLearner);
  std::vector<LearnedAnswer> answers =
      some_answers(kNodes, static_cast<std::size_t>(chosen + checks), seed, [&](std::uint32_t) {
        double left = uniform01(rng);
        int k = 0;
        while (k + 1 < static_cast<int>(weights.size()) &&
               (left -= weights[static_cast<std::size_t>(k)]) >= 0)
          ++k;
        return k;
      });
  for (int l = 0; l < chosen + checks; ++l) answers[static_cast<std::size_t>(l)].even = l >= chosen;
  learn_all(model, answers);
  return model;
}

// o_i of the checks, which are the last rows of P, by a sum over all answers y* of two classes.
std::vector<double> slow_optimism(const AutoModel& model, const RowMatrix& P, int chosen) {
  const auto checks = static_cast<int>(P.rows()) - chosen;
  const double w0 = model.choice().null, total = checks + 2 * model.params().chosen_per_class;
  const std::vector<double> prior = model.class_prior();
  double ones = 0;  // checks of class 1
  for (int j = 0; j < checks; ++j) ones += model.answer(static_cast<std::size_t>(chosen + j)).label;
  std::vector<double> right(static_cast<std::size_t>(checks)), truly = right;
  for (unsigned y = 0; y < 1U << checks; ++y) {
    double p = 1, count = 0;
    for (int j = 0; j < checks; ++j) {
      p *= P(chosen + j, y >> j & 1U) / P.row(chosen + j).sum();
      count += y >> j & 1U;
    }
    const double pi_1 = prior[1] + (count - ones) / total;
    for (int j = 0; j < checks; ++j) {
      const double s_0 = P(chosen + j, 0) - w0 * prior[0], s_1 = P(chosen + j, 1) - w0 * prior[1];
      const int k = s_1 + w0 * pi_1 > s_0 + w0 * (1 - pi_1) ? 1 : 0;
      right[static_cast<std::size_t>(j)] += p * (k == static_cast<int>(y >> j & 1U));
      truly[static_cast<std::size_t>(j)] += p * P(chosen + j, k);
    }
  }
  for (std::size_t j = 0; j < right.size(); ++j) right[j] = 1 - truly[j] / right[j];
  return right;
}

}  // namespace

TEST_CASE("auto's optimism: agrees with the sum over all answers to the checks") {
  constexpr int kChosen = 4, kChecks = 9;
  std::uint64_t seed = 1;
  AutoModel model = model_of({0.45, 0.55}, kChosen, kChecks, seed);
  while (model.choice().null < 0.5) model = model_of({0.45, 0.55}, kChosen, kChecks, ++seed);
  const RowMatrix P = model.left_out_probabilities();
  const std::vector<double> slow = slow_optimism(model, P, kChosen);
  std::vector<double> mean(static_cast<std::size_t>(P.rows()), 0);
  constexpr int kRuns = 100;
  for (int run = 0; run < kRuns; ++run) {
    Rng rng = make_rng(static_cast<std::uint64_t>(run), 0, Stream::kHeldOut);
    const std::vector<double> o = optimism(model, P, rng);
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += o[i] / kRuns;
  }
  double largest = 0;
  for (int j = 0; j < kChecks; ++j) {
    const auto at = static_cast<std::size_t>(j);
    // a draw changes o by less than 1: four standard errors of 20,000 draws are below 0.03
    CHECK(mean[at + kChosen] == doctest::Approx(slow[at]).epsilon(0.03).scale(1));
    largest = std::max(largest, slow[at]);
  }
  CHECK(largest > 0.05);
  for (int l = 0; l < kChosen; ++l) CHECK(mean[static_cast<std::size_t>(l)] == 0);
}

TEST_CASE("auto's optimism: none where class shares decide no prediction") {
  AutoModel model(kernels_of(communities()), 2, {}, 1, false);
  learn_all(model, some_answers(kNodes, 60, 2,
                                [](std::uint32_t i) { return static_cast<int>(i / kSize % 2); }));
  REQUIRE(model.choice().null < 1e-6);
  Rng rng(1);
  for (const double o : optimism(model, model.left_out_probabilities(), rng)) CHECK(o < 1e-9);
}

namespace {

// The mean difference between the estimate and the error on items never asked, over sixty sessions
// whose labels, of three equally frequent classes, are independent of the graph.
double bias_without_structure(int answers) {
  double bias = 0;
  constexpr int kSessions = 60;
  for (std::uint64_t seed = 1; seed <= kSessions; ++seed) {
    std::vector<int> labels(kNodes);
    for (std::uint32_t i = 0; i < kNodes; ++i) labels[i] = static_cast<int>(i % 3);
    Rng rng = make_rng(seed, 0, Stream::kLearner);
    shuffle(labels, rng);
    Session session(communities(), {"a", "b", "c"}, {.checks = 1, .seed = seed});
    play(session, answers, [&](std::uint32_t i) { return labels[i]; });
    double wrong = 0, left = 0;
    const auto& predictions = session.predictions();
    for (std::uint32_t i = 0; i < kNodes; ++i) {
      if (predictions[i].asked) continue;
      wrong += predictions[i].label != labels[i];
      ++left;
    }
    bias += (session.estimate().value - wrong / left) / kSessions;
  }
  return bias;
}

}  // namespace

TEST_CASE("auto's estimate: not too low on labels that nothing predicts") {
  const double bias = bias_without_structure(60);  // -0.086 without either correction
  CHECK(bias > -0.065);
  CHECK(bias < 0.03);
}
