// SPDX-License-Identifier: Apache-2.0
// The table that a run prints: one line per learner, one column per measure that has values.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <querent/apps/commands/run.hpp>
#include <querent/apps/experiment/measures.hpp>
#include <querent/apps/output/table.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/learners/mean_std.hpp>

namespace querent::apps {

namespace {

/// A column of the table: its measure, header and format.
struct Column {
  std::string measure, header;
  int digits;
  bool deviation;
};
// With --find the other measures assess predictions.
const std::vector<Column> kColumnsOfFind{{"wss95", "WSS@95", 3, true},
                                         {"wss100", "WSS@100", 3, true},
                                         {"atd", "ATD", 3, true},
                                         {"recall_after_100", "recall after 100", 3, true},
                                         {"recall", "recall at stop", 3, true},
                                         {"work_saved", "work saved", 3, true},
                                         {"queries", "labels asked", 0, true},
                                         {"seconds", "seconds per run", 3, false}};
const std::vector<Column> kColumns{{"error_rate", "error rate", 4, true},
                                   {"estimated_error", "estimated error (95 %)", 4, false},
                                   {"f1", "F1", 4, true},
                                   {"balanced_error", "balanced error", 4, true},
                                   {"auc", "AUC", 4, true},
                                   {"log_loss", "log loss", 4, true},
                                   {"ranking_loss", "ranking loss", 4, true},
                                   {"one_error", "one-error", 4, true},
                                   {"precision", "precision", 4, true},
                                   {"recall", "recall", 4, true},
                                   {"final_error", "never asked", 4, true},
                                   {"spreading_error", "by spreading", 4, true},
                                   {"test_error", "held out", 4, true},
                                   {"spreading_test_error", "by spreading", 4, true},
                                   {"queries", "labels asked", 0, true},
                                   {"query_rate", "share asked", 1, false},
                                   {"updates", "updates", 0, false},
                                   {"support_vectors", "support vectors", 0, true},
                                   {"seconds", "seconds per run", 3, false}};

// The mean estimate, with a point if every run has one; empty if no run has a usable estimate.
std::string estimate_of(const std::vector<RunResult>& runs) {
  if (std::ranges::none_of(runs, [](const auto& run) { return run.estimate.is_informative(); }))
    return {};
  const auto mean = [&](double Estimate::*part) {
    return mean_std_of(runs, [&](const auto& run) { return run.estimate.*part; }).mean;
  };
  const bool known = std::ranges::all_of(runs, [](const auto& r) { return r.estimate.has_value; });
  return text_of({mean(&Estimate::value), mean(&Estimate::low), mean(&Estimate::high), known});
}

/// Label sets have precision and recall; a binary task has F1 and the balanced error.
std::vector<Column> columns_of(const std::vector<std::vector<MeasureMeanStd>>& measures,
                               const std::vector<ConfigResult>& results) {
  const auto measured = [&](const std::string& name) {
    return std::any_of(measures.begin(), measures.end(), [&](const auto& of_one) {
      return std::ranges::any_of(of_one, [&](const auto& measure) { return measure.name == name; });
    });
  };
  if (measured("wss95")) return kColumnsOfFind;
  std::vector<Column> columns;
  for (const auto& column : kColumns) {
    const bool of_f1 = column.measure == "precision" || column.measure == "recall";
    const bool of_two = column.measure == "balanced_error" && !measured("f1");
    const bool silent = column.measure == "estimated_error" &&
                        std::all_of(results.begin(), results.end(), [](const auto& result) {
                          return estimate_of(result.runs).empty();
                        });
    if (measured(column.measure) && !(of_f1 && measured("f1")) && !of_two && !silent)
      columns.push_back(column);
  }
  return columns;
}

}  // namespace

std::string results_table(const ExperimentResult& experiment, int num_classes) {
  std::vector<std::vector<MeasureMeanStd>> measures;
  for (const auto& result : experiment.results)
    measures.push_back(mean_stds_of(result.runs, num_classes));
  const auto columns = columns_of(measures, experiment.results);
  std::vector<std::string> head{"learner"};
  for (const auto& column : columns) head.push_back(column.header);
  Table table(head);
  for (std::size_t k = 0; k < measures.size(); ++k) {
    const auto& result = experiment.results[k];
    std::vector<std::string> line{result.name};
    for (const auto& column : columns) {
      const auto found = std::find_if(measures[k].begin(), measures[k].end(),
                                      [&](const auto& m) { return m.name == column.measure; });
      if (found == measures[k].end()) {
        line.emplace_back();
        continue;
      }
      if (column.measure == "estimated_error") {
        line.push_back(estimate_of(result.runs));
        continue;
      }
      if (std::isnan(found->summary.mean)) {
        line.emplace_back("–");
        continue;
      }
      const double unit = column.measure == "query_rate" ? 100 : 1;
      line.push_back(fmt::format("{:.{}f}", unit * found->summary.mean, column.digits));
      if (column.measure == "query_rate") line.back() += " %";
      if (column.deviation && result.runs.size() > 1) {
        line.back() += fmt::format(" ± {:.{}f}", found->summary.std, column.digits);
      }
    }
    table.add(line);
  }
  return table.shown();
}

}  // namespace querent::apps
