// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/run_outputs.hpp>

namespace querent::apps {

std::vector<std::string> write_run_outputs(OutputDirectory& directory, const RunOutcome& run,
                                           Console& console) {
  std::vector<std::string> problems;
#define QUERENT_STAGE(name) problems.push_back(run_outputs::name(directory, run));
  QUERENT_RUN_OUTPUTS(QUERENT_STAGE)
#undef QUERENT_STAGE
  auto names = directory.names();
  directory.commit();
  for (const std::string& problem : problems) {
    if (!problem.empty()) console.note(problem);
  }
  return names;
}

}  // namespace querent::apps
