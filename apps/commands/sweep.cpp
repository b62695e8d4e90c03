// SPDX-License-Identifier: Apache-2.0
// querent sweep SOURCE --learner A --learner B --rates 0.1,0.2: plays every learner at every query
// rate. A finished cell is stored in --out and never played again.
#include <atomic>
#include <cmath>
#include <memory>

#include <fmt/ranges.h>

#include <querent/apps/commands/command.hpp>
#include <querent/apps/commands/run.hpp>
#include <querent/apps/experiment/parallel.hpp>
#include <querent/apps/options/declare.hpp>
#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/output/provenance.hpp>
#include <querent/apps/sweep/sweep.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/learners/session/online.hpp>

namespace querent::apps {

namespace {

struct SweepOptions : PlayOptions {
  std::vector<double> rates{0.05, 0.1, 0.2, 0.35};
  std::vector<std::string> grid;
  Objective objective;
  int folds = 5;
  std::string shard;
  bool markdown = false;
};

// This process plays the cells whose number, from 0, is congruent to `index` modulo `count`.
struct Shard {
  std::size_t index = 0, count = 1;
};

Shard parse_shard(const std::string& text) {
  if (text.empty()) return {};
  const std::size_t slash = text.find('/');
  Shard shard{.index = 0, .count = 0};
  if (slash != std::string::npos) {
    shard.index = number_in<std::size_t>(std::string_view(text).substr(0, slash)).value_or(0);
    shard.count = number_in<std::size_t>(std::string_view(text).substr(slash + 1)).value_or(0);
  }
  if (shard.index < 1 || shard.index > shard.count) {
    throw UsageError("--shard {}: expected i/n with 1 ≤ i ≤ n, such as 2/8", in_quotes(text));
  }
  --shard.index;
  return shard;
}

// "C=0.1,1,10"
GridAxis parse_axis(const std::string& text, const std::vector<std::string>& known) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    throw UsageError("--grid {}: expected key=value,value,…", in_quotes(text));
  GridAxis axis{.key = text.substr(0, equals), .values = {}};
  if (std::find(known.begin(), known.end(), axis.key) == known.end()) {
    throw UsageError("--grid {}: these learners have no parameter of that name{}", axis.key,
                     hint(axis.key, known));
  }
  std::string_view rest = std::string_view(text).substr(equals + 1);
  while (true) {
    const std::string_view number = rest.substr(0, rest.find(','));
    const auto value = number_in<double>(number);
    if (!value || !std::isfinite(*value))
      throw UsageError("--grid {}: expected a number, found {}", axis.key, in_quotes(number));
    axis.values.push_back(*value);
    if (number.size() == rest.size()) return axis;
    rest.remove_prefix(number.size() + 1);
  }
}

std::vector<GridAxis> axes_of(const SweepOptions& options,
                              const std::vector<NamedConfig>& configs) {
  std::vector<std::string> known;
  for (const auto& named : configs) {
    for (const auto* params : {&named.config.learner_params, &named.config.query_params}) {
      for (const auto& param : *params) known.push_back(param.first);
    }
  }
  std::vector<GridAxis> axes;
  for (const auto& text : options.grid) axes.push_back(parse_axis(text, known));
  return axes;
}

// Everything that a cell's result depends on except learner and rate. Files count by content.
Json context_of(const CLI::App& app, const Json& data) {
  Json context = config_json(app);
  for (const char* name : {"SOURCE", "edges", "labels", "features", "test", "class-shares",
                           "learner", "param", "query", "rates", "grid", "shard", "markdown",
                           "cache", "no-cache", "lenient", "figure-format", "figure-width"})
    context.erase(name);
  context["querent"] = QUERENT_VERSION;
  context["measures"] = "auc";  // cells without it come from an earlier version
  for (const auto& file : data) context["data"].push_back(file["sha256"]);
  return context;
}

// WSS needs the whole reading order.
std::vector<double> rates_of(const SweepOptions& options, const CLI::App& app) {
  const bool to_the_end = options.objective.measure == "wss95" && app.count("--rates") == 0;
  return to_the_end ? std::vector{1.0} : options.rates;
}

void check_objective(const SweepOptions& options, int num_classes) {
  const std::string& measure = options.objective.measure;
  const bool finds = measure == "wss95" || measure == "atd";
  if (finds && options.pool.find.empty())
    throw UsageError(
        "--objective wss@95 and atd measure how soon a class is found: add --find CLASS");
  if (num_classes > 2 && !finds && measure != "accuracy")
    throw UsageError("--objective: this task has {} classes, only accuracy is measured",
                     num_classes);
}

// Plays the cells of this shard that no earlier run has finished; the others stay empty.
std::vector<std::optional<Json>> play_cells(const SweepOptions& options, const SweepPlan& plan,
                                            const Json& own_plan, const Shard& shard,
                                            const DatasetView& examples,
                                            const SweepSetting& setting, CellStore* store,
                                            Console& console) {
  const std::vector<PlannedCell> planned = planned_cells(own_plan);
  std::vector<std::optional<Json>> done(plan.cells.size());
  std::vector<std::size_t> mine;
  for (std::size_t k = 0; k < plan.cells.size(); ++k) {
    if (store) done[k] = store->find(planned[k], own_plan);
    if (!done[k] && k % shard.count == shard.index) mine.push_back(k);
  }
  const std::size_t kept = static_cast<std::size_t>(
      std::count_if(done.begin(), done.end(), [](const auto& cell) { return cell.has_value(); }));
  if (kept > 0)
    console.note(fmt::format("{} of {} were finished by an earlier run", kept,
                             counted(plan.cells.size(), "cell")));
  Progress progress(console, "sweeping", static_cast<double>(mine.size()), "cells");
  std::atomic<std::size_t> finished = 0;
  parallel_for(mine.size(), options.experiment.threads, [&](std::size_t item) {
    const std::size_t k = mine[item];
    done[k] = play_cell(examples, plan.cells[k], setting);
    if (store) store->keep(plan.cells[k].key, *done[k]);
    progress.set(static_cast<double>(++finished));
  });
  return done;
}

int sweep(const SweepOptions& options, const CLI::App& app, Console& console) {
  console.quiet = options.output.quiet;
  const Shard shard = parse_shard(options.shard);
  auto configs = configs_of(options.learner, app.count("--encoding") > 0);
  const auto axes = axes_of(options, configs);
  if (axes.empty()) GivenOptions(app).refuse({"--folds"}, "a sweep without --grid");
  if (options.source.source == "-")
    throw UsageError(
        "a sweep reads its source many times, and standard input can be read only once — give a "
        "file");
  if (!options.output.out.empty()) {
    refuse_inputs_in(options.output.out, input_files(options.source));
    refuse_inputs_in(options.output.out, input_files(options.pool));
  }
  if (shard.count > 1 && options.output.out.empty())
    throw UsageError("--shard needs --out DIR, where the cells are kept for `querent merge`");
  EmbedOptions embedding = options.embedding;
  embedding.embedding.threads = options.experiment.threads;
  const bool pool = options.from_pool();
  embedding.unsmoothed = embedding.words = pool;
  if (pool && !axes.empty())
    throw UsageError("--grid tunes learners of a stream and cannot be combined with --order pool");
  const ReadLog log;
  const bool by_process = std::ranges::any_of(
      configs, [](const NamedConfig& named) { return Online::fits_process(named.config, {}); });
  const auto [prepared, how] = playable(options, app, embedding, by_process, configs, console);
  const Json data = checksums_json(log, prepared->files());
  const int num_classes = prepared->examples.num_classes;
  check_objective(options, num_classes);
  SweepPlan plan{
      .title = fmt::format("{} ({} orders)", prepared->name(), options.experiment.runs),
      .source = prepared->source_json,
      .num_classes = num_classes,
      .objective = num_classes != 2 && options.objective.measure == "accuracy"
                       ? "error_rate"
                       : options.objective.measure,
      .positive_weight = options.experiment.positive_weight,
      .cells = sweep_cells(configs, axes, rates_of(options, app), context_of(app, data), pool)};
  SweepSetting setting{.experiment = how, .objective = options.objective, .folds = options.folds};
  setting.objective.positive_weight = options.experiment.positive_weight;

  const Json own_plan = plan_json(plan);
  std::optional<CellStore> store;
  if (!options.output.out.empty()) {
    store.emplace(options.output.out);
    store->make();
    write_plan(store->directory(), own_plan);
  }
  auto done = play_cells(options, plan, own_plan, shard, prepared->examples, setting,
                         store ? &*store : nullptr, console);
  SweepResult result{.plan = own_plan, .cells = {}};
  for (auto& cell : done) {
    if (cell) result.cells.push_back(std::move(*cell));
  }
  return finish_sweep(result, store ? &*store : nullptr,
                      {.json = options.output.json,
                       .markdown = options.markdown,
                       .figures = options.output.figures},
                      console);
}

void add_sweep_options(CLI::App& app, SweepOptions& options) {
  const OptionGroup in(app, "Sweep");
  add_value(app, "--rates", options.rates, "R,R,…",
            "Query rates, the fractions of labels to ask; the first parameter of the query "
            "rule is tuned to each; a default floor is at most a tenth of it")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(number_between(1e-6, 1));
  add_value(app, "--grid", options.grid, "KEY=V,V,…",
            "Values of a parameter to choose from by cross-validation; repeatable")
      ->allow_extra_args(false);
  add_choice<std::string>(app, "--objective,--metric", options.objective.measure,
                          {{"accuracy", "accuracy"},
                           {"f1", "f1"},
                           {"weighted-sum", "weighted_sum"},
                           {"cost", "cost"},
                           {"wss@95", "wss95"},
                           {"atd", "atd"}},
                          "Measure that the grid and the t-tests compare");
  add_value(app, "--folds", options.folds, "N",
            "Number of cross-validation folds of a grid; 0 takes the online score of the rounds")
      ->check(whole_number(0, 100));
  add_value(app, "--shard", options.shard, "i/n",
            "Run the i-th of n parts of the sweep; `querent merge` joins the parts");
}

}  // namespace

Command add_sweep(CLI::App& program) {
  CLI::App* app = program.add_subcommand(
      "sweep", "Compare learners at several query rates; a stopped sweep continues");
  auto options = std::make_shared<SweepOptions>();
  options->experiment.runs = 20;
  add_source_options(*app, options->source);
  add_learner_options(*app, options->learner);
  add_learning_options(*app, options->weights, options->experiment);
  add_embedding_options(*app, options->embedding);
  add_experiment_options(*app, options->experiment);
  add_pool_options(*app, options->pool);
  add_sweep_options(*app, *options);
  app->add_flag("--markdown", options->markdown, "Print the table as Markdown");
  add_threads_option(*app, options->experiment.threads);
  add_output_options(*app, options->output);
  add_figure_options(*app, options->output.figures);
  return {app, [options, app](Console& console) { return sweep(*options, *app, console); }};
}

}  // namespace querent::apps
