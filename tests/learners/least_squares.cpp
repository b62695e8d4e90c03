// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/least_squares/least_squares.hpp>

#include <vector>

#include <doctest/doctest.h>
#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/SVD>

#include <querent/learners/least_squares/cmog.hpp>
#include <querent/learners/least_squares/msg.hpp>
#include <querent/learners/least_squares/rls.hpp>
#include <querent/learners/random.hpp>

using namespace querent;

namespace {

Eigen::VectorXd random_vector(Eigen::Index d, Rng& rng) {
  Eigen::VectorXd m(d);
  for (auto& entry : m) entry = 2 * uniform01(rng) - 1;
  return m;
}

DenseRow row_of(const Eigen::VectorXd& m) {
  return {{m.data(), static_cast<std::size_t>(m.size())}};
}

}  // namespace

namespace {

void check_against_inverses(int d, int K, int T) {
  Rng rng = make_rng(1, 0, Stream::kLearner);
  LeastSquares model(static_cast<std::size_t>(d), K, {.gamma = 0.7});
  Eigen::MatrixXd A = 0.7 * Eigen::MatrixXd::Identity(d, d), B = Eigen::MatrixXd::Zero(d, K);
  Eigen::MatrixXd inverse, with_m;
  for (int t = 0; t < T; ++t) {
    const Eigen::VectorXd m = random_vector(d, rng);
    const Prediction p = model.predict(row_of(m));
    inverse = A.inverse();
    with_m = (A + m * m.transpose()).inverse();
    const double r = (m.transpose() * inverse * m)(0, 0);
    const double known = (m.transpose() * with_m * m)(0, 0);
    CHECK(p.uncertainty == doctest::Approx(r).epsilon(1e-11));  // (7)
    CHECK(known ==
          doctest::Approx(p.uncertainty / (1 + p.uncertainty)).epsilon(1e-11));  // Woodbury
    CHECK((model.scores() - B.transpose() * with_m * m).norm() < 1e-11);
    const int y = static_cast<int>(uniform_below(rng, static_cast<std::uint64_t>(K)));
    model.absorb(y);
    A += m * m.transpose();
    B.col(y) += m;
  }
  CHECK((model.filter().weights() - A.llt().solve(B)).norm() < 1e-11);
  const Eigen::MatrixXd L = model.filter().cholesky_factor();
  CHECK((L * L.transpose() - A).norm() < 1e-10);
  CHECK((L * (L.transpose() * model.filter().weights()) - B).norm() < 1e-10);
}

}  // namespace

TEST_CASE("W_T = A⁻¹B of a batch solve (Lemma 1), r and f against explicit inverses") {
  for (const int d : {1, 3, 4, 12, 13})
    check_against_inverses(d, 4, 200);  // with and without padding
}

TEST_CASE("a dense and a sparse view of the same row give the same predictions and models") {
  constexpr std::size_t d = 9;
  Rng rng = make_rng(2, 0, Stream::kLearner);
  LeastSquares dense(d, 3), sparse(d, 3);
  for (int t = 0; t < 50; ++t) {
    std::vector<double> full(d), value;
    std::vector<std::uint32_t> index;
    for (std::uint32_t i = 0; i < d; ++i) {
      if (uniform01(rng) < 0.6) continue;
      full[i] = 2 * uniform01(rng) - 1;
      index.push_back(i);
      value.push_back(full[i]);
    }
    const Prediction a = dense.predict(DenseRow{full}), b = sparse.predict(SparseRow{index, value});
    CHECK(a.uncertainty == b.uncertainty);
    CHECK(a.margin == b.margin);
    dense.absorb(t % 3);
    sparse.absorb(t % 3);
  }
  CHECK(dense.filter().weights() == sparse.filter().weights());
}

TEST_CASE(
    "margin encoding: y has +1 at the true class, −1 at the best other, 0 elsewhere (Definition "
    "1)") {
  constexpr int d = 5, K = 4, T = 60;
  Rng rng = make_rng(3, 0, Stream::kLearner);
  LeastSquares model(d, K, {.gamma = 1, .encoding = LabelEncoding::kMargin});
  Eigen::MatrixXd A = Eigen::MatrixXd::Identity(d, d), B = Eigen::MatrixXd::Zero(d, K);
  for (int t = 0; t < T; ++t) {
    const Eigen::VectorXd m = random_vector(d, rng);
    model.predict(row_of(m));
    const Eigen::VectorXd f = B.transpose() * (A + m * m.transpose()).inverse() * m;
    const int label = static_cast<int>(uniform_below(rng, K));
    Eigen::VectorXd others = f, y = Eigen::VectorXd::Zero(K);
    others[label] = -1e300;
    Eigen::Index rival = 0;
    others.maxCoeff(&rival);
    y[label] = 1;
    y[rival] = -1;
    model.absorb(label);
    A += m * m.transpose();
    B += m * y.transpose();
    REQUIRE((model.filter().weights() - A.inverse() * B).norm() < 1e-11);
  }
}

TEST_CASE("a repeated row reduces r to r / (1 + r)") {
  Rng rng = make_rng(4, 0, Stream::kLearner);
  Rls rls(6, 2, {.gamma = 0.1});
  const Eigen::VectorXd m = random_vector(6, rng);
  const double r = rls.predict(row_of(m)).uncertainty;
  CHECK(r == doctest::Approx(m.squaredNorm() / 0.1));
  CHECK(rls.predict(row_of(m)).uncertainty == r);
  rls.update(row_of(m), 1);
  CHECK(rls.predict(row_of(m)).uncertainty == doctest::Approx(r / (1 + r)).epsilon(1e-12));
}

