// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/tuning.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include <querent/apps/experiment/parallel.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/learners/query/budget.hpp>
#include <querent/learners/query/margin_variance.hpp>

namespace querent::apps {

namespace {

constexpr double kSmallest = 1e-12, kLargest = 1e12;
constexpr double kFirstStep = 4;         // factor; each step is the square of the previous one
constexpr double kNarrowest = 1 + 1e-9;  // a narrower bracket is not worth a trial

double clamped_logit(double rate, double rounds) {
  const double p = std::clamp(rate, 0.5 / rounds, 1 - 0.5 / rounds);
  return std::log(p / (1 - p));
}

// The search for one target rate.
class RateSearch {
 public:
  RateSearch(const DatasetView& examples, const LearnerConfig& config, double target,
             const TuningOptions& options)
      : examples_(examples), options_(options), spec_(rate_param(config)) {
    found_.config = config;
    found_.key = spec_.key;
    found_.target = target;
    limit_floor(found_.config.query_params);
  }

  TunedRate run() {
    const double lowest = std::max(spec_.range.min, kSmallest),
                 most = spec_.range.below ? std::nextafter(spec_.range.max, 0) : spec_.range.max,
                 highest = std::min(most, kLargest);
    const double start = std::clamp(found_.config.query_params.at(spec_.key), lowest, highest);
    if (!try_value(start)) {
      // towards the target if the rate grows with the value, as for all rules except ε
      const double start_rate = found_.tried.front().rate;
      const bool up = start_rate < found_.target;
      if (!walk(start, up ? highest : lowest)) walk(start, up ? lowest : highest);
      narrow();
    }
    finish();
    return std::move(found_);
  }

 private:
  // At most a tenth of the labels are drawn for the estimate of the error, as in a budget
  // (BudgetParams::explore); of few labels, the default floor would draw most.
  void limit_floor(Params& params) const {
    const auto floor = params.find("floor");
    if (floor == params.end() || floor->second != 0) return;
    const double most = BudgetParams{}.explore * found_.target;
    if (most < MarginVarianceQuery::default_floor(examples_.stream.size())) floor->second = most;
  }
  bool enough() const {
    return found_.tried.size() >= static_cast<std::size_t>(options_.max_steps);
  }
  bool near(double rate) const {
    return std::abs(rate - found_.target) <= options_.tolerance * found_.target;
  }

  // Plays with `value`; returns whether the rate hits the target.
  bool try_value(double value) {
    LearnerConfig tried = found_.config;
    tried.query_params.at(spec_.key) = value;
    const ExperimentOptions how{.seed = options_.seed,
                                .runs = options_.orders,
                                .order_stream = Stream::kHeldOut,
                                .encoding = options_.encoding,
                                .threads = options_.threads};
    const auto result = run_experiment(examples_, {{"", tried}}, how).results.front();
    const double rate =
        mean_std_of(result.runs, [](const RunResult& r) { return r.tally.query_rate(); }).mean;
    found_.tried.push_back({value, rate});
    std::ranges::sort(found_.tried, {}, &RateAt::value);
    return near(rate);
  }

  // Steps from `start` to `limit` until two neighbours bracket the target.
  bool walk(double start, double limit) {
    const double direction = limit > start ? 1 : -1;
    double step = std::log(kFirstStep), at = std::log(start);
    while (!bracketed() && !enough() && at != std::log(limit)) {
      at = direction * std::min(direction * (at + direction * step), direction * std::log(limit));
      step *= 2;
      if (try_value(std::exp(at))) return true;
    }
    return bracketed();
  }

  // The first neighbours that bracket the target, or the end.
  std::size_t bracket() const {
    for (std::size_t k = 0; k + 1 < found_.tried.size(); ++k) {
      if ((found_.tried[k].rate < found_.target) != (found_.tried[k + 1].rate < found_.target))
        return k;
    }
    return found_.tried.size();
  }
  bool bracketed() const { return bracket() < found_.tried.size(); }

  void narrow() {
    if (std::ranges::any_of(found_.tried, [&](const RateAt& t) { return near(t.rate); })) return;
    const double rounds = static_cast<double>(examples_.stream.size() * options_.orders);
    for (bool halve = false; bracketed() && !enough(); halve = !halve) {
      const RateAt &a = found_.tried[bracket()], &b = found_.tried[bracket() + 1];
      if (b.value / a.value < kNarrowest) return;
      const double u = std::log(a.value), v = std::log(b.value);
      double share = 0.5;
      if (!halve) {
        const double low = clamped_logit(a.rate, rounds), high = clamped_logit(b.rate, rounds);
        share = (clamped_logit(found_.target, rounds) - low) / (high - low);
        share = std::clamp(std::isfinite(share) ? share : 0.5, 0.02, 0.98);
      }
      if (try_value(std::exp(u + share * (v - u)))) return;
    }
  }

  void finish() {
    const auto distance = [&](const RateAt& t) { return std::abs(t.rate - found_.target); };
    const RateAt best = *std::ranges::min_element(
        found_.tried, [&](const RateAt& a, const RateAt& b) { return distance(a) < distance(b); });
    found_.value = best.value;
    found_.rate = best.rate;
    found_.config.query_params.at(spec_.key) = best.value;
    found_.reached = near(best.rate);
    found_.in_reach = found_.reached || bracketed();
    // a rise and a fall that chance (4 σ of a count) does not explain
    const double rounds = static_cast<double>(examples_.stream.size() * options_.orders);
    bool rises = false, falls = false;
    for (std::size_t k = 0; k + 1 < found_.tried.size(); ++k) {
      const double p = found_.tried[k].rate, q = found_.tried[k + 1].rate;
      const double chance = 4 * std::sqrt((p * (1 - p) + q * (1 - q) + 1 / rounds) / rounds);
      rises |= q - p > chance;
      falls |= p - q > chance;
    }
    found_.monotone = !(rises && falls);
  }

