// SPDX-License-Identifier: Apache-2.0
// The files that `run --out DIR` writes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/graph/node_names.hpp>

namespace querent::apps {

/// A finished run.
struct RunOutcome {
  const ExperimentResult& experiment;
  const DatasetView& examples;
  const std::vector<std::string>& classes;
  std::function<std::string(std::uint64_t)> id;  ///< the original id of a node or row
  const NodeNames& outside;                      ///< nodes that were left out
  std::string item;                              ///< the unit of a round: "node" or "row"
  const Json& json;                              ///< the content of run.json
  std::string title;                             ///< title of the figures
  std::function<void(double)> progress;          ///< called from time to time with the fraction
                                                 ///< done
};

/// Stages all outputs in the order of run_outputs.hpp and commits them. An optional output that
/// cannot be made becomes a note. Returns the names of the files. Throws IoError.
std::vector<std::string> write_run_outputs(OutputDirectory& directory, const RunOutcome& run,
                                           Console& console);

}  // namespace querent::apps
