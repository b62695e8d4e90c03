// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
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

/// One of them by its name. Throws std::logic_error if the run does not have it.
double value_of(const RunResult& run, int num_classes, const std::string& measure);

/// Mean and standard deviation of every measure over runs, in the same order; both are NaN if the
/// measure is unknown in some run.
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

// The area under the ROC curve: the probability that a positive row has a higher score than a
// negative one.
//
// Hanley, McNeil, The Meaning and Use of the Area under a Receiver Operating Characteristic Curve,
// Radiology 143, 1982: the statistic of Mann and Whitney,
//
//   AUC = (#{(i, j): s_i > s_j} + ½ #{(i, j): s_i = s_j}) / (N₊ N₋),   y_i = 1, y_j = 0
//
// computed by sorting, O(n log n). The scores come from the rounds, each before its label was
// known, from a model that learns between rounds.

/// Returns nullopt if a class is missing. `scored`: score, and whether the row is positive; it is
/// sorted. Throws std::invalid_argument for a score that is NaN, which cannot be ordered.
inline std::optional<double> area_under_curve(std::vector<std::pair<double, bool>>& scored) {
  for (const auto& one : scored) {
    if (std::isnan(one.first))
      throw std::invalid_argument("area_under_curve: expected scores, found NaN");
  }
  std::ranges::sort(scored, [](const auto& a, const auto& b) { return a.first < b.first; });
  double below = 0, area = 0, positive = 0;  // negatives below, twice the ordered pairs, positives
  for (std::size_t i = 0; i < scored.size();) {
    double ones = 0, zeros = 0;
    const double score = scored[i].first;
    for (; i < scored.size() && scored[i].first == score; ++i)
      (scored[i].second ? ones : zeros) += 1;
    area += ones * (2 * below + zeros);
    below += zeros;
    positive += ones;
  }
  if (positive == 0 || below == 0) return std::nullopt;
  return area / (2 * positive * below);
}

// The protocol of Monteleoni and Kääriäinen, Online Active Learning in Practice, 2007, §4.2: the
// number of labels until a learner's test error first reaches a threshold.

/// The test error of a model, and the number of labels asked when it arose.
struct ErrorAfter {
  std::uint64_t labels = 0;
  double error = 0;
};

/// Plays the training rows in their order, and tests the first model and every changed one on all
/// test rows. Stops when the error is at most `enough`; never if that is negative.
std::vector<ErrorAfter> errors_by_labels(const DatasetView& examples, const LearnerConfig& config,
                                         const std::vector<std::uint32_t>& training,
                                         const std::vector<std::uint32_t>& test, Rng rng,
                                         double enough = -1);

/// The number of labels after which the error first was at most `threshold`; nullopt if it never
/// was.
std::optional<std::uint64_t> labels_to_reach(const std::vector<ErrorAfter>& errors,
                                             double threshold);

}  // namespace querent::apps
