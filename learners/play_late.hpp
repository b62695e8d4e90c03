// SPDX-License-Identifier: Apache-2.0
// The online protocol with late labels: in batches, or some rounds after they were asked for.
//
//   for t = 1, …, T
//     the labels due by now arrive: update the model with each, in the order of asking
//     receive x_t, predict ŷ_t                                          predictions never wait
//     draw Q_t; if Q_t = 1: x_t joins the open batch, and the learner foresees x_t
//     a batch of k queries is posed; its labels are due `delay` rounds later
//   the rest of the queries are posed, and all labels arrive
//
// A learner that can foresee lowers its uncertainty around a row as soon as its label is asked for
// (the uncertainty does not depend on labels), so that the queries of a batch are diverse: the
// second of two similar rows is no longer worth asking. Rules observe a query when it is asked,
// without its label; learned(probability, mistake) of a rule is called when the label arrives, in
// the order of asking. The mistake is that of the prediction when it was made.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <querent/learners/play.hpp>

namespace querent {

/// When labels arrive.
struct LateLabels {
  std::size_t batch = 1;    ///< k ≥ 1 queries posed together
  std::uint64_t delay = 0;  ///< rounds from posing a batch to its labels; 0: at once
};

/// The rounds of play_late() one by one, so that a run can be checkpointed and resumed. `Item`, the
/// element type of an order, is an unsigned integer.
template <class Item>
class LateRounds {
 public:
  /// Throws std::invalid_argument unless late.batch ≥ 1.
  explicit LateRounds(LateLabels late) : late_(late) {
    if (late.batch < 1) throw std::invalid_argument("play_late: batch must be at least 1");
  }

  /// Counts of the rounds so far; updates count when labels arrive.
  const Tally& tally() const { return tally_; }

  /// Plays one round: row(i) is x_t and label(i) is y_t, which the learner receives when it is due.
  Round play(auto& learner, auto& rule, Item i, auto&& row, auto&& label, Rng& rng) {
    arrive(tally_.rounds, learner, rule, row, label);
    const auto x = row(i);
    const int y = label(i);
    check_known(y);
    Round round = at_row(i, [&] { return open_round(learner.predict(x), rule, rng); });
    round.label = y;
    round.mistake = round.prediction.label != y;
    tally_.add(round);
    if constexpr (requires { rule.observe(round.prediction, Outcome{}); }) {
      rule.observe(round.prediction, Outcome{.asked = round.asked, .late = round.asked});
    }
    if (round.asked) {
      if constexpr (requires { learner.add_pending(x); }) learner.add_pending(x);
      questions_.push_back({i, round.probability, round.prediction.label, kNotAsked});
      if (questions_.size() - num_asked_ == late_.batch) ask_batch();
    }
    return round;
  }

  /// Poses the remaining queries and delivers all labels.
  void finish(auto& learner, auto& rule, auto&& row, auto&& label) {
    ask_batch();
    arrive(kNotAsked, learner, rule, row, label);
  }

  /// The queries whose labels have not arrived, and the counts.
  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.same("batch", self.late_.batch);
    field.same("delay", self.late_.delay);
    field("tally", self.tally_);
    std::vector<std::uint64_t> items, due;
    std::vector<double> probability;
    std::vector<std::int32_t> predicted;
    std::uint64_t num_asked = self.num_asked_ - self.arrived_;
    for (std::size_t k = self.arrived_; k < self.questions_.size(); ++k) {
      items.push_back(self.questions_[k].item);
      due.push_back(self.questions_[k].due);
      probability.push_back(self.questions_[k].probability);
      predicted.push_back(self.questions_[k].predicted);
    }
    field("posed", num_asked);
    field("items", items);
    field("due", due);
    field("probability", probability);
    field("predicted", predicted);
    field.must(num_asked <= items.size() && due.size() == items.size() &&
               probability.size() == items.size() && predicted.size() == items.size());
    if constexpr (!std::is_const_v<Self>) {
      self.questions_.clear();
      self.arrived_ = 0;
      self.num_asked_ = num_asked;
      for (std::size_t k = 0; k < items.size(); ++k)
        self.questions_.push_back(
            {static_cast<Item>(items[k]), probability[k], predicted[k], due[k]});
    }
  }

 private:
  static constexpr std::uint64_t kNotAsked = ~std::uint64_t{0};

  struct Question {
    Item item;
    double probability;
    int predicted;
    std::uint64_t due;
  };

  void arrive(std::uint64_t now, auto& learner, auto& rule, auto& row, auto& label) {
    for (; arrived_ < questions_.size() && questions_[arrived_].due <= now; ++arrived_) {
      const Question& q = questions_[arrived_];
      const int y = label(q.item);
      tally_.updates += learn_asked(learner, row(q.item), y, q.probability);
      if constexpr (requires { rule.learned(q.probability, true); }) {
        rule.learned(q.probability, q.predicted != y);
      }
    }
  }
  void ask_batch() {
    for (; num_asked_ < questions_.size(); ++num_asked_)
      questions_[num_asked_].due =
          tally_.rounds + std::min(late_.delay, UINT64_MAX - tally_.rounds);
  }

  LateLabels late_;
  Tally tally_;
  std::vector<Question> questions_;  // asked, in order; those before arrived_ have their labels
  std::size_t arrived_ = 0, num_asked_ = 0;
};

/// play() with late labels. Round::updated is false for the observer, since the model changes when
/// the label arrives.
template <class Learner, class Rule, class RowOf, class LabelOf, class Order, class Observer>
Tally play_late(Learner& learner, Rule& rule, const Order& order, RowOf&& row, LabelOf&& label,
                Rng& rng, const LateLabels& late, Observer&& observe) {
  check_play<Learner, Rule, decltype(*std::begin(order)), RowOf, LabelOf, Observer>();
  LateRounds<std::remove_cvref_t<decltype(*order.begin())>> rounds(late);
  for (const auto i : order) observe(i, rounds.play(learner, rule, i, row, label, rng));
  rounds.finish(learner, rule, row, label);
  return rounds.tally();
}

}  // namespace querent
