// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/output/figure/figure.hpp>

namespace querent::apps {

/// learner,t,error_rate_mean,error_rate_std,queries_mean,queries_std
std::string curve_csv(const ExperimentResult& experiment);

/// Error rate and labels asked against rounds, with mean and standard deviation over runs. `item`
/// is the unit of a round: "node" or "row".
Figure curve_figure(const ExperimentResult& experiment, const std::string& title,
                    const std::string& item);

}  // namespace querent::apps
