// SPDX-License-Identifier: Apache-2.0
// What the files of the catalogue share.
#pragma once

#include <limits>
#include <stdexcept>

#include <querent/datasets/error.hpp>
#include <querent/learners/catalogue/catalogue.hpp>

namespace querent {

/// The families, each in its own file; learners() and query_rules() put them one after the other.
std::vector<LearnerSpec> graph_learners();
std::vector<LearnerSpec> linear_learners();
std::vector<LearnerSpec> multiclass_learners();
std::vector<LearnerSpec> kernel_learners();

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// The smallest value of a parameter that must be positive.
inline constexpr double kPositive = std::numeric_limits<double>::min();

template <class L>
std::unique_ptr<AnyLearner> erase(L learner) {
  return std::make_unique<ErasedLearner<L>>(std::move(learner));
}
template <class Q>
std::unique_ptr<AnyQuery> erase_query(Q rule) {
  return std::make_unique<ErasedQuery<Q>>(std::move(rule));
}

using Make = std::function<std::unique_ptr<AnyLearner>(const Task&, const Params&)>;

/// Makes a learner with a d × d matrix: d must be known beforehand, and affordable (LimitError).
inline Make full_matrix(Make make) {
  return [make](const Task& task, const Params& params) {
    if (task.dim == 0) {
      throw ChoiceError(
          "a learner with a full matrix needs the number of features beforehand — "
          "take a diagonal or first-order learner");
    }
    try {
      return make(task, params);
    } catch (const std::length_error& error) {
      throw LimitError(error.what());
    }
  };
}

}  // namespace querent
