// SPDX-License-Identifier: Apache-2.0
// Options of asking beyond a query rule: a budget, a goal for the error, late labels, and the error
// estimate from the answers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include <querent/learners/catalogue/values.hpp>
#include <querent/learners/error_estimate.hpp>
#include <querent/learners/play_late.hpp>
#include <querent/learners/query/budget.hpp>
#include <querent/learners/recent.hpp>

namespace [[gnu::visibility("default")]] querent {

/// A number of labels, or a share of the rounds.
struct Budget {
  double amount = 0;
  bool percent = false;

  std::uint64_t labels(std::uint64_t rounds) const {
    return static_cast<std::uint64_t>(
        percent ? std::floor(amount / 100 * static_cast<double>(rounds)) : amount);
  }
};

struct AskingOptions {
  std::optional<Budget> budget;
  std::uint64_t expect_rounds = 0;  ///< rounds a budget must last; 0: the rounds of the source
  double stop_at_error = 0;         ///< stops asking once the error is shown to be below; 0: never
  LateLabels labels = {};           ///< --batch and --delay
  double hold_out = 0;              ///< share of the rows that are withheld to test the final model
  bool final_model = false;         ///< whether the final model is tested on the rows never asked

  /// Whether labels come later than in their round.
  bool late() const { return labels.batch > 1 || labels.delay > 0; }
};

/// The query rule of one run, with the options applied.
class Asker {
 public:
  /// `forget` as in LearnerConfig.
  Asker(QueryValue rule, const AskingOptions& options, std::uint64_t rounds, int num_classes,
        std::uint64_t forget = 0)
      : rule_(std::move(rule)),
        stop_(options.stop_at_error),
        stops_(options.stop_at_error > 0),
        late_(options.late()),
        estimate_(forget) {
    if (!options.budget) return;
    const std::uint64_t expected =
        std::max<std::uint64_t>(options.expect_rounds == 0 ? rounds : options.expect_rounds, 1);
    const std::uint64_t labels = options.budget->labels(expected);
    rule_ = BudgetQuery<QueryValue>(
        std::get<QueryValue>(std::move(rule_)),
        {.labels = labels,
         .expected_rounds = expected,
         .at_random = at_most_half(kLabelsAClass * static_cast<unsigned>(num_classes), labels)});
  }

  double probability(const Prediction& p) const {
    probability_ =
        stopped_ ? 0 : std::visit([&](const auto& rule) { return rule.probability(p); }, rule_);
    return probability_;
  }

  void observe(const Prediction& p, const Outcome& outcome) {
    std::visit([&](auto& rule) { rule.observe(p, outcome); }, rule_);
    if (!late_ || !outcome.asked) count(probability_, outcome.asked, outcome.mistake);
  }

  /// Takes the label of a round asked with `probability`; only with late labels.
  void learned(double probability, bool mistake) {
    std::visit([&](auto& rule) { rule.learned(probability, mistake); }, rule_);
    count(probability, true, mistake);
  }

  const ErrorEstimate& estimate() const { return estimate_.value(); }
  /// Whether asking has stopped, since the error is small enough.
  bool stopped() const { return stopped_; }
  /// The query rule.
  const QueryValue& rule() const {
    const auto* budget = std::get_if<BudgetQuery<QueryValue>>(&rule_);
    return budget != nullptr ? budget->rule() : std::get<QueryValue>(rule_);
  }

  static void fields(auto& self, auto&& field) {
    field("stop", self.stop_);
    field.same("stops", self.stops_);
    field.same("late", self.late_);
    field("stopped", self.stopped_);
    field("estimate", self.estimate_);
    std::visit([&](auto& rule) { field("rule", rule); }, self.rule_);
  }

 private:
  static constexpr unsigned kLabelsAClass = 2;  // drawn at random first; docs/notes/auto.md

  void count(double probability, bool asked, bool mistake) {
    // once the goal is reached or the budget spent, the estimate stays that of the rounds before
    const bool limited = stopped_ || std::holds_alternative<BudgetQuery<QueryValue>>(rule_);
    if (limited && probability == 0) return;
    estimate_.see(asked, [&](ErrorEstimate& e) { e.add(probability, asked, mistake); });
    if (stops_) stopped_ = stop_.reached(estimate());
  }

  std::variant<QueryValue, BudgetQuery<QueryValue>> rule_;
  StopRule stop_;
  bool stops_, late_, stopped_ = false;
  mutable double probability_ = 0;  // of the current round
  Recent<ErrorEstimate> estimate_;
};

}  // namespace querent