TEST_CASE(
    "CMOG learns exactly from mistakes (Algorithm 1), MSG also exactly where Θ < 0 (Algorithm 2)") {
  constexpr int K = 3;
  Rng rng = make_rng(5, 0, Stream::kLearner);
  Cmog cmog(4, K);
  Msg msg(4, K);
  int unsure = 0, mistakes = 0, sure = 0;
  for (int t = 0; t < 400; ++t) {
    const Eigen::VectorXd m = random_vector(4, rng);
    const int y = m[0] > 0.2 ? 2 : m[1] > 0 ? 1 : 0;
    const bool mistake = cmog.predict(row_of(m)).label != y;
    CHECK(cmog.update(row_of(m), y) == mistake);
    const Prediction p = msg.predict(row_of(m));
    const double r = p.uncertainty, Delta = p.margin;
    const bool negative = Delta * Delta / 2 + 2 * Delta < K * r / (1 + r);
    (negative ? unsure : p.label != y ? mistakes : sure) += 1;
    CHECK(msg.update(row_of(m), y) == (negative || p.label != y));
  }
  CHECK(unsure > 20);  // each case occurred
  CHECK(mistakes > 5);
  CHECK(sure > 20);
}

TEST_CASE("a row longer than the model is rejected, not written beyond its end") {
  const std::vector<std::uint32_t> index{7};
  const std::vector<double> value{1};
  Rls rls(4, 2);
  CHECK_THROWS_AS(rls.update(SparseRow{index, value}, 1), std::invalid_argument);
}

TEST_CASE("a full matrix that no machine can hold is rejected with the memory it needs") {
  CHECK_THROWS_WITH_AS(SquareRootFilter(3231961, 1, 1), doctest::Contains("83564 GB"),
                       std::length_error);
}

namespace {

constexpr int kDrift = 8;
using Wide = Eigen::Matrix<long double, kDrift, kDrift>;
using WideVector = Eigen::Matrix<long double, kDrift, 1>;

/// L Lᵀ ← L Lᵀ + m mᵀ by textbook Givens rotations of [L m]. A itself, summed in long double, is
/// not accurate enough: at condition 1e11 its rounding alone changes r by 1e-7.
void rotate_in(Wide& L, WideVector m) {
  for (Eigen::Index j = 0; j < L.rows(); ++j) {
    const long double diagonal = std::sqrt(L(j, j) * L(j, j) + m(j) * m(j));
    const long double c = L(j, j) / diagonal, s = m(j) / diagonal;
    const WideVector column = L.col(j);
    L.col(j) = c * column + s * m;
    m = c * m - s * column;
  }
}

struct Drift {
  double ours = 0, sherman_morrison = 0, condition = 0, least = 1e300;
};

/// The largest relative error of xᵀA⁻¹x over random x after T updates, against long double.
Drift drift(double collinear, double noise, int T) {
  constexpr int d = kDrift;
  Rng rng = make_rng(6, 0, Stream::kLearner);
  const Eigen::VectorXd direction = random_vector(d, rng).normalized() * collinear;
  Rls rls(d, 2);
  Wide L = Wide::Identity();
  Eigen::Matrix<double, d, d> inverse = Eigen::Matrix<double, d, d>::Identity();
  for (int t = 0; t < T; ++t) {
    const Eigen::VectorXd m = direction + noise * random_vector(d, rng);
    rls.update(row_of(m), t % 2);
    rotate_in(L, m.cast<long double>());
    const Eigen::Matrix<double, d, 1> g = inverse * m;
    inverse -= g * g.transpose() / (1 + m.dot(g));
  }
  Drift result;
  for (int probe = 0; probe < 40; ++probe) {
    const Eigen::VectorXd x = random_vector(d, rng);
    const WideVector v = L.triangularView<Eigen::Lower>().solve(WideVector(x.cast<long double>()));
    const double exact = static_cast<double>(v.squaredNorm());
    const double r = rls.predict(row_of(x)).uncertainty;
    result.least = std::min(result.least, r);
    result.ours = std::max(result.ours, std::abs(r - exact) / exact);
    result.sherman_morrison =
        std::max(result.sherman_morrison, std::abs(x.dot(inverse * x) - exact) / exact);
  }
  // of a square matrix: Eigen's QR preconditioner would take three quarters of the compile time
  const Eigen::JacobiSVD<Eigen::MatrixXd, Eigen::NoQRPreconditioner> svd(L.cast<double>());
  result.condition = std::pow(svd.singularValues()[0] / svd.singularValues()[d - 1], 2);
  return result;
}

}  // namespace

TEST_CASE("after 100,000 well-scaled updates r is right to 1e-12") {
  const Drift d = drift(0, 1, 100'000);
  CHECK(d.condition < 1e4);
  CHECK(d.ours <= 1e-12);
  CHECK(d.least >= 0);
}

TEST_CASE(
    "after 100,000 nearly collinear updates of norm 1e3 (condition 1e11) r keeps its digits, "
    "Sherman–Morrison does not") {
  const Drift d = drift(1e3, 1e-3, 100'000);
  MESSAGE("condition " << d.condition << ", relative error of r " << d.ours
                       << ", by Sherman-Morrison " << d.sherman_morrison);
  CHECK(d.condition > 5e10);
  CHECK(d.ours <= 20 * d.condition * 2.2e-16);
  CHECK(d.ours < d.sherman_morrison);
  CHECK(d.least >= 0);
}
