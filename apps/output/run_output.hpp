// SPDX-License-Identifier: Apache-2.0
// What `run --out DIR` leaves there.
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

/// A run that is over.
struct RunOutcome {
  const ExperimentResult& experiment;
  const Examples& examples;
  const std::vector<std::string>& classes;
  std::function<std::string(std::uint64_t)> id;  ///< the user's own, of a node or row
  const NodeNames& outside;                      ///< of nodes that were left out
  std::string item;                              ///< what a round shows: "node", "row"
  const Json& json;                              ///< what run.json is to hold
  std::string title;                             ///< of figures
  std::function<void(double)> progress;          ///< told the share that is done, now and then
};

/// Stages every output in the order of run_outputs.hpp and makes them appear. What cannot be made
/// without loss of the others is a note. The names of the files. IoError.
std::vector<std::string> write_run_outputs(OutputDirectory& directory, const RunOutcome& run,
                                           Console& console);

}  // namespace querent::apps
