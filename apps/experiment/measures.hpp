// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/learners/mean_std.hpp>

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

/// Student's t-test of paired samples.
struct PairedTTest {
  double t = 0;        ///< of the differences a − b; ±∞ if they are all equal and not 0
  double freedom = 0;  ///< n − 1
  double p = 1;        ///< two-sided p-value: probability of such a |t| if the means were equal

  bool differ(double level = 0.05) const { return p < level; }
};

/// a_i and b_i were measured on the same order. Throws std::invalid_argument unless both samples
/// have the same size n ≥ 2.
PairedTTest paired_t_test(std::span<const double> a, std::span<const double> b);

}  // namespace querent::apps
