// SPDX-License-Identifier: Apache-2.0
// Counts every operator new of this executable.
#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/least_squares/cmog.hpp>
#include <querent/learners/least_squares/msg.hpp>
#include <querent/learners/least_squares/ridge_class_prior.hpp>
#include <querent/learners/least_squares/rls.hpp>
#include <querent/learners/linear/adaptive_subgradients.hpp>
#include <querent/learners/linear/arow.hpp>
#include <querent/learners/linear/averaged.hpp>
#include <querent/learners/linear/confidence_weighted.hpp>
#include <querent/learners/linear/cost_sensitive_passive_aggressive.hpp>
#include <querent/learners/linear/dkm.hpp>
#include <querent/learners/linear/ftrl_proximal.hpp>
#include <querent/learners/linear/gradient_descent.hpp>
#include <querent/learners/linear/passive_aggressive.hpp>
#include <querent/learners/linear/paum.hpp>
#include <querent/learners/linear/perceptron.hpp>
#include <querent/learners/linear/prediction_based_passive_aggressive.hpp>
#include <querent/learners/linear/second_order_perceptron.hpp>
#include <querent/learners/linear/second_order_perceptron_diagonal.hpp>
#include <querent/learners/linear/soal_diagonal.hpp>
#include <querent/learners/linear/soft_confidence_weighted.hpp>
#include <querent/learners/multiclass/m_adaptive_subgradients.hpp>
#include <querent/learners/multiclass/m_passive_aggressive.hpp>
#include <querent/learners/multiclass/m_perceptron.hpp>
#include <querent/learners/play.hpp>
#include <querent/learners/query/theta.hpp>

namespace {
std::atomic<long> allocations{0};
}

// GCC pairs the inlined malloc with the library's delete
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
void* operator new(std::size_t n) {
  ++allocations;
  if (void* p = std::malloc(n == 0 ? 1 : n)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}

using namespace querent;

namespace {

template <class Learner>
void check_no_allocation(Learner learner, int num_classes = 2) {
  constexpr std::size_t d = 20, n = 50;
  Rng rng = make_rng(8, 0, Stream::kLearner);
  std::vector<double> rows(n * d);
  for (double& entry : rows) entry = 2 * uniform01(rng) - 1;
  std::vector<std::uint32_t> index(d);
  for (std::uint32_t i = 0; i < d; ++i) index[i] = i;
  ThetaQuery rule(3, {.h = 1});
  long updates = 0;
  const long before = allocations;
  for (std::size_t i = 0; i < n; ++i) {
    const std::span<const double> value{&rows[i * d], d};
    const int y = static_cast<int>(i) % num_classes;
    updates += play_round(learner, rule, DenseRow{value}, y, rng).updated;
    updates += play_round(learner, rule, SparseRow{index, value}, y, rng).updated;
  }
  CHECK(allocations == before);
  CHECK(updates > 0);
}

}  // namespace

TEST_CASE("nothing is allocated in a round") {
  const auto counted = std::make_unique<int>(1);  // the counter counts
  CHECK(allocations > 0);
  check_no_allocation(Rls(20, 3), 3);
  check_no_allocation(RidgeClassPrior(20, 3), 3);
  check_no_allocation(Cmog(20, 3), 3);
  check_no_allocation(Msg(20, 3), 3);
  check_no_allocation(MPerceptron(20, 3), 3);
  check_no_allocation(MPassiveAggressive(20, 3), 3);
  check_no_allocation(MDualAveraging(20, 3), 3);
  check_no_allocation(MMirrorDescent(20, 3), 3);
  check_no_allocation(Perceptron(20));
  check_no_allocation(PassiveAggressive(20));
  check_no_allocation(CostSensitivePassiveAggressive(20));
  check_no_allocation(PredictionBasedPassiveAggressive(20));
  check_no_allocation(Dkm(20));
  check_no_allocation(SecondOrderPerceptron(20));
  check_no_allocation(SecondOrderPerceptronDiagonal(20));
  check_no_allocation(Soal(20));
  check_no_allocation(SoalDiagonal(20));
  check_no_allocation(DualAveraging(20));
  check_no_allocation(MirrorDescent(20));
  check_no_allocation(Paum(20));
  check_no_allocation(ConfidenceWeighted(20));
  check_no_allocation(Arow(20));
  check_no_allocation(SoftConfidenceWeighted(20));
  check_no_allocation(FtrlProximal(20));
  check_no_allocation(GradientDescent(20));
  check_no_allocation(Averaged<PassiveAggressive>(20));
}
