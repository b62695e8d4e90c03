// SPDX-License-Identifier: Apache-2.0
// A learner of the catalogue asks a pool: what it says follows from the answers and their order
// alone.
//
//   M learners, which hear the same answers in different orders; p_i, r_i of row i are the means of theirs
//   while fewer than two answers a class are known, or one class alone:   ask at random                 (cover)
//   else of 1,000 rows drawn from those that may be asked, the one of the greatest urgency by the query rule; of
//     equals the one of the least |p|, then the first drawn
//   its answer y:   every learner learns (x_i, y), as a stream's would
//   each time there are a tenth more answers:   M new learners pass over all of them P times, each time and each
//     learner in another order
//   the finished model:   M learners that passed over all answers P times
//
// A rule of a stream gives a probability, which falls with the margin and rises with the
// uncertainty; where any row may be had the greatest is asked (Lewis, Gale, SIGIR 1994), of a
// sample, so that a question costs no more where there are more rows. An online learner sees each
// row once since a stream keeps none; answers are kept. What was learned while nothing was known is
// in no weights any more once new learners have passed over all. The last weights of one learner
// depend on what came last: the mean over orders does so less (Breiman, Machine Learning 24, 1996).
// Least squares solve for all answers at once: M = P = 1. Of more than two classes the mean is of
// the margins at the classes that the learners name. docs/notes/auto.md says on what M and P
// were chosen.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <querent/learners/catalogue/values.hpp>
#include <querent/learners/session/calibration.hpp>
#include <querent/learners/session/examples.hpp>
#include <querent/learners/session/pool_rule.hpp>
#include <querent/learners/session/session.hpp>
#include <querent/spectral/label_spreading.hpp>

namespace querent {

/// What a pool has left to ask.
struct Askable {
  std::span<const std::uint8_t> may_ask;  ///< one an item: 0 where it may not be chosen
  std::uint64_t count = 0;                ///< how many are not 0, at least 1
  std::optional<std::uint64_t> left;      ///< labels of the budget that are left; none: no budget
};

class PoolLearner {
 public:
  /// Whether a learner of that name asks a pool so; `auto` has AutoModel. ChoiceError.
  static bool is(const std::string& learner);

  /// std::invalid_argument (ChoiceError among them) for fewer than two classes, a learner or rule
  /// that the catalogue does not have, classes that are too many for it.
  PoolLearner(std::shared_ptr<const Items> items, int num_classes, const SessionOptions& options);

  int num_classes() const { return examples_->num_classes; }  ///< K
  /// Learns those of the answers that are new: those before must be the ones that it has learned.
  void learn(std::span<const Answer> answers);
  /// The answer of an item is on its way.
  void foresee(std::uint32_t item);
  /// The next item.
  PoolChoice choose(const Askable& pool, Rng& rng) const;
  Prediction predict(std::uint32_t item) const { return mean_of(learners_, item); }
  /// One score a class (finish.hpp: scores_of).
  std::vector<double> scores(std::uint32_t item) const { return scores_by(learners_, item); }
  /// The same of every item by the model that these answers finish, n × K; all 0 where there are
  /// none.
  NodeScores finished(std::span<const Answer> answers) const;
  /// What was said of the answered before their answers.
  std::span<const LabelledScores> heard() const { return heard_; }
  /// ChoiceError where it cannot tell so many classes apart.
  void check_classes(int num_classes) const;

 private:
  using Learners = std::vector<LearnerValue>;

  Learners fresh() const;
  Learners passed_over(std::span<const Answer> answers) const;
  Prediction mean_of(const Learners& learners, std::uint32_t item) const;
  std::vector<double> scores_by(const Learners& learners, std::uint32_t item) const;
  bool covers(const Askable& pool) const;

  std::shared_ptr<const Items> items_;  // what the rows of examples_ are views of
  std::shared_ptr<const std::vector<int>> no_labels_;
  std::shared_ptr<const Examples> examples_;
  Contestant contestant_;
  Task task_;
  std::uint64_t seed_;
  bool solves_;  // for all answers at once
  Learners learners_;
  QueryValue rule_;
  bool at_random_;  // the rule draws
  std::size_t learned_ = 0, again_at_;
  std::vector<LabelledScores> heard_;
  std::vector<std::uint64_t> of_class_;  // answers of each
};

}  // namespace querent
