// SPDX-License-Identifier: Apache-2.0
// Chooses parameters as the papers do: the query parameter for a target share of labels asked, the
// others by a grid.
//
// All measurements use held-out orders (Stream::kHeldOut) of the stream, so that the orders of the
// experiment remain unused; they do not depend on the number of threads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/learners/mean_std.hpp>

namespace querent::apps {

/// The rows of a stream in `folds` parts of nearly equal size, after a held-out shuffle; fold k
/// leaves out part k and plays the others in their shuffled order.
struct Folds {
  Folds(const std::vector<std::uint32_t>& stream, int folds, std::uint64_t seed,
        std::uint64_t repetition = 0, Stream shuffled = Stream::kHeldOut);

  std::vector<std::uint32_t> training(int fold) const;
  std::vector<std::uint32_t> left_out(int fold) const;

 private:
  std::vector<std::uint32_t> rows_;
  std::uint64_t folds_;
};

/// For each fold, one pass over the training split with the query rule of the configuration, then
/// predictions for the split left out. One result per fold: rounds, mistakes and confusion refer to
/// the split left out, queries and updates to the training pass.
std::vector<RunResult> cross_validate(const DatasetView& examples, const LearnerConfig& config,
                                      int folds, std::uint64_t seed, const std::string& encoding);

/// The setting of the tuning runs.
struct TuningOptions {
  std::uint64_t seed = 0;
  std::uint64_t orders = 2;    ///< held-out orders, whose mean is used
  std::uint64_t max_rows = 0;  ///< of a grid: number of rows, drawn at random; 0: all
  double tolerance = 0.02;     ///< of a rate, relative to the target
  int max_steps = 40;          ///< values tried for a rate
  std::string encoding = "one-hot";
  int threads = 1;
};

/// The parameter that controls how much a query rule asks: its first. Throws UsageError if it has
/// none.
const ParamSpec& rate_param(const LearnerConfig& config);

/// A value of the query parameter, and the share of labels that it asks on the held-out orders.
struct RateAt {
  double value, rate;
};

/// The value found for a target, and its reliability.
struct TunedRate {
  LearnerConfig config;  ///< with the value found
  std::string key;
  double target = 0, value = 0, rate = 0;
  bool in_reach = false;           ///< rates on both sides of the target, or equal to it, were
                                   ///< found
  bool reached = false;            ///< |rate − target| ≤ tolerance · target
  bool monotone = true;            ///< all rates tried are consistent with a monotone rate
  std::vector<RateAt> tried = {};  ///< ordered by value

  /// A note for tables: "b=0.13", "b=1e-12: 10 % is out of reach, 23.1 % is the nearest", or, if
  /// the rate jumps, "b=0.02: 10.3 % is the nearest to 10 %", …
  std::string note() const;
};

/// Brackets the target by growing steps from the configuration's value towards the limits of the
/// parameter (1e-12 … 1e12 if it has none), then narrows the bracket on a log scale; the rate of
/// most rules is nearly logistic in log b, so the narrowing interpolates logit(rate), and halves
/// when that stalls. Returns the value nearest to the target.
TunedRate tune_rate(const DatasetView& examples, const LearnerConfig& config, double target,
                    const TuningOptions& options = {});

/// The measure that a grid search maximises (it minimises `cost`).
struct Objective {
  std::string measure = "accuracy";  ///< or another of measures_of()
  double positive_weight =
      0.5;  ///< η_p of the weighted sum, c_p of the cost (Lu, Zhao, Hoi 2016, Eqs. 6, 7)

  /// The value to maximise: the cost, divided by the number of rounds, and ATD are negated.
  double operator()(const RunResult& run) const;
};

/// One parameter of a grid.
struct GridAxis {
  std::string key;
  std::vector<double> values;
};

struct GridOptions {
  TuningOptions tuning = {};
  Objective objective = {};
  /// 0: the objective of the rounds of the held-out orders. Otherwise cross-validation: one pass
  /// over the training split, then the objective of the model on the split left out.
  int folds = 0;
  double rate = 0;  ///< the query parameter is tuned to this rate at every point; 0: not tuned
  /// If max_rows leaves out more than half of the rows, this number of best points is tried again
  /// on all rows, and the best of them wins; 0: none.
  std::size_t finalists = 0;
  Weighing weighing = {};  ///< of the labels
};

struct GridPoint {
  Params given;
  LearnerConfig config;
  MeanStd score = {};   ///< over orders or folds
  bool reached = true;  ///< whether the rate was reached
};

struct GridResult {
  std::vector<GridPoint> points;  ///< the last axis varies fastest
  /// The first point of the highest score among those that reach the rate, or among the finalists.
  std::size_t best = 0;

  const GridPoint& winner() const { return points[best]; }
};

/// All points of the product of the axes, not yet tried.
std::vector<GridPoint> search_points(const std::string& learner, const std::string& query,
                                     const Params& given, const std::vector<GridAxis>& axes);

/// Tries all points with the parameters `given`. Throws UsageError as learner_config() does.
GridResult search_grid(const DatasetView& examples, const std::string& learner,
                       const std::string& query, const Params& given,
                       const std::vector<GridAxis>& axes, const GridOptions& options);

}  // namespace querent::apps
