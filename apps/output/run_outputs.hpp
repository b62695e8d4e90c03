// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/apps/output/run_output.hpp>

/// One line per output, in the order of writing; name() is defined at the end of the file that
/// makes the output.
#define QUERENT_RUN_OUTPUTS(OUTPUT) \
  OUTPUT(run_json)                  \
  OUTPUT(curve_table)               \
  OUTPUT(recall_table)              \
  OUTPUT(predictions)               \
  OUTPUT(curve_pictures)            \
  OUTPUT(recall_pictures)

namespace querent::apps::run_outputs {

/// Stages the files of this output, if the run has any. Returns an error message if an optional
/// file cannot be made, else "".
#define QUERENT_DECLARE(name) std::string name(OutputDirectory& directory, const RunOutcome& run);
QUERENT_RUN_OUTPUTS(QUERENT_DECLARE)
#undef QUERENT_DECLARE

}  // namespace querent::apps::run_outputs
