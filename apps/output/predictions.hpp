// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
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

}  // namespace querent::apps
