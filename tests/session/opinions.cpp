// SPDX-License-Identifier: Apache-2.0
// Opinions are evidence whose accuracy is estimated from the answers.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>

#include <Eigen/LU>

#include <querent/learners/session/auto/opinions.hpp>

#include "../datasets/scratch.hpp"
#include "auto_models.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

// One predicted class per item; −1: none.
SparseItems one_each(const std::vector<int>& opinion_of, std::size_t classes) {
  SparseItems opinions;
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

// F = 1/C + m + k(x, S) (K + σ²)⁻¹ (Y − 1/C − m_S), m = β (μ B − 1/C), all by dense matrices.
TEST_CASE("opinions: the mean of the process, by dense matrices") {
  const auto items = clique_items(3, 10);
  const auto kernels = kernels_of(items);
  const AutoParams params;
  const auto mu = std::make_shared<const RowMatrix>(
      opinion_classes(*kernels, one_each(wrong_in_three(30, 3), 3), 3, params, 1));
  AutoModel model(kernels, 3, params, 1, false, mu);
  std::vector<std::uint32_t> at{0, 5, 11, 14, 22, 29};
  Eigen::MatrixXd Y = Eigen::MatrixXd::Zero(6, 3),
                  B = params.opinions.prior * Eigen::MatrixXd::Identity(3, 3);
  for (std::size_t k = 0; k < at.size(); ++k) {
    model.learn({at[k], clique_of(at[k])});
    Y(static_cast<Eigen::Index>(k), clique_of(at[k])) = 1;
    B.col(clique_of(at[k])) += mu->row(at[k]).transpose();
  }
  model.update();
  for (Eigen::Index l = 0; l < 3; ++l) B.row(l) /= B.row(l).sum();
  const Eigen::MatrixXd m = model.choice().trust * ((*mu * B).array() - 1.0 / 3);
  const Eigen::MatrixXd K = dense_kernel(*kernels, model.choice().theta).array() + params.intercept;
  const Eigen::MatrixXd inner = K(at, at) + model.choice().noise * Eigen::MatrixXd::Identity(6, 6);
  const Eigen::MatrixXd rest = Y.array() - 1.0 / 3 - m(at, Eigen::all).array();
  const Eigen::MatrixXd F = (m + K(Eigen::all, at) * inner.inverse() * rest).array() + 1.0 / 3;
  CHECK(model.choice().trust > 0);
  for (std::uint32_t i = 0; i < 30; ++i) {
    std::vector<double> f(3);
    model.scores(i, f);
    for (Eigen::Index k = 0; k < 3; ++k)
      CHECK(std::abs(f[static_cast<std::size_t>(k)] - F(i, k)) < 1e-8);
  }
}

TEST_CASE("opinions: the trust falls if they contradict the answers at random") {
  std::vector<int> opinion_of;
  for (std::uint32_t i = 0; i < 40; ++i) opinion_of.push_back(static_cast<int>(i % 4));
  Session session(clique_items(4, 10), kFour, {.opinions = one_each(opinion_of, 4)});
  play(session, 12, clique_of);
  CHECK(right(session) == 1);
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
  const auto refused = [](SparseItems opinions) {
    CHECK_THROWS_AS(Session(clique_items(4, 10), kFour, {.opinions = std::move(opinions)}),
                    std::invalid_argument);
  };
  refused(one_each(std::vector<int>(39, 0), 4));  // one item too few
  refused(one_each(std::vector<int>(40, 4), 4));  // class 4 does not exist
  SparseItems half = one_each(std::vector<int>(40, 0), 4);
  half.value[3] = 0.5;
  refused(half);
  half.value[3] = std::nan("");
  refused(half);
}
