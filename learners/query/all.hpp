// SPDX-License-Identifier: Apache-2.0
// Asks for every label: the fully supervised protocol.
#pragma once

#include <querent/learners/learner.hpp>

namespace querent {

/// Asks in every round.
class AskAll {
 public:
  double probability(const Prediction&) const { return 1; }

  static void fields(auto&, auto&& field) { field.is("all"); }
};

}  // namespace querent
