// SPDX-License-Identifier: Apache-2.0
// How the papers choose parameters: the query parameter so that the share of labels asked comes
// near a target, the others by a grid.
//
// Everything is measured on held-out orders (Stream::kHeldOut) of the stream, so that the orders of
// the experiment itself are not looked at, and does not depend on the number of threads.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>

namespace querent::apps {

/// What tuning plays.
struct TuningOptions {
  std::uint64_t seed = 0;
  std::uint64_t orders = 2;    ///< held-out orders whose mean is taken
  std::uint64_t max_rows = 0;  ///< of a grid: so many rows, drawn at random; 0: all
  double tolerance = 0.02;     ///< of a rate, as a share of the target
  int max_steps = 40;          ///< values tried for a rate
  std::string encoding = "one-hot";
  int threads = 1;
};

/// The parameter by which a query rule asks more or less: its first. UsageError where it has none.
const ParamSpec& rate_param(const Contestant& contestant);

/// A value of the query parameter, and the share of labels asked with it on the held-out orders.
struct RateAt {
  double value, rate;
};

/// The value found for a target, and how far it can be trusted.
struct TunedRate {
  Contestant contestant;  ///< with that value
  std::string key;
  double target = 0, value = 0, rate = 0;
  bool in_reach = false;           ///< rates on both sides of the target were had, or itself
  bool reached = false;            ///< |rate − target| ≤ tolerance · target
  bool monotone = true;            ///< what was tried contradicts no monotone rate
  std::vector<RateAt> tried = {};  ///< by value

  /// What a table says of it: "b=0.13", "b=1e-12: 10 % is out of reach, 23.1 % is the nearest",
  /// "b=0.02: 10.3 % is the nearest to 10 %" where the rate jumps, …
  std::string note() const;
};

/// Brackets the target by steps that grow, from the contestant's value to the limits of the
/// parameter (1e-12 … 1e12 where it has none), then narrows the bracket on a log scale; the rate of
/// most rules is nearly logistic in log b, so the narrowing interpolates logit(rate), and halves
/// where that stalls. The value nearest to the target is returned.
TunedRate tune_rate(const Examples& examples, const Contestant& contestant, double target,
                    const TuningOptions& options = {});

/// What a grid search makes as large as possible; of `cost`, as small.
struct Objective {
  enum class Measure {
    kF1,
    kAccuracy,
    kWeightedSum,
    kCost,
    kWss95,
    kAtd
  } measure = Measure::kAccuracy;
  double positive_weight =
      0.5;  ///< η_p of the sum, c_p of the cost (Lu, Zhao, Hoi 2016, Eqs. 6, 7)

  /// Larger is better: the cost is negated, as ATD is, and divided by the number of rounds.
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
  /// 0: the objective of the rounds of the held-out orders themselves. Else cross-validation: one
  /// pass over the training split, then the objective of the model on the split left out.
  int folds = 0;
  double rate = 0;  ///< the query parameter is tuned to it at every point; 0: stays
  /// Where max_rows leaves more than half of the rows out: so many of the best points are tried
  /// again on all rows, and the best of them wins; 0: none.
  std::size_t finalists = 0;
  Weighing weighing = {};  ///< of the labels
};

struct GridPoint {
  Params given;
  Contestant contestant;
  Spread score = {};    ///< over orders or folds
  bool reached = true;  ///< the rate
};

struct GridResult {
  std::vector<GridPoint> points;  ///< the last axis runs fastest
  /// First of the highest score, among those that reach the rate; of finalists where there are any.
  std::size_t best = 0;

  const GridPoint& winner() const { return points[best]; }
};

/// Every point of the axes' product, not yet tried.
std::vector<GridPoint> search_points(const std::string& learner, const std::string& query,
                                     const Params& given, const std::vector<GridAxis>& axes);

/// Tries them. `given` holds for all of them. UsageError as
/// contestant().
GridResult search_grid(const Examples& examples, const std::string& learner,
                       const std::string& query, const Params& given,
                       const std::vector<GridAxis>& axes, const GridOptions& options);

}  // namespace querent::apps
