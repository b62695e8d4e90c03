// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/rate_table.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>

#include <fmt/format.h>

#include <querent/apps/experiment/measures.hpp>
#include <querent/apps/experiment/parallel.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/apps/terminal/progress.hpp>

namespace querent::apps {

namespace {

// A grid only needs to find the best point.
constexpr double kGridTolerance = 0.1;
constexpr std::uint64_t kGridOrders = 1;
constexpr int kGridSteps = 16;
constexpr double kNearRate = 0.1;

GridOptions grid_at(const RateSetting& setting, double rate, std::uint64_t seed) {
  GridOptions grid = setting.grid;
  grid.rate = rate;
  grid.tuning.seed = seed;
  grid.tuning.orders = kGridOrders;
  grid.tuning.tolerance = kGridTolerance;
  grid.tuning.max_steps = kGridSteps;
  grid.tuning.threads = 1;  // cells run in parallel
  return grid;
}

std::string parameters_of(const GridLearner& learner, const LearnerConfig& chosen,
                          const std::string& rate_note) {
  std::string text;
  for (const auto& axis : learner.axes)
    text += fmt::format("{}={:.4g}, ", axis.key, chosen.learner_params.at(axis.key));
  text += rate_note;
  if (rate_note.empty() && !text.empty()) text.resize(text.size() - 2);
  return text;
}

std::vector<double> values_of(const std::vector<RunResult>& runs, const std::string& measure,
                              int num_classes) {
  std::vector<double> values;
  for (const auto& run : runs) values.push_back(value_of(run, num_classes, measure));
  return values;
}

}  // namespace

std::vector<RateCell> play_rates(const DatasetView& examples,
                                 const std::vector<GridLearner>& learners,
                                 const RateSetting& setting, const ReproduceOptions& options,
                                 const std::string& what) {
  struct Search {
    std::size_t learner;
    double rate;
    LearnerConfig best;
  };
  struct Cell {
    std::size_t learner;
    std::size_t search;
    double aim;
  };
  std::vector<Search> searches;
  std::vector<Cell> plan;
  std::vector<RateCell> cells;
  const auto& grid_rates = setting.grid_rates.empty() ? setting.rates : setting.grid_rates;
  for (std::size_t k = 0; k < learners.size(); ++k) {
    const bool all = learner_config(learners[k].name, "", learners[k].given).query->params.empty();
    const std::size_t first = searches.size();
    for (const double rate : all ? std::vector{0.0} : grid_rates) searches.push_back({k, rate, {}});
    const auto& aims = learners[k].aims.empty() ? setting.rates : learners[k].aims;
    for (std::size_t r = 0; r < (all ? 1 : setting.rates.size()); ++r) {
      const double rate = all ? 1.0 : setting.rates[r];
      std::size_t nearest = first;
      for (std::size_t s = first; s < searches.size(); ++s) {
        if (std::abs(std::log(searches[s].rate / rate)) <
            std::abs(std::log(searches[nearest].rate / rate)))
          nearest = s;
      }
      plan.push_back({k, nearest, all ? 1.0 : aims[r]});
      cells.push_back({.name = learners[k].name, .rate = rate, .parameters = {}});
    }
  }
  {
    Progress progress(*options.console, what + ", grids", static_cast<double>(searches.size()));
    std::atomic<std::size_t> done = 0;
    parallel_for(searches.size(), options.threads, [&](std::size_t s) {
      Search& search = searches[s];
      const GridLearner& learner = learners[search.learner];
      GridOptions grid = grid_at(setting, search.rate, options.seed);
      if (learner.all_rows) grid.tuning.max_rows = 0;
      search.best = search_grid(examples, learner.name, "", learner.given, learner.axes, grid)
                        .winner()
                        .config;
      progress.set(static_cast<double>(++done));
    });
  }
  Progress progress(*options.console, what,
                    static_cast<double>(examples.stream.size() * options.runs * cells.size()),
                    "rounds");
  parallel_for(cells.size(), options.threads, [&](std::size_t c) {
    RateCell& cell = cells[c];
    LearnerConfig chosen = searches[plan[c].search].best;
    std::string note;
    if (searches[plan[c].search].rate > 0) {
      // shorter orders need more repetitions, since the share asked varies more
      const TunedRate tuned = tune_rate(examples, chosen, plan[c].aim,
                                        {.seed = options.seed,
                                         .orders = examples.stream.size() < 20000 ? 4u : 2u,
                                         .encoding = setting.grid.tuning.encoding});
      chosen = tuned.config;
      cell.near = tuned.in_reach || std::abs(tuned.rate - tuned.target) <= kNearRate * tuned.target;
      note = tuned.note();
    }
    cell.parameters = parameters_of(learners[plan[c].learner], chosen, note);
    const ExperimentOptions how{
        .seed = options.seed, .runs = options.runs, .encoding = setting.grid.tuning.encoding};
    cell.runs =
        run_experiment(examples, {{cell.name, chosen}}, how, &progress).results.front().runs;
  });
  return cells;
}

MeanStd measure_of(const std::vector<RunResult>& runs, const std::string& measure,
                   int num_classes) {
  return mean_std_of(values_of(runs, measure, num_classes), [](double v) { return v; });
}

std::vector<std::string> against_the_best(const std::vector<const RateCell*>& cells,
                                          const std::string& measure, int num_classes) {
  std::vector<std::vector<double>> values;
  for (const auto* cell : cells) values.push_back(values_of(cell->runs, measure, num_classes));
  const auto mean = [](const std::vector<double>& v) {
    return mean_std_of(v, [](double x) { return x; }).mean;
  };
  const std::size_t best = static_cast<std::size_t>(
      std::max_element(values.begin(), values.end(),
                       [&](const auto& a, const auto& b) { return mean(a) < mean(b); }) -
      values.begin());
  std::vector<std::string> notes;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (k == best) {
      notes.emplace_back("best");
    } else if (values[k].size() < 2) {
      notes.emplace_back();
    } else {
      const PairedTTest test = paired_t_test(values[k], values[best]);
      notes.push_back(test.differ() ? "" : fmt::format("as good as the best (p={:.2f})", test.p));
    }
  }
  return notes;
}

std::string csv_of(const std::string& dataset, const std::vector<RateCell>& cells,
                   const std::string& measure, int num_classes) {
  std::string csv;
  for (const auto& cell : cells) {
    const MeanStd rate = measure_of(cell.runs, "query_rate", num_classes);
    const MeanStd score = measure_of(cell.runs, measure, num_classes);
    csv += fmt::format("{},{},{},{},{},{},{},{}\n", csv_field(dataset), csv_field(cell.name),
                       cell.rate, rate.mean, rate.std, score.mean, score.std,
                       csv_field(cell.parameters));
  }
  return csv;
}

Figure figure_of(const std::string& title, const std::vector<RateCell>& cells,
                 const std::string& measure, int num_classes) {
  Panel panel{.x_label = "share of labels asked", .y_label = measure};
  panel.whole_x = false;
  panel.points = true;
  for (const auto& cell : cells) {
    if (panel.series.empty() || panel.series.back().name != cell.name)
      panel.series.push_back({.name = cell.name});
    Series& series = panel.series.back();
    const MeanStd score = measure_of(cell.runs, measure, num_classes);
    const double rate = measure_of(cell.runs, "query_rate", num_classes).mean;
    for (const double x : cell.rate == 1 ? std::vector{0.1, 1.0} : std::vector{rate})
      series.add(x, score);
  }
  return {.title = title, .panels = {std::move(panel)}};
}

}  // namespace querent::apps
