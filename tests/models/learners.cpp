// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <querent/learners/kernel/alma.hpp>
#include <querent/learners/kernel/duol.hpp>
#include <querent/learners/kernel/kernel_multiclass_passive_aggressive.hpp>
#include <querent/learners/kernel/kernel_multiclass_perceptron.hpp>
#include <querent/learners/kernel/kernel_passive_aggressive.hpp>
#include <querent/learners/kernel/kernel_perceptron.hpp>
#include <querent/learners/kernel/m_duol.hpp>
#include <querent/learners/kernel/mira.hpp>
#include <querent/learners/kernel/romma.hpp>
#include <querent/learners/least_squares/cmog.hpp>
#include <querent/learners/least_squares/ensemble.hpp>
#include <querent/learners/least_squares/msg.hpp>
#include <querent/learners/least_squares/ridge_class_prior.hpp>
#include <querent/learners/least_squares/rls.hpp>
#include <querent/learners/models/model.hpp>
#include <querent/learners/query/budget.hpp>
#include <querent/learners/query/dgs.hpp>
#include <querent/learners/query/threshold.hpp>

using namespace querent;

static_assert(Stateful<Msg> && Stateful<Ensemble> && Stateful<MDuol<>> && Stateful<Rls> &&
              Stateful<RidgeClassPrior>);
static_assert(Stateful<Duol<SupportSet<PolynomialKernel, float>>>);
static_assert(Stateful<BudgetQuery<ThresholdQuery>> && Stateful<DgsQuery>);

namespace {

struct Task {
  std::size_t d = 5;
  int K = 3;
};

/// A row and its class; sparse rows have about a third of their entries.
struct Rows {
  Rng rng = make_rng(1, 0, Stream::kHeldOut);
  std::vector<double> x;
  std::vector<std::uint32_t> index;

  int next(const Task& task, bool sparse) {
    const int y = static_cast<int>(uniform_below(rng, static_cast<std::uint64_t>(task.K)));
    x.clear();
    index.clear();
    for (std::size_t j = 0; j < task.d; ++j) {
      if (sparse && uniform01(rng) > 0.35) continue;
      const double centre = static_cast<int>(j) % task.K == y ? 1 : 0;
      x.push_back(centre + uniform01(rng) - 0.5);
      index.push_back(static_cast<std::uint32_t>(j));
    }
    return y;
  }
};

/// Checks that a learner restored after `before` rounds has the same bytes, and predicts and learns
/// with the same bits.
template <class L>
void check_kept(L learner, const L& fresh, Task task, bool sparse, int before = 60) {
  Rows rows;
  const auto with_row = [&](auto&& use) {
    const int y = rows.next(task, sparse);
    sparse ? use(SparseRow{rows.index, rows.x}, y) : use(DenseRow{rows.x}, y);
  };
  for (int t = 0; t < before; ++t) with_row([&](const auto& x, int y) { learner.update(x, y); });
  const std::string bytes = model_bytes(learner);
  CHECK(bytes == model_bytes(learner));
  L other = restored(ModelFile(bytes, "a test"), fresh);
  CHECK(model_bytes(other) == bytes);
  for (int t = 0; t < 60; ++t) {
    with_row([&](const auto& x, int y) {
      const Prediction p = learner.predict(x), q = other.predict(x);
      CHECK(p.label == q.label);
      CHECK(p.margin == q.margin);
      CHECK(p.uncertainty == q.uncertainty);
      CHECK(learner.update(x, y) == other.update(x, y));
    });
  }
  CHECK(model_bytes(other) == model_bytes(learner));
}

template <class L>
void check_kept(const L& fresh, Task task = {}) {
  for (const bool sparse : {false, true}) check_kept(fresh, fresh, task, sparse);
  check_kept(fresh, fresh, task, true, 0);
}

}  // namespace

