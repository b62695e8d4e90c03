// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/paa.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <querent/apps/experiment/parallel.hpp>
#include <querent/apps/reproduce/report.hpp>
#include <querent/apps/terminal/progress.hpp>

namespace querent::apps::paa {

namespace {

constexpr int kFolds = 5;
constexpr std::uint64_t kGridRows = 10000;
const std::string kLikely = "z-scores, unit norm";  // texts/paa-data.tsv

struct FigureTask {
  std::string figure;
  VectorTask task;
  std::string preparation;
};

const std::vector<FigureTask>& tasks() {
  static const auto all = each_line("paa-data.tsv", [](TableLine& line) {
    return FigureTask{line.text(), task_on(line), line.text()};
  });
  return all;
}

const FigureTask& task_of(const std::string& dataset) {
  return *std::ranges::find(tasks(), dataset,
                            [](const FigureTask& task) { return task.task.dataset; });
}

// §6.1.1: C from 2^−5 to 2^5 by cross-validation; the other learners have no grid.
GridLearner learner_of(const std::string& name) {
  GridLearner learner{.name = name, .given = {}, .axes = {}};
  if (!name.ends_with("-I") && !name.ends_with("-II")) return learner;
  learner.axes = {{"C", {}}};
  for (int k = -5; k <= 5; ++k) learner.axes.front().values.push_back(std::exp2(k));
  return learner;
}

RateSetting setting_for(bool binary) {
  RateSetting setting;
  setting.grid.objective.measure = binary ? "f1" : "accuracy";
  setting.grid.folds = kFolds;
  setting.grid.tuning.max_rows = kGridRows;
  return setting;
}

// The preparation with which PAA-I has the highest F1 near 10 % of the labels, on held-out orders.
std::string best_preparation(const VectorData& raw, const ReproduceOptions& options) {
  std::vector<double> scores(preparations().size() - 1);  // all except the last, which is for
                                                          // pixels
  const GridLearner learner = learner_of("PAA-I");
  parallel_for(scores.size(), options.threads, [&](std::size_t k) {
    const auto ready = prepared(raw, preparations()[k]);
    GridOptions grid = setting_for(true).grid;
    grid.folds = 0;
    grid.rate = 0.1;
    grid.tuning.seed = options.seed;
    grid.tuning.tolerance = 0.05;
    grid.tuning.max_steps = 20;
    scores[k] =
        search_grid(ready->examples, learner.name, "", {}, learner.axes, grid).winner().score.mean;
  });
  const auto best = std::max_element(scores.begin(), scores.end()) - scores.begin();
  return preparations()[static_cast<std::size_t>(best)].text;
}

void add_table(Report& report, const std::string& number, const ReproduceOptions& options) {
  VectorTask task = task_of(options.dataset).task;
  const PrintedTable& printed =
      *std::ranges::find_if(printed_tables(), [&](const PrintedTable& table) {
        return table.table == number && table.dataset == task.dataset;
      });
  RateTable table{.printed = &printed, .title = "Table " + number, .measure = "f1"};
  for (const auto& row : printed.rows) table.learners.push_back(learner_of(row.algorithm));
  try {
    const VectorData raw = load_task(task, options);
    const std::string best = best_preparation(raw, options);
    std::vector<std::string> shown{kLikely, "as it comes"};
    if (std::ranges::find(shown, best) == shown.end()) shown.push_back(best);
    for (const auto& text : shown) {
      table.counted = text == kLikely;
      const auto ready = prepared(raw, preparation(text));
      add_rate_rows(report, table, task, text, ready->examples, setting_for(true), options);
    }
  } catch (const MissingData& missing) {
    skip_rate_rows(report, table, missing.what());
  }
}

std::vector<GridLearner> learners_of_figure(const std::string& number) {
  std::vector<std::string> names{"RPE", "RPA", "RPA-I", "RPA-II", "PEA", "PAA", "PAA-I", "PAA-II"};
  if (number == "1") names.insert(names.end(), {"SELada", "SEL2nd"});
  std::vector<GridLearner> learners;
  for (const auto& name : names) learners.push_back(learner_of((number >= "4" ? "M" : "") + name));
  return learners;
}

}  // namespace

const std::vector<PrintedTable>& printed_tables() {
  static const auto tables = printed_tables_of("paa-tables.tsv");
  return tables;
}

std::vector<PartSet> sets(bool figure, const std::string& number) {
  if (number >= "6") return cost_sets(figure, number);
  std::vector<VectorTask> of;
  for (const auto& task : tasks()) {
    const bool printed =
        std::any_of(printed_tables().begin(), printed_tables().end(), [&](const auto& table) {
          return table.table == number && table.dataset == task.task.dataset;
        });
    if (figure ? task.figure == number : printed && task.figure == "1") of.push_back(task.task);
  }
  return part_sets(of);
}

// Tables 2, 3: F1 near 10 and 20 % of the labels. 6, 7, 8: sum and cost if one class is rare, on
// samples of the URL data, or of w8a as a stand-in.
Report report(const std::string& table, const ReproduceOptions& options) {
  Report report{.paper = "paa"};
  if (table >= "6") {
    add_cost_table(report, table, options);
  } else {
    add_table(report, table, options);
  }
  return report;
}

std::vector<std::string> remarks(const Report& report, const ReproduceOptions& options) {
  const auto has = [&](const std::string& beginning) {
    return std::any_of(report.rows.begin(), report.rows.end(),
                       [&](const auto& row) { return row.table.starts_with(beginning); });
  };
  std::vector<std::string> remarks;
  if (has("Table 2") || has("Table 3")) {
    remarks = remarks_of("paa", "remarks", fmt::arg("folds", kFolds), fmt::arg("grid", kGridRows),
                         fmt::arg("runs", options.runs), fmt::arg("seed", options.seed));
  }
  for (const auto& task : tasks()) {
    if (task.figure == "1") remark_stand_in(task.task, report, remarks);
  }
  if (has("Table 6") || has("Table 7") || has("Table 8")) remarks.push_back(cost_remark(report));
  return remarks;
}

// Score against the share of labels asked: Figures 1 binary sets, 2 text, 3 web, 4 multiclass
// sets, 5 multiclass text, 6 sum and cost if one class is rare. 7: seconds against rows for a rare
// class.
std::string figure(const std::string& number, const ReproduceOptions& options) {
  if (number >= "6") return cost_figure(number, options);
  const std::string measure = number >= "4" ? "accuracy" : "f1";
  RateSetting setting = setting_for(number < "4");
  setting.rates = {0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9};
  setting.grid_rates = {0.1};
  FigureTask of = task_of(options.dataset);
  VectorTask& task = of.task;
  const auto ready = prepared(load_task(task, options), preparation(of.preparation));
  const auto cells = play_rates(ready->examples, learners_of_figure(number), setting, options,
                                fmt::format("figure {}, {}", number, task.dataset));
  const std::string title = fmt::format("{}, {}", task.row(), ready->text);
  stage_figure(options, fmt::format("figure{}-{}", number, task.dataset),
               figure_of(title, cells, measure, ready->examples.num_classes));
  return csv_of(title, cells, measure, ready->examples.num_classes);
}

std::string header(const std::string& number) {
  return number == "7" ? "dataset,learner,rows,seconds_mean,seconds_std\n" : kRateCsvHeader;
}

PaperMaker maker() {
  return {"paa", sets, report, remarks, header, figure};
}

}  // namespace querent::apps::paa
