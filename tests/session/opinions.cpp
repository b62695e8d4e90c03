// SPDX-License-Identifier: Apache-2.0
// Opinions are evidence whose accuracy is estimated from the answers.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>

#include <Eigen/LU>

#include <querent/learners/random.hpp>
#include <querent/learners/session/auto/opinions.hpp>

#include "../datasets/scratch.hpp"
#include "auto_models.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

// One predicted class per item; −1: none.
CsrMatrix one_each(const std::vector<int>& opinion_of, std::size_t classes) {
  CsrMatrix opinions;
  opinions.dim = classes;
  for (const int k : opinion_of) {
    if (k >= 0) {
      opinions.index.push_back(static_cast<std::uint32_t>(k));
      opinions.value.push_back(1);
    }
    opinions.offsets.push_back(opinions.index.size());
  }
  return opinions;
}

// Classes of `items` in cliques of ten, each right except every third, which is the next class.
std::vector<int> wrong_in_three(std::uint32_t items, int classes) {
  std::vector<int> opinion_of;
  for (std::uint32_t i = 0; i < items; ++i)
    opinion_of.push_back(i % 3 == 2 ? (clique_of(i) + 1) % classes : clique_of(i));
  return opinion_of;
}

double right(const Session& session) {
  double count = 0;
  for (std::uint32_t i = 0; i < session.predictions().size(); ++i)
    count += session.predictions()[i].label == clique_of(i);
  return count / static_cast<double>(session.predictions().size());
}

}  // namespace

TEST_CASE("opinions: without an answer neighbours outvote the third that is wrong") {
  Session session(clique_items(4, 10), kFour, {.opinions = one_each(wrong_in_three(40, 4), 4)});
  CHECK(right(session) == 1);  // seven of each clique are right
  CHECK(question(session.next()).predicted == clique_of(question(session.next()).item));
}

TEST_CASE("opinions: a machine that always predicts the next class is corrected by answers") {
  std::vector<int> opinion_of;
  for (std::uint32_t i = 0; i < 40; ++i) opinion_of.push_back((clique_of(i) + 1) % 4);
  Session session(clique_items(4, 10), kFour, {.opinions = one_each(opinion_of, 4)});
  CHECK(right(session) == 0);
  play(session, 8, clique_of);
  CHECK(right(session) == 1);
}

TEST_CASE("opinions: without any they equal no opinions, except for classes without an answer") {
  Session with(clique_items(4, 10), kFour, {.opinions = one_each(std::vector<int>(40, -1), 4)}),
      without(clique_items(4, 10), kFour);
  play(with, 12, clique_of);
  play(without, 12, clique_of);
  CHECK(right(with) == right(without));
}

// p ∝ P Lᵝ e^(γ S), M from the counts, as loops over single numbers.
TEST_CASE("opinions: the confusion matrix and the prediction, number by number") {
  constexpr int C = 3;
  constexpr std::uint32_t n = 30;
  CsrMatrix given = one_each(wrong_in_three(n, C), C);
  given.index.insert(given.index.begin() + 4, 2);  // item 3, class 1: a distribution
  given.value.insert(given.value.begin() + 3, 0.75);
  given.value[4] = 0.25;
  for (std::size_t i = 4; i < given.offsets.size(); ++i) ++given.offsets[i];
  Rng rng = make_rng(1, 0, Stream::kOrder);
  const auto random_rows = [&](std::uint32_t rows) {
    RowMatrix P(rows, C);
    for (double& p : P.reshaped()) p = 0.05 + uniform01(rng);
    for (Eigen::Index i = 0; i < P.rows(); ++i) P.row(i) /= P.row(i).sum();
    return P;
  };
  const auto S = std::make_shared<const RowMatrix>(random_rows(n));
  const OpinionParams params;
  Opinions machine(given, C, params, n, 1, S);
  const std::vector<Answer> answers{{0, 0}, {5, 0}, {11, 1}, {14, 1}, {22, 2}, {29, 0}};
  const std::vector<std::uint32_t> items = machine.items_without(answers);
  REQUIRE(items.size() == n - answers.size());
  const RowMatrix P = random_rows(n - 6);
  const OpinionTrust trust{.own = 0.6, .similar = 0.3};
  machine.fit(items, P, answers, trust);
  const auto v = [&](std::uint32_t i, int l) {
    for (std::uint64_t j = given.offsets[i]; j < given.offsets[i + 1]; ++j)
      if (given.index[j] == static_cast<std::uint32_t>(l)) return given.value[j];
    return 0.0;
  };
  double counts[C][C], M[C][C];
  const auto count = [&](bool later) {
    for (int k = 0; k < C; ++k) {
      for (int l = 0; l < C; ++l) {
        counts[k][l] = params.prior * (k == l ? params.right : (1 - params.right) / (C - 1));
        for (const auto& [item, y] : answers) counts[k][l] += later && y == k ? v(item, l) : 0;
      }
    }
    for (std::size_t i = 0; later && i < items.size(); ++i) {
      double q[C], sum = 0;
      for (int k = 0; k < C; ++k) {
        double L = 0;
        for (int l = 0; l < C; ++l) L += v(items[i], l) * M[k][l];
        q[k] = P(static_cast<Eigen::Index>(i), k) * std::pow(L, trust.own) *
               std::exp(trust.similar * (*S)(items[i], k));
        sum += q[k];
      }
      for (int k = 0; k < C; ++k)
        for (int l = 0; l < C; ++l) counts[k][l] += q[k] / sum * v(items[i], l);
    }
    for (int k = 0; k < C; ++k) {
      double sum = 0;
      for (int l = 0; l < C; ++l) sum += counts[k][l];
      for (int l = 0; l < C; ++l) M[k][l] = counts[k][l] / sum;
    }
  };
  count(false);
  for (std::uint32_t step = 0; step < params.steps; ++step) count(true);
  // the trust becomes the only one with a positive likelihood
  int calls = 0;
  machine.choose_trust(answers, [&](const RowMatrix&) { return calls++ == 9 ? 0.0 : -1e9; });
  CHECK(machine.trust().own == 0.6);
  CHECK(machine.trust().similar == 0.3);
  for (std::uint32_t i = 0; i < n; ++i) {
    const Eigen::RowVectorXd addend = machine.addend(i);
    for (int k = 0; k < C; ++k) {
      double L = 0;
      for (int l = 0; l < C; ++l) L += v(i, l) * M[k][l];
      CHECK(std::abs(addend[k] - 0.6 * std::log(L) - 0.3 * (*S)(i, k)) < 1e-9);
    }
  }
  // without answer 3, whose class loses its counts
  double own = 0, sum = 0;
  for (int l = 0; l < C; ++l) {
    own += v(14, l) * (counts[1][l] - v(14, l));
    sum += counts[1][l];
  }
  CHECK(std::abs(machine.left_out(answers)(3, 1) - 0.6 * std::log(own / (sum - 1)) -
                 0.3 * (*S)(14, 1)) < 1e-9);
}

