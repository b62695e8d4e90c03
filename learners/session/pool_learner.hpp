// SPDX-License-Identifier: Apache-2.0
// A learner of the catalogue in pool order: its predictions follow from the answers and their order
// alone.
//
//   M learners learn the same answers in different orders; p_i, r_i of row i are the means of theirs
//   while there are fewer than two answers per class, or one class only:   ask at random        (cover)
//   else of 1,000 rows drawn from those that may be asked, ask the one with the greatest urgency by the query rule;
//     of equals the one with the least |p|, then the first drawn
//   its answer y:   every learner learns (x_i, y), as on a stream
//   each time there are a tenth more answers:   M new learners pass over all of them P times, each time and each
//     learner in another order
//   the final model:   M learners that passed over all answers P times
//
// A rule for streams returns a probability, which falls with the margin and rises with the
// uncertainty. In pool order the row with the greatest one is asked (Lewis, Gale, SIGIR 1994),
// among a sample, so that the cost of a query does not grow with the number of rows. An online
// learner sees each row once since a stream stores none; here answers are stored, and new learners
// that pass over all of them remove the effect of early, uninformed updates. The last weights of
// one learner depend on the last rows; the mean over orders does so less (Breiman, Machine Learning
// 24, 1996). Least squares solve for all answers at once: M = P = 1. For more than two classes the
// mean is of the margins at the predicted classes. docs/notes/auto.md lists the data on which M and
// P were chosen.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <querent/learners/catalogue/values.hpp>
#include <querent/learners/session/calibration.hpp>
#include <querent/learners/session/dataset_view.hpp>
#include <querent/learners/session/pool_rule.hpp>
#include <querent/learners/session/session.hpp>
#include <querent/spectral/label_spreading.hpp>

namespace querent {

/// The items of a pool that can still be asked.
struct Askable {
  std::span<const std::uint8_t> may_ask;  ///< one per item; 0: may not be chosen
  std::uint64_t count = 0;                ///< number of nonzero entries, at least 1
  std::optional<std::uint64_t> left;      ///< remaining labels of the budget; nullopt: no budget
};

class PoolLearner {
 public:
  /// Whether a learner of that name asks a pool in this way; `auto` uses AutoModel. ChoiceError.
  static bool is(const std::string& learner);

  /// Throws std::invalid_argument (or ChoiceError, derived from it) for fewer than two classes, an
  /// unknown learner or rule, or too many classes for the learner.
  PoolLearner(std::shared_ptr<const Items> items, int num_classes, const SessionOptions& options);

  int num_classes() const { return examples_->num_classes; }  ///< K
  /// Learns the new ones among the answers; the first ones must be those already learned.
  void learn(std::span<const Answer> answers);
  /// Conditions the learners on a pending answer of an item.
  void add_pending(std::uint32_t item);
  /// The next query.
  PoolChoice choose(const Askable& pool, Rng& rng) const;
  Prediction predict(std::uint32_t item) const { return mean_of(learners_, item); }
  /// One score per class (finish.hpp: scores_of).
  std::vector<double> scores(std::uint32_t item) const { return scores_by(learners_, item); }
  /// The same for every item by the final model of these answers, n × K; all 0 without answers.
  NodeScores finished(std::span<const Answer> answers) const;
  /// The predictions for the answered items before their answers.
  std::span<const LabelledScores> scored_answers() const { return scored_answers_; }
  /// Throws ChoiceError if the learner cannot distinguish this many classes.
  void check_classes(int num_classes) const;

 private:
  using Learners = std::vector<LearnerValue>;

  Learners fresh() const;
  Learners passed_over(std::span<const Answer> answers) const;
  Prediction mean_of(const Learners& learners, std::uint32_t item) const;
  std::vector<double> scores_by(const Learners& learners, std::uint32_t item) const;
  bool covers(const Askable& pool) const;

  std::shared_ptr<const Items> items_;  // owner of the rows of examples_
  std::shared_ptr<const std::vector<int>> no_labels_;
  std::shared_ptr<const DatasetView> examples_;
  LearnerConfig config_;
  Task task_;
  std::uint64_t seed_;
  bool solves_;  // solves for all answers at once
  Learners learners_;
  QueryValue rule_;
  bool at_random_;  // the rule draws at random
  std::size_t learned_ = 0, refit_at_;
  std::vector<LabelledScores> scored_answers_;
  std::vector<std::uint64_t> of_class_;  // answers per class
};

}  // namespace querent
