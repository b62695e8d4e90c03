// SPDX-License-Identifier: Apache-2.0
// Both forms of auto's process against dense matrices: the same numbers, also after steps.
#include <doctest/doctest.h>

#include <querent/learners/session/auto/posterior.hpp>
#include <querent/learners/session/auto/selection.hpp>

#include "auto_models.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

struct Case {
  Eigen::MatrixXd features, R;
  std::vector<int> y;
};

// m answers of three classes with D columns; rows of length 1, like kernels with a diagonal of 1.
Case drawn(Eigen::Index m, Eigen::Index D) {
  Rng rng = make_rng(static_cast<std::uint64_t>(m * 1000 + D), 0, Stream::kOrder);
  Case found{Eigen::MatrixXd(m, D), Eigen::MatrixXd::Constant(m, 3, -1.0 / 3), {}};
  for (Eigen::Index i = 0; i < m; ++i) {
    for (Eigen::Index k = 0; k < D; ++k) found.features(i, k) = uniform01(rng) - 0.5;
    found.features.row(i).normalize();
    found.y.push_back(static_cast<int>(uniform_below(rng, 3)));
    found.R(i, found.y.back()) += 1;
  }
  return found;
}

}  // namespace

TEST_CASE("auto's process: the dual and the primal form are the same to 1e-8") {
  for (const auto& [m, D] : {std::pair<Eigen::Index, Eigen::Index>{7, 30}, {30, 30}, {200, 31}}) {
    const Case one = drawn(m, D);
    const Eigen::MatrixXd at = drawn(9, D).features;
    for (const double noise : {0.3, 3.0}) {
      Eigen::MatrixXd K = one.features * one.features.transpose();
      const Eigen::MatrixXd k = at * one.features.transpose();
      K.diagonal().array() += noise;
      const Eigen::MatrixXd mean = k * K.ldlt().solve(one.R);
      const Eigen::MatrixXd covariance = at * at.transpose() - k * K.ldlt().solve(k.transpose());
      for (const auto form : {Posterior::Form::kDual, Posterior::Form::kPrimal}) {
        const Posterior process(one.features, noise, form);
        CHECK((at * process.mean_weights(one.R) - mean).cwiseAbs().maxCoeff() < 1e-8);
        CHECK((at * process.covariance_weights(at) - covariance).cwiseAbs().maxCoeff() < 1e-8);
        Eigen::VectorXd variance = (at * process.variance_weights()).rowwise().squaredNorm();
        if (form == Posterior::Form::kDual) variance = at.rowwise().squaredNorm() - variance;
        CHECK((variance - covariance.diagonal()).cwiseAbs().maxCoeff() < 1e-8);
        Posterior grown(one.features.topRows(m / 2), noise, form);
        for (Eigen::Index i = m / 2; i < m; ++i) grown.add(one.features.row(i));
        CHECK(grown.form() == Posterior::form_for(m, D));  // the cheaper one, at every size
        CHECK((at * grown.mean_weights(one.R) - mean).cwiseAbs().maxCoeff() < 1e-8);
        CHECK((grown.left_out(one.R) - process.left_out(one.R)).cwiseAbs().maxCoeff() < 1e-8);
      }
      CHECK(Posterior(one.features, noise).form() ==
            (m <= D ? Posterior::Form::kDual : Posterior::Form::kPrimal));
    }
  }
}

TEST_CASE(
    "auto's process: the leave-one-out mean is that of a fit without the answer, in both forms") {
  for (const auto& [m, D] : {std::pair<Eigen::Index, Eigen::Index>{12, 20}, {40, 15}}) {
    const Case one = drawn(m, D);
    for (const auto form : {Posterior::Form::kDual, Posterior::Form::kPrimal}) {
      const Eigen::MatrixXd by_process = Posterior(one.features, 0.3, form).left_out(one.R);
      const Eigen::MatrixXd by_axes = left_out_means(one.features, one.y, 3, 0.3, form);
      for (Eigen::Index i = 0; i < m; ++i) {
        Eigen::MatrixXd rest(m - 1, D), R(m - 1, 3);
        rest << one.features.topRows(i), one.features.bottomRows(m - 1 - i);
        R << one.R.topRows(i), one.R.bottomRows(m - 1 - i);
        Eigen::MatrixXd A = rest.transpose() * rest;
        A.diagonal().array() += 0.3;
        const Eigen::RowVectorXd mean = one.features.row(i) * A.ldlt().solve(rest.transpose() * R);
        CHECK((by_process.row(i) - mean).cwiseAbs().maxCoeff() < 1e-8);
        CHECK((by_axes.row(i).array() - mean.array() - 1.0 / 3).abs().maxCoeff() < 1e-8);
      }
    }
  }
}
