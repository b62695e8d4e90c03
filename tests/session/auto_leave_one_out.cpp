// SPDX-License-Identifier: Apache-2.0
// Leave-one-out prediction in closed form against one fit per left-out answer.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "auto_models.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

// The mean at each answered item of a process with all answers but this one.
Eigen::MatrixXd refitted(const Eigen::MatrixXd& K, double noise, const std::vector<int>& y, int C) {
  const Eigen::Index m = K.rows();
  Eigen::MatrixXd means(m, C);
  for (Eigen::Index left_out = 0; left_out < m; ++left_out) {
    std::vector<Eigen::Index> rest;
    for (Eigen::Index l = 0; l < m; ++l) {
      if (l != left_out) rest.push_back(l);
    }
    Eigen::MatrixXd A = K(rest, rest);
    A.diagonal().array() += noise;
    Eigen::MatrixXd R = Eigen::MatrixXd::Constant(m - 1, C, -1.0 / C);
    for (Eigen::Index l = 0; l + 1 < m; ++l)
      R(l, y[static_cast<std::size_t>(rest[static_cast<std::size_t>(l)])]) += 1;
    const Eigen::MatrixXd solved = A.ldlt().solve(R);
    means.row(left_out) = K(left_out, rest) * solved;
  }
  return means.array() + 1.0 / C;
}

// log E_{t, ε | y} [(1 − ε) softmax(t μ_i)_{y_i} + ε/C] of each answer, on a fine grid of t.
std::vector<double> log_each(const Eigen::MatrixXd& means, const std::vector<int>& y,
                             const AutoParams& params) {
  constexpr int kPoints = 400;
  std::vector<double> sums(y.size(), 0);
  double all = 0;
  for (int j = 0; j < kPoints; ++j) {
    const double log_t = std::log(40) * j / (kPoints - 1),
                 z = (log_t - std::log(params.temperature)) / params.temperature_spread;
    for (std::size_t e = 0; e < params.label_noises.size(); ++e) {
      double weight = params.label_noise_prior[e] * std::exp(-z * z / 2);
      std::vector<double> p;
      for (std::size_t i = 0; i < y.size(); ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        p.push_back((1 - params.label_noises[e]) *
                        mean_softmax(means.row(row), {std::exp(log_t)})[y[i]] +
                    params.label_noises[e] / static_cast<double>(means.cols()));
        weight *= p.back();
      }
      all += weight;
      for (std::size_t i = 0; i < y.size(); ++i) sums[i] += weight * p[i];
    }
  }
  for (double& sum : sums) sum = std::log(sum / all);
  return sums;
}

struct AskedLabels {
  std::vector<std::uint32_t> at;
  std::vector<int> y;
};

AskedLabels asked_labels(const std::vector<Answer>& answers) {
  AskedLabels found;
  for (const Answer& answer : answers) {
    found.at.push_back(answer.item);
    found.y.push_back(answer.label);
  }
  return found;
}

}  // namespace

