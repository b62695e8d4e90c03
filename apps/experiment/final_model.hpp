// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <querent/apps/experiment/erased_values.hpp>
#include <querent/apps/experiment/experiment.hpp>

namespace querent::apps {

/// The rows of one run by what became of them.
struct Judged {
  std::vector<std::uint32_t> asked = {}, never_asked = {};
  std::vector<std::uint32_t> held_out;
};

/// Fills in the errors of the finished model and, on a graph, of label spreading.
void judge(const Examples& examples, const LearnerValue& learner, const Judged& rows,
           RunResult& result);

}  // namespace querent::apps