TEST_CASE("an old file of the ridge classifier without class counts continues from its rows") {
  Rls before(5, 3);
  Rows rows;
  for (int t = 0; t < 40; ++t) {
    const int y = rows.next({}, false);
    before.update(DenseRow{rows.x}, y);
  }
  RidgeClassPrior learner =
      restored(ModelFile(model_bytes(before), "a test"), RidgeClassPrior(5, 3));
  CHECK(learner.predictor() == RidgeClassPrior::Predictor::kRows);
  for (int t = 0; t < 15; ++t) {
    const int y = rows.next({}, false);
    const Prediction p = learner.predict(DenseRow{rows.x}), q = before.predict(DenseRow{rows.x});
    CHECK((p.label == q.label && p.margin == q.margin && p.uncertainty == q.uncertainty));
    learner.update(DenseRow{rows.x}, y);
    before.update(DenseRow{rows.x}, y);
  }
}

TEST_CASE("a saved least-squares learner continues bit by bit like the one in memory") {
  check_kept(Msg(5, 3));
  check_kept(Rls(5, 3, {.gamma = 0.3, .encoding = LabelEncoding::kMargin}));
  check_kept(RidgeClassPrior(5, 3));
  check_kept(Cmog(5, 3));
  check_kept(Ensemble(
      5, 3, {{.first = 0, .count = 5}, {.first = 1, .count = 3, .scale = {1, 2, 3}, .unit = true}},
      {}));
}

TEST_CASE(
    "a saved kernel learner continues bit by bit, with every kernel, budget and form of rows") {
  const SupportBudget few{.max_support = 7};
  check_kept(KernelPerceptron<>(SupportSet<>(), few), {.K = 2});
  check_kept(
      Duol<>(SupportSet<>(GaussianKernel({.sigma = 1})), {.auxiliary = AuxiliaryExample::kRandom}),
      {.K = 2});
  check_kept(Alma<>(SupportSet<>(), {}, {.max_support = 7, .eviction = Eviction::kProjection}),
             {.K = 2});
  using Polynomial = SupportSet<PolynomialKernel, float>;
  check_kept(MDuol<Polynomial>(3, Polynomial{}, {}, few));
  check_kept(MDuol<>(3));
  check_kept(Mira<>(3, SupportSet<>(), {.max_support = 5, .eviction = Eviction::kProjection}),
             {.d = 40});
}

TEST_CASE("a file of another learner, shape or parameter is rejected by name") {
  const std::string bytes = model_bytes(Msg(5, 3));
  const auto message = [&](auto fresh) -> std::string {
    try {
      restored(ModelFile(bytes, "m"), fresh);
    } catch (const ModelError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(message(Msg(5, 3)).empty());
  CHECK(message(Rls(5, 3)) == "m: is: expected RLS, found MSG");
  CHECK(message(Msg(6, 3)) == "m: model: A: d: expected 6 as here, found 5");
  const std::string gain = model_bytes(Duol<>({}, {.auxiliary = AuxiliaryExample::kGain}));
  Duol<> by_conflict;
  CHECK_THROWS_AS(restored(ModelFile(gain, "m"), by_conflict), ModelError);
  CHECK(message(Msg(5, 4)) == "m: model: K: expected 4 as here, found 3");
  CHECK(message(Msg(5, 3, {.gamma = 2})).find("gamma: expected 2") != std::string::npos);
}

TEST_CASE(
    "the words that the standard prescribes for an engine give the draws of the stored ones") {
  for (const unsigned drawn : {0U, 1U, 5U, 156U, 157U, 311U, 312U, 313U, 1000U}) {
    CAPTURE(drawn);
    Rng rng = make_rng(4, 0, Stream::kQuery), other;
    rng.discard(drawn);
    std::vector<std::uint64_t> words = standard_words(words_of(rng));
    REQUIRE(words.size() == Rng::state_size);
    words.push_back(Rng::state_size);  // all of them are drawn
    REQUIRE(set_words(other, words));
    for (int k = 0; k < 700; ++k) REQUIRE(other() == rng());
  }
}
