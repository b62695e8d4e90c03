// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/apps/output/run_output.hpp>

/// One line an output, in the order in which they are written: name() is said at the end of the
/// file that makes it.
#define QUERENT_RUN_OUTPUTS(OUTPUT) \
  OUTPUT(run_json)                  \
  OUTPUT(curve_table)               \
  OUTPUT(recall_table)              \
  OUTPUT(predictions)               \
  OUTPUT(curve_pictures)            \
  OUTPUT(recall_pictures)

namespace querent::apps::run_outputs {

/// Stages its files, if this run has any of them. What is in the way of a file that the others do
/// not need, else "".
#define QUERENT_DECLARE(name) std::string name(OutputDirectory& directory, const RunOutcome& run);
QUERENT_RUN_OUTPUTS(QUERENT_DECLARE)
#undef QUERENT_DECLARE

}  // namespace querent::apps::run_outputs
