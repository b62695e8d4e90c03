// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/sweep/play_cell.hpp>

#include <string>

#include <fmt/format.h>

#include <querent/apps/output/results_json.hpp>

namespace querent::apps {

namespace {

// A grid only needs to find the best point.
constexpr double kGridTolerance = 0.1;
constexpr int kGridSteps = 16;

LearnerConfig best_of_grid(const DatasetView& examples, const SweepCell& cell,
                           const SweepSetting& setting, const TuningOptions& tuning) {
  Params given = cell.config.learner_params;
  given.insert(cell.config.query_params.begin(), cell.config.query_params.end());
  for (const auto& axis : cell.axes) given.erase(axis.key);
  GridOptions grid{.tuning = tuning,
                   .objective = setting.objective,
                   .folds = setting.folds,
                   .rate = cell.rate < 1 ? cell.rate : 0,
                   .weighing = cell.config.weighing};
  grid.tuning.orders = 1;
  grid.tuning.tolerance = kGridTolerance;
  grid.tuning.max_steps = kGridSteps;
  return search_grid(examples, cell.config.learner->name, cell.config.query->name, given, cell.axes,
                     grid)
      .winner()
      .config;
}

double value_of(const LearnerConfig& config, const std::string& key) {
  const auto found = config.learner_params.find(key);
  return found != config.learner_params.end() ? found->second : config.query_params.at(key);
}

Json cell_json(const SweepCell& cell, bool reached, const std::string& note) {
  return {{"key", cell.key},
          {"name", cell.name},
          {"target_rate", cell.rate},
          {"reached", reached},
          {"tuning", note}};
}

// Excludes the test set from tuning.
DatasetView without(DatasetView examples, const std::vector<std::uint32_t>& test) {
  std::vector<bool> tests(examples.labels.size(), false);
  for (const std::uint32_t i : test) tests[i] = true;
  std::erase_if(examples.stream, [&](std::uint32_t i) { return tests[i]; });
  return examples;
}

// A pool needs no tuning: the rate is the budget.
Json play_pool_cell(const DatasetView& examples, const SweepCell& cell,
                    const SweepSetting& setting) {
  ExperimentOptions how = setting.experiment;
  how.threads = 1;  // cells are played in parallel
  how.asking.budget = Budget{.amount = 100 * cell.rate, .percent = true};
  const auto experiment = run_experiment(examples, {{cell.name, cell.config}}, how);
  Json json = cell_json(cell, true, fmt::format("a budget of {:.4g} %", 100 * cell.rate));
  json.update(result_json(experiment.results.front(), examples.num_classes, how.seed));
  return json;
}

}  // namespace

Json play_cell(const DatasetView& examples, const SweepCell& cell, const SweepSetting& setting) {
  if (setting.experiment.order == RowOrder::kPool) return play_pool_cell(examples, cell, setting);
  const TuningOptions tuning{
      .seed = setting.experiment.seed, .encoding = setting.experiment.encoding, .threads = 1};
  const DatasetView tuned_on = without(examples, setting.experiment.known.test);
  LearnerConfig chosen =
      cell.axes.empty() ? cell.config : best_of_grid(tuned_on, cell, setting, tuning);
  bool reached = true;
  std::string note = "asks every label";
  if (cell.rate < 1) {
    const TunedRate tuned = tune_rate(tuned_on, chosen, cell.rate, tuning);
    chosen = tuned.config;
    reached = tuned.reached;
    note = tuned.note();
  }
  std::string found;
  for (const auto& axis : cell.axes)
    found += fmt::format("{}={:.4g}, ", axis.key, value_of(chosen, axis.key));
  ExperimentOptions how = setting.experiment;
  how.threads = 1;  // cells are played in parallel
  const auto experiment = run_experiment(examples, {{cell.name, chosen}}, how);
  Json json = cell_json(cell, reached, found + note);
  json.update(result_json(experiment.results.front(), examples.num_classes, how.seed));
  return json;
}

}  // namespace querent::apps
