// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/apps/commands/run.hpp>
#include <querent/apps/model/trained_model.hpp>
#include <querent/apps/source/prepared.hpp>

namespace querent::apps {

/// The model of a run of `contestant` that has ended, without its rows and where they come from.
/// Takes the learner out of it.
TrainedModel made_model(ContestantResult& contestant, const ExperimentOptions& how);

/// The same with its rows; the checksums of the data are the caller's to add.
TrainedModel trained_model(const RunOptions& options, const Prepared& prepared,
                           const ExperimentOptions& how, ContestantResult&& result);

/// Writes the model, with the checksums of its data, to --model; what run.json says of it.
Json keep_model(const RunOptions& options, TrainedModel model, const Json& data);

/// The line about the model that `result` has, if any.
void say_model(const RunOptions& options, const Json& result, const Console& console);

}  // namespace querent::apps
