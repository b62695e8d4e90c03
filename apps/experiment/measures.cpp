// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/measures.hpp>

#include <limits>

#include <boost/math/distributions/students_t.hpp>

#include <querent/apps/terminal/interrupt.hpp>
#include <querent/learners/catalogue/values.hpp>

namespace querent::apps {

std::vector<ErrorAfter> errors_by_labels(const DatasetView& examples, const LearnerConfig& config,
                                         const std::vector<std::uint32_t>& training,
                                         const std::vector<std::uint32_t>& test, Rng rng,
                                         double enough) {
  const Task task{.dim = examples.dim, .num_classes = examples.num_classes};
  LearnerValue learner(config.make_learner(task));
  QueryValue rule(config.make_query(task));
  std::vector<ErrorAfter> errors;
  std::uint64_t labels = 0;
  std::visit(
      [&](const auto& rows) {
        const auto error = [&] {
          check_interrupt();
          const auto wrong = std::count_if(test.begin(), test.end(), [&](std::uint32_t i) {
            return at_row(i, [&] { return learner.predict(rows[i]).label; }) != examples.labels[i];
          });
          return static_cast<double>(wrong) / static_cast<double>(test.size());
        };
        errors.push_back({0, error()});
        for (const std::uint32_t i : training) {
          if (errors.back().error <= enough) return;
          const Round round = at_row(
              i, [&] { return play_round(learner, rule, rows[i], examples.labels[i], rng); });
          labels += round.asked;
          if (round.updated) errors.push_back({labels, error()});
        }
      },
      examples.rows);
  return errors;
}

std::optional<std::uint64_t> labels_to_reach(const std::vector<ErrorAfter>& errors,
                                             double threshold) {
  const auto first = std::find_if(errors.begin(), errors.end(),
                                  [&](const ErrorAfter& e) { return e.error <= threshold; });
  if (first == errors.end()) return std::nullopt;
  return first->labels;
}

namespace {

// null in JSON
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double ratio(double a, double b) {
  return b == 0 ? 0 : a / b;
}

// The mean error rate over the classes that occurred.
double balanced_error(const ByClass& by_class) {
  double sum = 0, classes = 0;
  for (std::size_t k = 0; k < by_class.rounds.size(); ++k) {
    if (by_class.rounds[k] == 0) continue;
    sum += static_cast<double>(by_class.mistakes[k]) / static_cast<double>(by_class.rounds[k]);
    ++classes;
  }
  return ratio(sum, classes);
}

}  // namespace

std::vector<Measure> measures_of(const RunResult& run, int num_classes) {
  const Tally& t = run.tally;
  const auto count = [](std::uint64_t n) { return static_cast<double>(n); };
  std::vector<Measure> measures{{"rounds", count(t.rounds), true},
                                {"mistakes", count(t.mistakes), true},
                                {"error_rate", t.error_rate(), false},
                                {"queries", count(t.queries), true},
                                {"query_rate", t.query_rate(), false},
                                {"updates", count(t.updates), true},
                                {"accuracy", t.rounds == 0 ? 0 : 1 - t.error_rate(), false}};
  if (run.find) {
    measures.insert(measures.end(), {{"wss95", run.find->wss95, false},
                                     {"wss100", run.find->wss100, false},
                                     {"atd", run.find->atd, false},
                                     {"recall_after_10_percent", run.find->recall10, false},
                                     {"recall_after_100", run.find->recall100, false},
                                     {"found", count(run.find->found_at.size()), true},
                                     {"recall", run.find->recall, false},
                                     {"recall_low", run.recall_low, false},
                                     {"recall_high", run.recall_high, false},
                                     {"work_saved", run.find->saved, false}});
  }
  if (run.ranking) {
    measures.insert(measures.end(), {{"ranking_loss", run.ranking->ranking_loss(), false},
                                     {"one_error", run.ranking->one_error(), false},
                                     {"precision", run.ranking->precision(), false},
                                     {"recall", run.ranking->recall(), false}});
  } else if (num_classes == 2) {
    const double tp = count(run.confusion.true_positive), fp = count(run.confusion.false_positive);
    const double fn = count(run.confusion.false_negative), tn = count(run.confusion.true_negative);
    const double sensitivity = ratio(tp, tp + fn), specificity = ratio(tn, tn + fp);
    const double p = run.positive_weight;  // η_p and c_p; η_n = c_n = 1 − p (Lu, Zhao, Hoi 2016)
    measures.insert(measures.end(),
                    {{"precision", ratio(tp, tp + fp), false},
                     {"f1", ratio(2 * tp, 2 * tp + fp + fn), false},
                     {"sensitivity", sensitivity, false},
                     {"specificity", specificity, false},
                     {"balanced_accuracy", (sensitivity + specificity) / 2, false},
                     {"weighted_sum", p * sensitivity + (1 - p) * specificity, false},
                     {"cost", p * fn + (1 - p) * fp, false}});
    if (!run.find) measures.push_back({"recall", sensitivity, false});  // else of the items read
  }
  if (!run.ranking) {
    const double balanced = balanced_error(run.by_class);
    if (!run.by_class.rounds.empty()) measures.push_back({"balanced_error", balanced, false});
    if (run.auc) measures.push_back({"auc", *run.auc, false});
    if (run.log_loss) measures.push_back({"log_loss", *run.log_loss, false});
  }
  measures.insert(measures.end(), {{"estimated_error",
                                    run.estimate.has_value ? run.estimate.value : kUnknown, false},
                                   {"estimated_error_low", run.estimate.low, false},
                                   {"estimated_error_high", run.estimate.high, false}});
  const auto add = [&](const char* name, const std::optional<double>& value) {
    if (value) measures.push_back({name, *value, false});
  };
  add("final_error", run.final_error);
  add("spreading_error", run.spreading_error);
  add("test_error", run.test_error);
  add("spreading_test_error", run.spreading_test_error);
  if (run.support_vectors) {
    measures.push_back({"support_vectors", count(*run.support_vectors), true});
  }
  measures.push_back({"seconds", run.seconds, false});
  return measures;
}

double value_of(const RunResult& run, int num_classes, const std::string& measure) {
  const auto measures = measures_of(run, num_classes);
  const auto found = std::ranges::find(measures, measure, &Measure::name);
  if (found == measures.end()) throw std::logic_error("no measure " + measure);
  return found->value;
}

std::vector<MeasureMeanStd> mean_stds_of(const std::vector<RunResult>& runs, int num_classes) {
  std::vector<std::vector<Measure>> all;
  for (const auto& run : runs) all.push_back(measures_of(run, num_classes));
  std::vector<MeasureMeanStd> spreads;
  for (const Measure& measure : all.front()) {
    std::vector<double> values;  // of the runs that have it; a run without a positive row has no
                                 // AUC. One that is unknown makes the mean unknown
    for (const auto& run : all) {
      for (const Measure& one : run) {
        if (one.name == measure.name) values.push_back(one.value);
      }
    }
    MeanStd summary = mean_std_of(values, [](double value) { return value; });
    if (std::isnan(summary.mean)) summary.std = kUnknown;
    spreads.push_back({measure.name, summary});
  }
  return spreads;
}

PairedTTest paired_t_test(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size() || a.size() < 2)
    throw std::invalid_argument("a paired t-test needs two samples of the same size, 2 or more");
  std::vector<double> d;
  for (std::size_t i = 0; i < a.size(); ++i) d.push_back(a[i] - b[i]);
  const auto n = static_cast<double>(d.size());
  const MeanStd difference = mean_std_of(d, [](double x) { return x; });
  PairedTTest test{.t = 0, .freedom = n - 1, .p = 1};
  if (difference.mean == 0) return test;
  test.t = difference.mean / (difference.std / std::sqrt(n));  // ±∞ if all differences are equal
  test.p = std::isinf(test.t)
               ? 0
               : 2 * boost::math::cdf(boost::math::students_t(test.freedom), -std::abs(test.t));
  return test;
}

}  // namespace querent::apps