TEST_CASE("auto: the weights of mixtures and noises agree with one fit per left-out answer") {
  for (const auto& items : {clique_items(6, 12), clique_items_with_words(6, 12, 7)}) {
    const auto kernels = kernels_of(items);
    const AutoParams params;
    const auto [at, y] = asked_labels(some_answers(items->size(), 25, 1, third));
    KernelSelection selection(*kernels, params);
    const KernelChoice choice = selection.choose(at, y, 3, false);
    const auto mixtures = mixtures_of(*kernels);
    const auto& noises = params.noises;
    REQUIRE(selection.log_weights().size() == mixtures.size() * noises.size());
    std::vector<double> expected;
    double sum = 0, log_noise = 0;
    Eigen::MatrixXd best;
    std::vector<double> theta(kernels->count(), 0);
    for (const std::vector<double>& mixture : mixtures) {
      const Eigen::MatrixXd K = dense_kernel(*kernels, mixture)(at, at).array() + params.intercept;
      for (const double noise : noises) {
        const Eigen::MatrixXd means = refitted(K, noise, y, 3);
        expected.push_back(log_prediction(means, y, params));
        if (expected.back() == *std::ranges::max_element(expected)) best = means;
        const double weight = std::exp(expected.back());
        sum += weight;
        log_noise += weight * std::log(noise);
        for (std::size_t b = 0; b < theta.size(); ++b) theta[b] += weight * mixture[b];
      }
    }
    for (std::size_t c = 0; c < expected.size(); ++c)
      CHECK(std::abs(selection.log_weights()[c] - expected[c]) < 1e-8);
    for (std::size_t b = 0; b < theta.size(); ++b)
      CHECK(choice.theta[b] == doctest::Approx(theta[b] / sum).epsilon(1e-8));
    CHECK(choice.noise == doctest::Approx(std::exp(log_noise / sum)).epsilon(1e-8));
    // each label by the frequency of its class among the others, against the mean of the mixtures
    std::vector<double> gains = log_each(best, y, params);
    double odds = -std::log(sum / static_cast<double>(expected.size())), mean = 0, variance = 0;
    for (std::size_t l = 0; l < y.size(); ++l) {
      const auto others = static_cast<double>(std::ranges::count(y, y[l]));
      const double null = std::log(others / (static_cast<double>(y.size()) - 1 + 3));
      odds += null;
      gains[l] = null - gains[l];
      mean += gains[l] / static_cast<double>(y.size());
    }
    const auto m = static_cast<double>(y.size());
    for (const double gain : gains) variance += (gain - mean) * (gain - mean) * m / (m - 1);
    CHECK(std::log(choice.null / (1 - choice.null)) ==
          doctest::Approx(odds / std::sqrt(1 + std::numbers::pi * variance / 8)).epsilon(1e-4));
  }
}

TEST_CASE("auto: the leave-one-out prediction agrees with a fit without the answer") {
  const auto kernels = kernels_of(clique_items(6, 12));
  for (const std::size_t count : {std::size_t{6}, std::size_t{13}, std::size_t{40}}) {
    const auto answers = some_answers(72, count, 2, third);
    AutoModel model(kernels, 3, {}, 5, false);
    learn_all(model, answers);
    const auto [at, y] = asked_labels(answers);
    const double noise = model.choice().noise, w0 = model.choice().null;
    const Eigen::MatrixXd K =
        dense_kernel(*kernels, model.choice().theta)(at, at).array() + model.params().intercept;
    const Eigen::MatrixXd means = refitted(K, noise, y, 3);
    const RowMatrix P = model.left_out_probabilities();
    REQUIRE(P.rows() == means.rows());
    for (std::size_t l = 0; l < count; ++l) {
      const auto row = static_cast<Eigen::Index>(l);
      const std::vector<double> prior = model.class_prior();
      const Eigen::Map<const Eigen::RowVectorXd> pi(prior.data(), 3);
      const Eigen::RowVectorXd p =
          w0 * pi + (1 - w0) * mean_softmax(means.row(row), model.temperature().t);
      CHECK((P.row(row) - p).cwiseAbs().maxCoeff() < 1e-9);
    }
    const std::vector<double> wrong = model.probably_wrong();
    const double eps = model.temperature().noise;
    for (std::size_t l = 0; l < count; ++l) {
      const double p = P(static_cast<Eigen::Index>(l), y[l]);
      CHECK(wrong[l] == doctest::Approx(eps / 3 * (1 - p) / ((1 - eps) * p + eps / 3)));
    }
  }
}

TEST_CASE("auto: contributions of answers add up to the difference of two scores") {
  const auto items = clique_items_with_words(6, 12, 7);
  AutoModel model(kernels_of(items), 3, {}, 5, false);
  for (const Answer& answer : some_answers(items->size(), 25, 1, third)) model.learn(answer);
  model.update();
  for (const std::uint32_t i : {3U, 40U, 70U}) {
    std::vector<double> f(3);
    const Prediction prediction = model.predict(i, f);
    const Eigen::VectorXd difference =
        model.contributions(i, prediction.label, prediction.runner_up);
    CHECK(difference.size() == 25);
    CHECK(difference.sum() == doctest::Approx(prediction.margin).epsilon(1e-8));
    CHECK(model.contributions(i, 1, -1).sum() + 1.0 / 3 == doctest::Approx(f[1]).epsilon(1e-8));
  }
}
