// SPDX-License-Identifier: Apache-2.0
// The files that `run --out DIR` writes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/output/figure/figure.hpp>
#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/graph/node_names.hpp>

namespace querent::apps {

/// The first line of predictions.csv.
std::string predictions_header(bool probabilities);

/// predictions.csv: the predictions of run 0 of every learner for every node or row, by original
/// id.
///
///   learner,id,predicted,margin,queried,label,round,final[,probability]
///
/// `predicted` and `margin` are the prediction in the round of the row, before its label was known,
/// or the final prediction for a row without a label (`round` is empty). `final` is the class
/// predicted by the final model, for all rows. `probability` belongs to `predicted` and is written
/// if requested. For a label set, `label` lists all labels, separated by commas. `progress` is
/// called from time to time with the fraction done.
std::string predictions_csv(const ExperimentResult& experiment, const DatasetView& examples,
                            const std::vector<std::string>& classes,
                            const std::function<std::string(std::uint64_t)>& id,
                            const NodeNames& outside, const std::function<void(double)>& progress);

/// learner,t,error_rate_mean,error_rate_std,queries_mean,queries_std
std::string curve_csv(const ExperimentResult& experiment);

/// Error rate and labels asked against rounds, with mean and standard deviation over runs. `item`
/// is the unit of a round: "node" or "row".
Figure curve_figure(const ExperimentResult& experiment, const std::string& title,
                    const std::string& item);

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
