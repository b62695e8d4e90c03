// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/apps/commands/run.hpp>
#include <querent/apps/model/trained_model.hpp>
#include <querent/apps/source/prepared.hpp>

namespace querent::apps {

/// The model of a run that has ended, with its rows and what they were made of; the checksums of
/// the data are the caller's to add. Takes the learner out
/// of `result`.
TrainedModel trained_model(const RunOptions& options, const Prepared& prepared,
                           const ExperimentOptions& how, ContestantResult&& result);

}  // namespace querent::apps
