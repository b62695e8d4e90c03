// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>

namespace querent::apps {

/// A number that a run reports, with its name in JSON.
struct Measure {
  std::string name;
  double value;  ///< NaN (null in JSON) if it is unknown
  bool whole;    ///< a count
};

/// All measures of one run, in the order of printing. A ratio 0/0 is 0.
std::vector<Measure> measures_of(const RunResult& run, int num_classes);

/// Mean and standard deviation of every measure over runs, in the same order.
struct MeasureMeanStd {
  std::string name;
  MeanStd summary;
};
std::vector<MeasureMeanStd> mean_stds_of(const std::vector<RunResult>& runs, int num_classes);

}  // namespace querent::apps
