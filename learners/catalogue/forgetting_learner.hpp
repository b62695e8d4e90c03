// SPDX-License-Identifier: Apache-2.0
// Learning from the latest labels alone, for streams that change.
//
// Lu, Zhao, Hoi, Machine Learning 103, 2016, §7 names concept drift as future work. A window of labels
// is the simplest way to forget (Klinkenberg, Joachims, Detecting Concept Drift with Support Vector
// Machines, ICML 2000). It needs nothing of a learner but that one can begin anew:
//
//   f, f′ = two learners without labels
//   with every label: f and f′ learn it; f predicts and gives the query rule its uncertainty
//   after every N labels: f = f′, f′ = a learner without labels
//
// so that f has learnt from all labels before the N-th and then from the latest N to 2N. The estimate
// of the error keeps step: Recent<ErrorEstimate> covers the rounds since f learnt its first label.
#pragma once

#include <cstdint>
#include <memory>

#include <querent/learners/catalogue/any_learner.hpp>

namespace [[gnu::visibility("default")]] querent {

/// `learner`, which has not learnt yet, forgetting all but its latest N to 2N labels; N ≥ 1.
std::unique_ptr<AnyLearner> forgetting(std::unique_ptr<AnyLearner> learner, std::uint64_t N);

}  // namespace querent