// S by a dense matrix, without item i's own target by leaving it out of the process.
TEST_CASE("opinions: the scores by similar items, by dense matrices") {
  const auto items = clique_items(3, 10);
  const auto kernels = kernels_of(items);
  AutoParams params;
  params.opinions.steps = 1;  // q = v
  const CsrMatrix given = one_each(wrong_in_three(30, 3), 3);
  const RowMatrix S = similar_opinions(*kernels, given, 3, params, 1);
  std::vector<double> theta(kernels->count(), 0.0);
  for (std::size_t s = 0; s < kernels->num_near(); ++s)
    theta[s * Kernels::kPowers + 1] = 1.0 / static_cast<double>(kernels->num_near());
  const Eigen::MatrixXd K = dense_kernel(*kernels, theta).array() + params.intercept;
  Eigen::MatrixXd R = Eigen::MatrixXd::Constant(30, 3, -1.0 / 3);
  for (std::uint32_t i = 0; i < 30; ++i) R(i, static_cast<Eigen::Index>(given.index[i])) += 1;
  for (std::uint32_t i = 0; i < 30; ++i) {
    std::vector<Eigen::Index> others;
    for (Eigen::Index j = 0; j < 30; ++j)
      if (j != static_cast<Eigen::Index>(i)) others.push_back(j);
    const Eigen::MatrixXd inner =
        K(others, others) + params.prior_noise() * Eigen::MatrixXd::Identity(29, 29);
    const Eigen::RowVectorXd mu =
        K(std::vector<Eigen::Index>{static_cast<Eigen::Index>(i)}, others) * inner.inverse() *
        R(others, Eigen::all);
    CHECK((S.row(i) - params.temperature * mu).cwiseAbs().maxCoeff() < 1e-8);
  }
}

TEST_CASE("opinions: the trust falls if they contradict the answers at random") {
  std::vector<int> opinion_of;
  for (std::uint32_t i = 0; i < 40; ++i) opinion_of.push_back(static_cast<int>(i % 4));
  Session session(clique_items(4, 10), kFour, {.opinions = one_each(opinion_of, 4)});
  play(session, 12, clique_of);
  CHECK(right(session) == 1);
}

TEST_CASE("opinions: contradicted ones lose their trust before every class has an answer") {
  std::vector<int> opinion_of;
  for (std::uint32_t i = 0; i < 40; ++i) opinion_of.push_back(static_cast<int>(i % 4));
  Session with(clique_items(4, 10), kFour, {.opinions = one_each(opinion_of, 4)}),
      without(clique_items(4, 10), kFour);
  for (Session* session : {&with, &without}) {
    for (const std::uint32_t item : {1U, 12U}) session->answer(item, clique_of(item));
  }
  for (std::uint32_t i = 0; i < 40; ++i) {  // the two cliques with an answer
    if (clique_of(i) == clique_of(1) || clique_of(i) == clique_of(12))
      CHECK(with.predictions()[i].label == without.predictions()[i].label);
  }
  CHECK(right(with) >= right(without));
}

TEST_CASE("opinions: a saved session continues with them") {
  const Scratch files;
  const auto items = clique_items(4, 10);
  Session session(items, kFour, {.opinions = one_each(wrong_in_three(40, 4), 4)});
  play(session, 5, clique_of);
  session.save(files / "session");
  Session loaded = Session::load(files / "session", items);
  for (std::uint32_t i = 0; i < 40; ++i)
    CHECK(loaded.class_probabilities(i) == session.class_probabilities(i));
  CHECK(question(loaded.next()).item == question(session.next()).item);
}

TEST_CASE("opinions: invalid ones are rejected") {
  const auto refused = [](CsrMatrix opinions) {
    CHECK_THROWS_AS(Session(clique_items(4, 10), kFour, {.opinions = std::move(opinions)}),
                    std::invalid_argument);
  };
  refused(one_each(std::vector<int>(39, 0), 4));  // one item too few
  refused(one_each(std::vector<int>(40, 4), 4));  // class 4 does not exist
  CsrMatrix half = one_each(std::vector<int>(40, 0), 4);
  half.value[3] = 0.5;
  refused(half);
  half.value[3] = std::nan("");
  refused(half);
}