  const DatasetView& examples_;
  const TuningOptions& options_;
  const ParamSpec& spec_;
  TunedRate found_{};
};

// A random sample of the rows of the stream, in their order.
DatasetView sample_of(const DatasetView& examples, const TuningOptions& options) {
  if (options.max_rows == 0 || examples.stream.size() <= options.max_rows) return examples;
  DatasetView sample = examples;
  Rng rng = make_rng(options.seed, options.orders, Stream::kHeldOut);  // a stream of random numbers
                                                                       // that no order uses
  shuffle(sample.stream, rng);
  sample.stream.resize(options.max_rows);
  std::sort(sample.stream.begin(), sample.stream.end());
  return sample;
}

std::vector<RunResult> played(const DatasetView& examples, const LearnerConfig& config,
                              const GridOptions& options) {
  const TuningOptions& tuning = options.tuning;
  const ExperimentOptions how{.seed = tuning.seed,
                              .runs = tuning.orders,
                              .order_stream = Stream::kHeldOut,
                              .encoding = tuning.encoding};
  auto runs = options.folds > 0
                  ? cross_validate(examples, config, options.folds, tuning.seed, tuning.encoding)
                  : run_experiment(examples, {{"", config}}, how).results.front().runs;
  for (RunResult& run : runs) run.positive_weight = options.objective.positive_weight;
  return runs;
}

// Plays these points, each with its own query parameter.
void try_points(std::vector<GridPoint>& points, const std::vector<std::size_t>& which,
                const DatasetView& rows, const GridOptions& options) {
  parallel_for(which.size(), options.tuning.threads, [&](std::size_t k) {
    GridPoint& point = points[which[k]];
    point.config.weighing = options.weighing;
    TuningOptions alone = options.tuning;
    alone.threads = 1;
    if (options.rate > 0) {
      TunedRate tuned = tune_rate(rows, point.config, options.rate, alone);
      point.config = std::move(tuned.config);
      point.reached = tuned.reached;
    }
    point.score = mean_std_of(played(rows, point.config, options), options.objective);
  });
}

}  // namespace

const ParamSpec& rate_param(const LearnerConfig& config) {
  if (config.query->params.empty()) {
    throw UsageError(
        "{} uses the query rule '{}', which has no parameter to tune to a rate — give "
        "another with --query",
        config.learner->name, config.query->name);
  }
  return config.query->params.front();
}

std::string TunedRate::note() const {
  std::string text = fmt::format("{}={:.4g}", key, value);
  if (!in_reach) {
    text += fmt::format(": {:.4g} % is out of reach, {:.4g} % is the nearest", 100 * target,
                        100 * rate);
  } else if (!reached) {
    text += fmt::format(": {:.4g} % is the nearest to {:.4g} %", 100 * rate, 100 * target);
  }
  if (!monotone) text += fmt::format("; the rate is not monotone in {}", key);
  return text;
}

TunedRate tune_rate(const DatasetView& examples, const LearnerConfig& config, double target,
                    const TuningOptions& options) {
  if (!(target > 0 && target <= 1))
    throw std::invalid_argument(
        fmt::format("expected a rate above 0 and at most 1, found {}", target));
  return RateSearch(examples, config, target, options).run();
}

double Objective::operator()(const RunResult& run) const {
  const double value = value_of(run, 2, measure);
  if (measure == "cost") return -value / std::max(1.0, static_cast<double>(run.tally.rounds));
  return measure == "atd" ? -value : value;
}

std::vector<GridPoint> search_points(const std::string& learner, const std::string& query,
                                     const Params& given, const std::vector<GridAxis>& axes) {
  std::vector<Params> points{given};
  for (const auto& axis : axes) {
    std::vector<Params> product;
    for (const auto& point : points) {
      for (const double value : axis.values) {
        product.push_back(point);
        product.back()[axis.key] = value;
      }
    }
    points = std::move(product);
  }
  std::vector<GridPoint> result;
  for (const auto& point : points)
    result.push_back({.given = point, .config = learner_config(learner, query, point)});
  return result;
}

GridResult search_grid(const DatasetView& examples, const std::string& learner,
                       const std::string& query, const Params& given,
                       const std::vector<GridAxis>& axes, const GridOptions& options) {
  GridResult result{.points = search_points(learner, query, given, axes)};
  std::vector<std::size_t> tried(result.points.size());
  std::iota(tried.begin(), tried.end(), std::size_t{0});
  const auto better = [&](std::size_t a, std::size_t b) {
    const GridPoint &p = result.points[a], &q = result.points[b];
    if (p.reached != q.reached) return p.reached;
    return p.score.mean != q.score.mean ? p.score.mean > q.score.mean : a < b;
  };
  const DatasetView sample = sample_of(examples, options.tuning);
  try_points(result.points, tried, sample, options);
  if (options.finalists > 0 && 2 * sample.stream.size() < examples.stream.size()) {
    std::sort(tried.begin(), tried.end(), better);
    tried.resize(std::min(tried.size(), options.finalists));
    try_points(result.points, tried, examples, options);
  }
  result.best = *std::min_element(tried.begin(), tried.end(), better);
  return result;
}

}  // namespace querent::apps
