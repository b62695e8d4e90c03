// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/apps/commands/run.hpp>
#include <querent/apps/model/trained_model.hpp>
#include <querent/apps/source/prepared.hpp>

namespace querent::apps {

/// The model of a finished run of `result`, without its rows and their source. Moves the
/// learner out of `result`.
TrainedModel made_model(ConfigResult& result, const ExperimentOptions& how);

/// The same with its rows; the caller adds the checksums of the data.
TrainedModel trained_model(const RunOptions& options, const Prepared& prepared,
                           const ExperimentOptions& how, ConfigResult&& result);

/// Writes the model with the checksums of its data to --model. Returns its entry of run.json.
Json keep_model(const RunOptions& options, TrainedModel model, const Json& data);

/// Prints the line about the model, if `result` has one.
void say_model(const RunOptions& options, const Json& result, const Console& console);

}  // namespace querent::apps
