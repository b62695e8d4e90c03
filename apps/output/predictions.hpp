// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/graph/node_names.hpp>

namespace querent::apps {

/// The first line of predictions.csv.
std::string predictions_header(bool probabilities);

/// predictions.csv: what run 0 of every learner said of every node or row, by the user's own ids.
///
///   learner,id,predicted,margin,queried,label,round,final[,probability]
///
/// `predicted` and `margin` are what was said in the round of the row, before its label was known;
/// of a row without a label (`round` is empty) what the final model says. `final` is the class by
/// the final model, for all. `probability` is that of `predicted`, where probabilities were asked
/// for. Of a set of labels `label` names all, with commas. `progress` is told the share that is
/// done, now and then.
std::string predictions_csv(const ExperimentResult& experiment, const Examples& examples,
                            const std::vector<std::string>& classes,
                            const std::function<std::string(std::uint64_t)>& id,
                            const NodeNames& outside, const std::function<void(double)>& progress);

}  // namespace querent::apps
