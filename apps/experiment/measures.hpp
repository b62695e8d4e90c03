// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>

namespace querent::apps {

/// One number of a run, under its name in JSON.
struct Measure {
  std::string name;
  double value;  ///< not a number (null in JSON) where it is not known
  bool whole;    ///< a count
};

/// Everything that is measured of one run, in the order in which it is printed. A ratio of 0/0 is
/// 0.
std::vector<Measure> measures_of(const RunResult& run, int num_classes);

/// Mean and spread over runs of every measure, in the same order.
struct MeasureSpread {
  std::string name;
  Spread spread;
};
std::vector<MeasureSpread> spreads_of(const std::vector<RunResult>& runs, int num_classes);

}  // namespace querent::apps
