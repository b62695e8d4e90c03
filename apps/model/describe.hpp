// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <querent/apps/model/trained_model.hpp>
#include <querent/apps/output/results_json.hpp>

namespace querent::apps {

/// The output of `inspect MODEL`: learner, parameters and training data, without the weights.
Json model_json(const ModelFile& file, const TrainedModel& model);
std::string model_text(const ModelFile& file, const TrainedModel& model);

}  // namespace querent::apps
