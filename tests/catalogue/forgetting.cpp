// SPDX-License-Identifier: Apache-2.0
// A learner that forgets beside fresh learners, its estimate beside an estimate of the same rounds,
// and balanced classes beside weights that are computed by hand.
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/catalogue/catalogue.hpp>
#include <querent/learners/catalogue/values.hpp>
#include <querent/learners/error_estimate.hpp>
#include <querent/learners/models/model.hpp>
#include <querent/learners/random.hpp>
#include <querent/learners/recent.hpp>

using namespace querent;

namespace {

struct Answered {
  std::vector<double> x;
  int y;
};

std::vector<Answered> answered_rows(int count) {
  Rng rng = make_rng(91, 0, Stream::kHeldOut);
  std::vector<Answered> rows;
  for (int t = 0; t < count; ++t) {
    std::vector<double> x(3);
    for (double& value : x) value = 2 * uniform01(rng) - 1;
    const int y = x[0] + 0.3 * x[1] > 0.4;
    rows.push_back({std::move(x), y});
  }
  return rows;
}

std::unique_ptr<AnyLearner> learner_of(const LearnerConfig& one) {
  return one.make_learner({.dim = 3, .num_classes = 2});
}

void check_equal(const AnyLearner& a, const AnyLearner& b, const std::vector<double>& x) {
  const Prediction p = a.predict(DenseRow{x}), q = b.predict(DenseRow{x});
  CHECK(p.label == q.label);
  CHECK(p.margin == q.margin);
  CHECK(p.uncertainty == q.uncertainty);
}

}  // namespace

TEST_CASE("a learner that forgets predicts as one that began with the N-th label before last") {
  const auto rows = answered_rows(100);
  constexpr std::uint64_t N = 7;
  for (const char* name : {"PAA-I", "D-ADA", "MSG", "DUOL", "DKM"}) {
    CAPTURE(name);
    LearnerConfig one = learner_config(name, "all", {});
    one.forget = N;
    const auto forgets = learner_of(one);
    one.forget = 0;
    for (std::uint64_t t = 0; t < rows.size(); ++t) {
      forgets->learn(DenseRow{rows[t].x}, rows[t].y, 1);
      // after t + 1 labels the model holds those from N (⌊(t + 1)/N⌋ − 1) on
      const std::uint64_t blocks = (t + 1) / N, begin = blocks > 1 ? N * (blocks - 1) : 0;
      const auto fresh = learner_of(one);
      for (std::uint64_t k = begin; k <= t; ++k) fresh->learn(DenseRow{rows[k].x}, rows[k].y, 1);
      check_equal(*forgets, *fresh, rows[(t + 1) % rows.size()].x);
    }
  }
}

TEST_CASE("a copy of a learner that forgets goes on alike, and so does one that was saved") {
  const auto rows = answered_rows(60);
  LearnerConfig one = learner_config("D-ADA", "all", {});
  one.forget = 9;
  const auto first = learner_of(one);
  for (std::size_t t = 0; t < 25; ++t) first->learn(DenseRow{rows[t].x}, rows[t].y, 1);
  const auto copy = first->clone();
  const auto saved = learner_of(one);
  CborWriter out;
  out.begin_map();
  FieldWriter writer(out);
  first->keep(writer);
  out.end_map();
  saved->restore(FieldReader(ModelFile(seal_model(out.bytes()), "state").model()));
  for (std::size_t t = 25; t < 60; ++t) {
    for (AnyLearner* other : {copy.get(), saved.get()}) {
      check_equal(*first, *other, rows[t].x);
      other->learn(DenseRow{rows[t].x}, rows[t].y, 1);
    }
    first->learn(DenseRow{rows[t].x}, rows[t].y, 1);
  }
}

TEST_CASE("the estimate of a learner that forgets is that of the rounds since its first label") {
  constexpr std::uint64_t N = 5;
  Recent<ErrorEstimate> recent(N);
  struct Seen {
    bool asked, mistake;
  };
  std::vector<Seen> rounds;
  Rng rng = make_rng(92, 0, Stream::kQuery);
  for (int t = 0; t < 300; ++t) {
    rounds.push_back({uniform01(rng) < 0.3, uniform01(rng) < 0.2});
    recent.see(rounds.back().asked,
               [&](ErrorEstimate& e) { e.add(0.3, rounds.back().asked, rounds.back().mistake); });
    // the window begins behind the round of label N (⌊labels/N⌋ − 1)
    std::uint64_t labels = 0, before = 0;
    for (const Seen& seen : rounds) labels += seen.asked;
    const std::uint64_t gone = labels / N > 1 ? N * (labels / N - 1) : 0;
    ErrorEstimate witness;
    for (const Seen& seen : rounds) {
      if (before >= gone) witness.add(0.3, seen.asked, seen.mistake);
      before += seen.asked;
    }
    CHECK(recent.value().rounds() == witness.rounds());
    CHECK(recent.value().estimate().value == witness.estimate().value);
    CHECK(recent.value().estimate().high == witness.estimate().high);
  }
}

TEST_CASE("balanced classes: a label counts N/(K n_y) times, with n_y the labels so far by 1/p") {
  const auto rows = answered_rows(80);
  LearnerConfig one = learner_config("D-ADA", "all", {});
  const auto by_hand = learner_of(one);
  one.weighing.balanced = true;
  const auto balanced = learner_of(one);
  double n[2] = {0, 0};
  Rng rng = make_rng(93, 0, Stream::kQuery);
  for (const Answered& row : rows) {
    const double p = 0.2 + 0.8 * uniform01(rng);
    n[row.y] += 1 / p;
    const double K = (n[0] > 0) + (n[1] > 0);
    by_hand->update(DenseRow{row.x}, row.y, (n[0] + n[1]) / (K * n[row.y]));
    balanced->learn(DenseRow{row.x}, row.y, p);
    const Prediction a = by_hand->predict(DenseRow{row.x}), b = balanced->predict(DenseRow{row.x});
    CHECK(a.label == b.label);
    CHECK(a.margin == doctest::Approx(b.margin).epsilon(1e-12));
  }
}
