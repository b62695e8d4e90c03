// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/sweep/sweep.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <querent/apps/output/results_json.hpp>
#include <querent/datasets/checksum.hpp>

namespace querent::apps {

namespace {

constexpr std::size_t kKeyDigits = 16;

// A readable file name: "PAA-I-0.1-0123456789abcdef".
std::string key_of(const SweepCell& cell, const Json& context) {
  Json identity{{"context", context},
                {"learner", cell.config.learner->name},
                {"query", cell.config.query->name},
                {"learner_params", cell.config.learner_params},
                {"query_params", cell.config.query_params},
                {"rate", cell.rate}};
  for (const auto& axis : cell.axes) identity["grid"][axis.key] = axis.values;
  std::string name = fmt::format("{}-{}", cell.name, cell.rate);
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '.';
    if (!plain) c = '_';
  }
  return fmt::format("{}-{}", name, sha256(identity.dump()).substr(0, kKeyDigits));
}

}  // namespace

std::vector<SweepCell> sweep_cells(const std::vector<NamedConfig>& configs,
                                   const std::vector<GridAxis>& axes, std::vector<double> rates,
                                   const Json& context, bool pool) {
  std::sort(rates.begin(), rates.end());
  std::vector<SweepCell> cells;
  for (const auto& [name, config] : configs) {
    std::vector<GridAxis> own;
    for (const auto& axis : axes) {
      if (config.learner_params.contains(axis.key) || config.query_params.contains(axis.key))
        own.push_back(axis);
    }
    const bool asks_all = !pool && config.query->params.empty();
    for (const double rate : asks_all ? std::vector{1.0} : rates) {
      SweepCell cell{.name = name, .config = config, .axes = own, .rate = rate, .key = {}};
      cell.key = key_of(cell, context);
      cells.push_back(std::move(cell));
    }
  }
  return cells;
}

Json plan_json(const SweepPlan& plan) {
  Json json{{"querent", QUERENT_VERSION},  {"title", plan.title},
            {"source", plan.source},       {"classes", plan.num_classes},
            {"objective", plan.objective}, {"positive_weight", plan.positive_weight},
            {"cells", Json::array()}};
  for (const auto& cell : plan.cells)
    json["cells"].push_back(
        {{"key", cell.key}, {"learner", cell.name}, {"target_rate", cell.rate}});
  return json;
}

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

// The result of a cell with a configuration, and what is known of its tuning.
Json played(const DatasetView& examples, const SweepCell& cell, const LearnerConfig& config,
            ExperimentOptions how, bool reached, const std::string& note) {
  how.threads = 1;  // cells are played in parallel
  const auto experiment = run_experiment(examples, {{cell.name, config}}, how);
  Json json{{"key", cell.key},
            {"name", cell.name},
            {"target_rate", cell.rate},
            {"reached", reached},
            {"tuning", note}};
  json.update(result_json(experiment.results.front(), examples.num_classes, how.seed));
  return json;
}

// Excludes the test set from tuning.
DatasetView without(DatasetView examples, const std::vector<std::uint32_t>& test) {
  std::vector<bool> tests(examples.labels.size(), false);
  for (const std::uint32_t i : test) tests[i] = true;
  std::erase_if(examples.stream, [&](std::uint32_t i) { return tests[i]; });
  return examples;
}

}  // namespace

Json play_cell(const DatasetView& examples, const SweepCell& cell, const SweepSetting& setting) {
  ExperimentOptions how = setting.experiment;
  if (how.order == RowOrder::kPool) {  // needs no tuning: the rate is the budget
    how.asking.budget = Budget{.amount = 100 * cell.rate, .percent = true};
    return played(examples, cell, cell.config, how, true,
                  fmt::format("a budget of {:.4g} %", 100 * cell.rate));
  }
  const TuningOptions tuning{.seed = how.seed, .encoding = how.encoding, .threads = 1};
  const DatasetView tuned_on = without(examples, how.known.test);
  LearnerConfig chosen =
      cell.axes.empty() ? cell.config : best_of_grid(tuned_on, cell, setting, tuning);
  bool reached = true;
  std::string note = "asks every label";
  if (cell.rate < 1 || !cell.config.query->params.empty()) {
    const TunedRate tuned = tune_rate(tuned_on, chosen, cell.rate, tuning);
    chosen = tuned.config;
    reached = tuned.reached;
    note = tuned.note();
  }
  std::string found;
  for (const auto& axis : cell.axes)
    found += fmt::format("{}={:.4g}, ", axis.key, value_of(chosen, axis.key));
  return played(examples, cell, chosen, how, reached, found + note);
}

}  // namespace querent::apps
