// SPDX-License-Identifier: Apache-2.0
// The types that the concepts accept and reject, each rejection for one reason.
#include <querent/learners/learner.hpp>
#include <querent/learners/play.hpp>
#include <querent/learners/random.hpp>

#include <array>

#include <doctest/doctest.h>

using namespace querent;

namespace {

struct Constant {
  template <Row X>
  Prediction predict(const X&) const {
    return {};
  }
  template <Row X>
  bool update(const X&, int) {
    return false;
  }
};
struct NoUpdate {
  Prediction predict(const DenseRow&) const { return {}; }
};
struct PredictsNonConst {
  Prediction predict(const DenseRow&) { return {}; }
  bool update(const DenseRow&, int) { return false; }
};
struct UpdateSaysNothing {
  Prediction predict(const DenseRow&) const { return {}; }
  void update(const DenseRow&, int) {}
};
struct Immovable : Constant {
  Immovable(const Immovable&) = delete;
};
static_assert(OnlineLearner<Constant, DenseRow> && OnlineLearner<Constant, SparseRow>);
static_assert(!OnlineLearner<NoUpdate, DenseRow>);
static_assert(!OnlineLearner<PredictsNonConst, DenseRow>);
static_assert(!OnlineLearner<UpdateSaysNothing, DenseRow>);
static_assert(!OnlineLearner<Immovable, DenseRow>);

struct Half {
  double probability(const Prediction&) const { return 0.5; }
  int rounds = 0, asked = 0, labels_seen_unasked = 0;
  void observe(const Prediction&, const Outcome& outcome) {
    ++rounds;
    asked += outcome.asked;
    labels_seen_unasked += !outcome.asked && outcome.label != -1;
  }
};
struct AsksYesOrNo {
  bool probability(const Prediction&) const { return true; }
};
static_assert(QueryRule<Half>);
static_assert(!QueryRule<AsksYesOrNo>);

}  // namespace

TEST_CASE("scores: the largest wins, ties go to the lowest class, the second is the runner-up") {
  const std::array<double, 4> f{0.5, 2.0, 2.0, -1.0};
  const Prediction p = predict_from_scores(f);
  CHECK(p.label == 1);
  CHECK(p.runner_up == 2);
  CHECK(p.margin == 0);
  const std::array<double, 2> zero{0.0, 0.0};
  CHECK(predict_from_scores(zero).label == 0);
  CHECK(predict_from_scores(zero).runner_up == 1);
  CHECK(predict_from_sign(0.0).label == 1);  // sgn(0) = +1
}

TEST_CASE(
    "a rule sees a label only in asked rounds, and half of 4,000 coins fall heads within 4 "
    "sigma") {
  Constant learner;
  Half rule;
  Rng rng = make_rng(7, 0, Stream::kQuery);
  std::vector<int> order(4000);
  const std::array<double, 1> x{1.0};
  const Tally tally = play(
      learner, rule, order, [&](int) { return DenseRow{x}; }, [](int) { return 1; }, rng,
      [](int, const Round&) {});
  CHECK(rule.rounds == 4000);
  CHECK(rule.labels_seen_unasked == 0);
  CHECK(tally.queries == static_cast<std::uint64_t>(rule.asked));
  CHECK(tally.mistakes == 4000);                  // ŷ = 0 throughout, asked or not
  CHECK(std::abs(rule.asked - 2000) < 4 * 31.7);  // σ = √(4000/4)
}

TEST_CASE("runs do not depend on their number, and the streams of a run are independent") {
  Rng a = make_rng(3, 4, Stream::kOrder), b = make_rng(3, 4, Stream::kOrder),
      c = make_rng(3, 4, Stream::kQuery);
  const auto first = a();
  CHECK(first == b());
  CHECK(first != c());
}
