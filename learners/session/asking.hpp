// SPDX-License-Identifier: Apache-2.0
// How labels are asked for beyond a query rule: within a budget, until the error is known to be
// small, and what the answers say of the error.
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
  double stop_at_error = 0;  ///< no more questions once the error is known to be below; 0: never
  LateLabels labels = {};    ///< --batch and --delay
  double hold_out = 0;       ///< share of the rows that never comes and only tests the final model
  bool final_model = false;  ///< the finished model is judged on the rows that were never asked

  /// Whether labels come later than in their round.
  bool late() const { return labels.batch > 1 || labels.delay > 0; }
};

/// The query rule of one run, with the options applied.
class Asker {
 public:
  /// `forget` is that of the contestant.
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

  /// The label of a round asked for with `probability` has arrived; only with late labels.
  void learned(double probability, bool mistake) {
    std::visit([&](auto& rule) { rule.learned(probability, mistake); }, rule_);
    count(probability, true, mistake);
  }

  const ErrorEstimate& estimate() const { return estimate_.value(); }
  /// Asks no more, since the error is known to be small enough.
  bool stopped() const { return stopped_; }
  /// The query rule itself.
  const QueryValue& rule() const {
    const auto* budget = std::get_if<BudgetQuery<QueryValue>>(&rule_);
    return budget != nullptr ? budget->rule() : std::get<QueryValue>(rule_);
  }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field("stop", self.stop_);
    field.same("stops", self.stops_);
    field.same("late", self.late_);
    field("stopped", self.stopped_);
    field("estimate", self.estimate_);
    std::visit([&](auto& rule) { field("rule", rule); }, self.rule_);
  }

 private:
  static constexpr unsigned kLabelsAClass = 2;  // asked at random first; docs/notes/auto.md

  void count(double probability, bool asked, bool mistake) {
    estimate_.add(probability, asked, mistake);
    if (stops_) stopped_ = stop_.reached(estimate());
  }

  std::variant<QueryValue, BudgetQuery<QueryValue>> rule_;
  StopRule stop_;
  bool stops_, late_, stopped_ = false;
  mutable double probability_ = 0;  // of the present round
  Recent<ErrorEstimate> estimate_;
};

}  // namespace querent
