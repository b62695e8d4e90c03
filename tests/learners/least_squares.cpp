// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/least_squares/least_squares.hpp>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <doctest/doctest.h>

#include <querent/learners/random.hpp>

using namespace querent;

TEST_CASE("W_T = A⁻¹B of a batch solve (Lemma 1), r and f against explicit inverses (Eq. 7, Woodbury)") {
  constexpr int d = 12, K = 4, T = 200;
  Rng rng = make_rng(1, 0, Stream::kLearner);
  LeastSquares model(d, K, {.gamma = 0.7});
  Eigen::MatrixXd A = 0.7 * Eigen::MatrixXd::Identity(d, d), B = Eigen::MatrixXd::Zero(d, K);
  for (int t = 0; t < T; ++t) {
    Eigen::VectorXd m(d);
    for (auto& entry : m) entry = 2 * uniform01(rng) - 1;
    const DenseRow x{{m.data(), static_cast<std::size_t>(d)}};
    const Prediction p = model.predict(x);
    const Eigen::MatrixXd inverse = A.inverse();
    const Eigen::MatrixXd with_m = (A + m * m.transpose()).inverse();
    CHECK(p.uncertainty == doctest::Approx(m.dot(inverse * m)).epsilon(1e-11));
    CHECK(m.dot(with_m * m) == doctest::Approx(p.uncertainty / (1 + p.uncertainty)).epsilon(1e-11));
    CHECK((model.scores() - B.transpose() * with_m * m).norm() < 1e-11);
    const int y = static_cast<int>(uniform_below(rng, K));
    model.absorb(y);
    A += m * m.transpose();
    B.col(y) += m;
  }
  CHECK((model.weights() - A.llt().solve(B)).norm() < 1e-11);
  CHECK((model.cholesky_factor().triangularView<Eigen::Lower>().toDenseMatrix() *
             model.cholesky_factor().triangularView<Eigen::Lower>().toDenseMatrix().transpose() - A).norm() < 1e-10);
}
