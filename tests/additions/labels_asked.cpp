// SPDX-License-Identifier: Apache-2.0
// asked.txt: the number of labels that each learner asked for, one learner per line.
#include <querent/apps/output/run_outputs.hpp>

#include <fmt/format.h>

namespace querent::apps {

std::string run_outputs::labels_asked(OutputDirectory& directory, const RunOutcome& run) {
  std::string text;
  for (const auto& result : run.experiment.results)
    text += fmt::format("{}\t{}\n", result.name, result.runs.front().tally.queries);
  directory.stage("asked.txt", text);
  return "asked.txt counts only the first run";
}

}  // namespace querent::apps
