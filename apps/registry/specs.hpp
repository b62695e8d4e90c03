// SPDX-License-Identifier: Apache-2.0
// What the files of the registry share.
#pragma once

#include <limits>

#include <querent/apps/registry/registry.hpp>
#include <querent/apps/usage_error.hpp>

namespace querent::apps {

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

}  // namespace querent::apps
