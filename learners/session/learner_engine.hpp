// SPDX-License-Identifier: Apache-2.0
// The engine of a learner of the catalogue in pool order: its predictions follow from the answers and their order
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
#include <span>
#include <string>
#include <vector>

#include <querent/learners/catalogue/values.hpp>
#include <querent/learners/session/calibration.hpp>
#include <querent/learners/session/dataset_view.hpp>
#include <querent/learners/session/engine.hpp>
#include <querent/spectral/propagation/label_spreading.hpp>

namespace querent {

class LearnerEngine : public EngineDefaults {
 public:
  /// Whether a learner of that name asks a pool in this way; `auto` uses AutoEngine. ChoiceError.
  static bool is(const std::string& learner);

  /// Throws std::invalid_argument (or ChoiceError, derived from it) for fewer than two classes, an
  /// unknown learner or rule, or too many classes for the learner.
  LearnerEngine(std::shared_ptr<const Items> items, std::shared_ptr<const SessionOptions> options,
                const LabelState& labels);
  void restart(std::shared_ptr<const SessionOptions> options, const LabelState& labels);

  void observe(const LabelState& labels);
  PoolChoice choose(const Turn& turn, Rng& rng) const;
  std::vector<double> utilities(const LabelState& labels) const;
  Guess predict(const PoolChoice& choice, const LabelState&) const;
  /// Four-fold cross-validation over the answers determines the temperature of the scores.
  RowMatrix predict_all(const LabelState& labels);
  /// By training without each of four folds, at the temperature of predict_all().
  RowMatrix left_out(const LabelState& labels) const;

  void add_pending(std::uint32_t item);
  void check_classes(int num_classes) const;

 private:
  using Learners = std::vector<LearnerValue>;

  Learners fresh() const;
  Learners passed_over(std::span<const Answer> answers) const;
  Prediction predict(std::uint32_t item) const { return mean_of(learners_, item); }
  Prediction mean_of(const Learners& learners, std::uint32_t item) const;
  std::vector<double> scores_by(const Learners& learners, std::uint32_t item) const;
  NodeScores finished(std::span<const Answer> answers) const;
  bool covers(const Turn& turn) const;

  std::shared_ptr<const Items> items_;  // owner of the rows of examples_
  std::shared_ptr<const DatasetView> examples_;
  LearnerConfig config_;
  Task task_;
  bool solves_;  // solves for all answers at once
  Learners learners_;
  QueryValue rule_;
  bool at_random_;  // the rule draws at random
  std::size_t learned_ = 0, refit_at_;
  std::vector<LabelledScores> scored_answers_;  // predictions for the answered items before
  std::vector<std::uint64_t> of_class_;         // answers per class
  double t_ = 0;                                // inverse temperature of the scores
};

}  // namespace querent
