// SPDX-License-Identifier: Apache-2.0
// What items say of each other, against least squares on all rows written out.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <Eigen/Dense>

#include <querent/learners/session/narrow_products.hpp>
#include <querent/learners/session/self_training.hpp>

#include "pools.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

constexpr int kClasses = 3;

struct Learned {
  std::shared_ptr<const Items> items;
  PoolModel model;
  std::vector<Answer> answers;
};

Learned learned() {
  const auto items = noisy_rows(60, 5, kClasses, 0.5);
  PoolModel model(items, kClasses, {.gamma = 0.5});
  std::vector<Answer> answers;
  for (std::uint32_t i = 0; i < 7; ++i) {
    model.learn(i, static_cast<int>(i % kClasses));
    answers.push_back({i, static_cast<int>(i % kClasses)});
  }
  model.look();
  return {items, std::move(model), std::move(answers)};
}

// softmax(12 f), each class over the square root of its mean, of sum 1.
Eigen::MatrixXd targets(const Eigen::MatrixXd& F) {
  Eigen::MatrixXd H = (12 * F).array().exp();
  for (Eigen::Index j = 0; j < H.rows(); ++j) H.row(j) /= H.row(j).sum();
  const Eigen::RowVectorXd mean = H.colwise().sum() / static_cast<double>(H.rows());
  for (Eigen::Index j = 0; j < H.rows(); ++j) {
    for (Eigen::Index k = 0; k < H.cols(); ++k) H(j, k) /= std::sqrt(kClasses * mean[k]);
    H.row(j) /= H.row(j).sum();
  }
  return H;
}

// Ridge regression by QR of every row: √γ I, the answers but `left_out`, and √ω times each item
// with its target.
Eigen::MatrixXd by_rows(const Learned& l, const Eigen::MatrixXd& H, double omega,
                        int left_out = -1) {
  const auto& X = std::get<Embedding::Rows>(l.items->rows);
  const Eigen::Index d = X.cols(), answers = static_cast<Eigen::Index>(l.answers.size());
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(d + answers + X.rows(), d);
  Eigen::MatrixXd Y = Eigen::MatrixXd::Zero(M.rows(), kClasses);
  M.topRows(d).diagonal().setConstant(std::sqrt(l.model.gamma()));
  for (Eigen::Index a = 0; a < answers; ++a) {
    if (a == left_out) continue;
    const auto& [item, label] = l.answers[static_cast<std::size_t>(a)];
    M.row(d + a) = X.row(item);
    Y(d + a, label) = 1;
  }
  if (omega > 0) {
    M.bottomRows(X.rows()) = std::sqrt(omega) * X;
    Y.bottomRows(X.rows()) = std::sqrt(omega) * H;
  }
  return M.householderQr().solve(Y);
}

}  // namespace

TEST_CASE("self-training: rounds of least squares on answers and on what items say, by QR") {
  const Learned l = learned();
  const auto& X = std::get<Embedding::Rows>(l.items->rows);
  Eigen::MatrixXd W = by_rows(l, {}, 0), H;
  for (int round = 0; round < 3; ++round) {
    H = targets(X * W);
    W = by_rows(l, H, 0.1);
  }
  const NodeScores F = self_trained(l.model, l.answers, {.weight = 0.1});
  // rows reach the model in single precision
  for (Eigen::Index i = 7; i < X.rows(); ++i)
    CHECK((F.row(i) - X.row(i) * W).cwiseAbs().maxCoeff() < 1e-5);
  for (int a = 0; a < 7; ++a) {
    const Eigen::RowVectorXd without = X.row(a) * by_rows(l, H, 0.1, a);
    CHECK((F.row(a) - without).cwiseAbs().maxCoeff() < 1e-5);
  }
}

TEST_CASE("self-training: of no weight it is the model") {
  const Learned l = learned();
  const auto& X = std::get<Embedding::Rows>(l.items->rows);
  const NodeScores alone = self_trained(l.model, l.answers, {.weight = 0});
  CHECK((alone.bottomRows(53) - (X * by_rows(l, {}, 0)).bottomRows(53)).cwiseAbs().maxCoeff() <
        1e-5);
  for (int a = 0; a < 7; ++a)
    CHECK((alone.row(a) - X.row(a) * by_rows(l, {}, 0, a)).cwiseAbs().maxCoeff() < 1e-5);
}

TEST_CASE("self-training: items that are seen by words say as much as 600 answers at most") {
  for (const std::size_t n : {1U, 5'000U, 6'000U, 6'001U, 100'000U}) {
    const SelfTrainingParams params = self_training_by_words(n);
    CHECK(params.weight * static_cast<double>(n) <= 600 * (1 + 1e-12));
    CHECK(params.weight <= 0.1);
    CHECK((params.weight == 0.1 || params.weight * static_cast<double>(n) > 599.9));
    CHECK(params.sharpness < SelfTrainingParams{}.sharpness);
  }
  CHECK(self_training_by_words(0).weight == 0.1);
}

TEST_CASE("self-training: nobody has said anything of no items") {
  PoolModel model(noisy_rows(0, 4, 3, 0.1), 3, {});
  CHECK(self_trained(model, {}).rows() == 0);
}

TEST_CASE(
    "self-training: products with few columns have the bits of their sums, with AVX2 and without") {
  std::mt19937_64 engine(3);
  std::uniform_real_distribution<float> draw(-1, 1);
  constexpr std::size_t n = 21, d = 13, K = 11;
  const std::size_t columns = detail::padded(K);
  CHECK(columns == 16);
  const auto random = [&](std::size_t count) {
    std::vector<float> values(count);
    std::ranges::generate(values, [&] { return draw(engine); });
    return values;
  };
  const std::vector<float> X = random(n * d), W = random(d * columns), H = random(n * columns);
  std::vector<float> F = random(n * columns), B = random(d * columns);
  std::vector<float> slow_F = F, slow_B = B, wide_F = F, wide_B = B;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < d; ++k) {
      for (std::size_t c = 0; c < columns; ++c) {
        const float of_F = X[i * d + k] * W[k * columns + c],
                    of_B = X[i * d + k] * H[i * columns + c];
        slow_F[i * columns + c] += of_F;
        slow_B[k * columns + c] += of_B;
      }
    }
  }
  detail::add_product_body(X.data(), n, d, W.data(), columns, F.data());
  detail::add_transposed_body(X.data(), n, d, H.data(), columns, B.data());
  CHECK(F == slow_F);
  CHECK(B == slow_B);
  if (!detail::has_avx2()) return;
  detail::add_product_avx2(X.data(), n, d, W.data(), columns, wide_F.data());
  detail::add_transposed_avx2(X.data(), n, d, H.data(), columns, wide_B.data());
  CHECK(wide_F == slow_F);
  CHECK(wide_B == slow_B);
}
