// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/d_ada.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include <querent/apps/experiment/measures.hpp>
#include <querent/apps/experiment/parallel.hpp>

namespace querent::apps::d_ada {

namespace {

// The paper does not state its grid. All values of its Table 3, on two classes, are powers of ten,
// and so are these; for several classes the steps are halved where the best values lie between.
const GridAxis kDelta{"delta", {1e-3, 1e-2, 0.1, 1, 10, 100}};
const GridAxis kEta{"eta", {1e-3, 1e-2, 0.1, 1}};
const GridAxis kClassDelta{"delta", {0.01, 0.1, 1, 10}};
const GridAxis kClassEta{"eta", {0.01, 0.03, 0.1, 0.3, 1}};
const GridAxis kC{"C", {1e-9, 1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100}};  // Gisette's is 1e-9
const GridAxis kGamma{"gamma", {1, 10, 100, 1000}};
const GridAxis kSoalEta{"eta", {1e-4, 1e-3, 1e-2, 0.1, 1}};
const GridAxis kA{"a", {1e-3, 1e-2, 0.1, 1, 10, 100, 1000}};

// A grid is tried on this many rows, its best points on all; first-order learners use all rows.
constexpr std::uint64_t kGridRows = 10000;
constexpr std::size_t kFinalists = 6;

const std::vector<VectorTask>& tasks() {
  const std::string vocabulary =
      "re-extracted from the mails, with another vocabulary: compare rankings, not values";
  static const std::vector<VectorTask> all{
      {"Basehock", {}, {}, {"basehock_bydate"}, vocabulary},
      {"Pcmac", {}, {}, {"pcmac_bydate"}, vocabulary},
      {"Farm_ads", {"farm_ads"}},
      {"Gisette", {"gisette", "gisette.t"}},
      {"Spam_corpus", {"spam_corpus"}},
      {"Url_day0", {}, {}, {}, "Day 0 of the set url (`querent datasets url` shows the source)"},
      {"20newsgroups", {"news20"}, {}, {"20news_bydate"}, vocabulary},
      {"Letter", {"letter.scale"}},
      {"Mnist", {"mnist-idx"}},
      {"Connect4", {"connect-4"}, {}, {"connect-4_binary"}, "draws merged with wins: two classes"},
      {"Acoustic", {"acoustic"}},
      {"Covtype", {"covtype"}, {}, {"covtype_20k_subset"}, "20,000 of the 581,012 rows"}};
  return all;
}

// Pixels and other numbers are scaled to [0, 1]; words are not scaled. On Letter the paper's scores
// are reached with z-scores only. According to the paper Gisette's values are very large, and
// Table 3 has C = 1e-9 for it: the original pixels, which LIBSVM's file has scaled.
std::vector<std::string> preparations_of(const std::string& dataset) {
  if (dataset == "Letter") return {"z-scores", "standard, bias"};
  if (dataset == "Gisette") return {"0 … 999"};
  const bool numbers = dataset == "Mnist" || dataset == "Acoustic" || dataset == "Covtype";
  return {numbers ? "min-max" : "as it comes"};
}

std::vector<GridAxis> axes_of(const std::string& name) {
  if (name.ends_with("PAA-II")) return {kC};
  if (name == "SOP") return {kA};
  if (name == "SOAL") return {kGamma, kSoalEta};
  for (const std::string multiclass : {"MR-", "MM", "MD-", "MDA"}) {
    if (name.starts_with(multiclass)) return {kClassDelta, kClassEta};
  }
  return {kDelta, kEta};
}

// Table 3, which has neither SOP nor the multiclass learners.
Params fixed_of(const std::string& name, const std::string& dataset) {
  const bool gisette = dataset == "Gisette", spam = dataset == "Spam_corpus";
  if (name == "PAA-II") return {{"C", gisette ? 1e-9 : 0.01}};
  if (name == "SOAL")
    return gisette ? Params{{"gamma", 1e9}, {"eta", 1e-8}}
                   : Params{{"gamma", spam ? 1000 : 100}, {"eta", 0.01}};
  if (name.ends_with("-I"))
    return gisette ? Params{{"delta", 100}, {"eta", 1e-5}} : Params{{"delta", 1}, {"eta", 0.1}};
  return {{"delta", 0.01}, {"eta", 0.01}};
}

GridLearner searched(const std::string& name) {
  GridLearner learner{name, {}, axes_of(name)};
  learner.all_rows = name.ends_with("PAA-II");
  return learner;
}

Objective objective_of(bool binary) {
  return {.measure = binary ? Objective::Measure::kF1 : Objective::Measure::kAccuracy};
}

// The paper reports the score of the rounds, so the grids optimise it, too. The score of the model
// on a fold left out differs if few labels are asked: it tuned SOP to .82 on Spam_corpus, where .89
// is possible.
RateSetting setting_for(bool binary) {
  RateSetting setting;
  setting.grid.objective = objective_of(binary);
  setting.grid.folds = 0;
  setting.grid.tuning.max_rows = kGridRows;
  setting.grid.finalists = kFinalists;
  return setting;
}

RateTable table_for(const PrintedTable& printed, bool fixed) {
  const bool binary = printed.table == "2";
  RateTable table{.printed = &printed,
                  .title = fixed ? "Table 3" : "Table " + printed.table,
                  .measure = binary ? "f1" : "accuracy",
                  .unit = 0.01,
                  .learners = {},
                  .counted = !fixed};
  for (const auto& row : printed.rows) {
    if (row.near_20.query == 0) continue;  // a dash at both rates
    if (!fixed) {
      table.learners.push_back(searched(row.algorithm));
    } else if (row.algorithm != "SOP") {
      table.learners.push_back({row.algorithm, fixed_of(row.algorithm, printed.dataset), {}});
    }
  }
  return table;
}

// The prepared data set of a task; null, with the reason in `why`, if its data is missing.
std::unique_ptr<PreparedRows> prepared_task(VectorTask& task, const std::string& how,
                                            const ReproduceOptions& options, const Console& console,
                                            std::string& why) {
  auto raw = load_task(task, options.threads, console, why);
  if (!raw) return nullptr;
  return prepared(std::move(*raw), preparation(how));
}

void add_table(Report& report, const std::string& number, std::vector<VectorTask> chosen,
               const ReproduceOptions& options, const Console& console) {
  const bool fixed = number == "3";
  for (const auto& printed : printed_tables()) {
    const auto task = std::find_if(chosen.begin(), chosen.end(), [&](const VectorTask& t) {
      return t.dataset == printed.dataset;
    });
    if (printed.table != (fixed ? "2" : number) || task == chosen.end()) continue;
    RateTable table = table_for(printed, fixed);
    for (const auto& how : preparations_of(task->dataset)) {
      std::string why;
      const auto data = prepared_task(*task, how, options, console, why);
      if (data == nullptr) {
        skip_rate_rows(report, table, why);
        break;
      }
      add_rate_rows(report, table, *task, data->text, data->examples,
                    setting_for(printed.table == "2"), options, console);
      table.counted = false;
    }
  }
}

std::vector<std::string> learners_of_figure(const std::string& number, bool words) {
  if (number == "1") return {"R-ADA", "M-ADA", "D-ADA", "D-ADA-I", "DA"};
  if (number == "2") return {"R-AMD", "M-AMD", "D-AMD", "D-AMD-I", "MD"};
  if (number == "3")
    return words ? std::vector<std::string>{"PAA-II", "SOP", "SOAL", "D-ADA", "D-AMD", "DA", "MD"}
                 : std::vector<std::string>{"PAA-II",  "SOP", "SOAL", "D-ADA-I",
                                            "D-AMD-I", "DA",  "MD"};
  if (number == "5")
    return words ? std::vector<std::string>{"PAA-II", "SOAL", "D-ADA", "D-AMD"}
                 : std::vector<std::string>{"PAA-II", "SOAL", "D-ADA-I", "D-AMD-I"};
  if (number == "6") return {"MPAA-II", "MR-ADA", "MM-ADA", "MD-ADA", "MD-ADA-I", "MDA"};
  return {"MPAA-II", "MR-AMD", "MM-AMD", "MD-AMD", "MD-AMD-I", "MMD"};
}

// 10^−1, 10^−0.9, …, 10^−0.1
std::vector<double> figure_rates() {
  std::vector<double> rates;
  for (int k = 10; k >= 1; --k) rates.push_back(std::pow(10.0, -0.1 * k));
  return rates;
}

void stage(OutputDirectory* directory, const std::string& name, const Figure& drawing,
           const Console& console) {
  if (directory == nullptr) return;
  const std::string problem = draw_into(*directory, name, drawing);
  if (!problem.empty()) console.note(problem);
}

std::string rate_figure(const std::string& number, const VectorTask& task,
                        const DatasetView& examples, const ReproduceOptions& options,
                        const Console& console, OutputDirectory* directory) {
  const bool fixed = number == "5", binary = number <= "3" || fixed;
  RateSetting setting = setting_for(binary);
  setting.rates = figure_rates();
  setting.grid_rates = {setting.rates.front(), 0.2};
  const bool words =
      task.dataset == "Basehock" || task.dataset == "Pcmac" || task.dataset == "Farm_ads";
  std::vector<GridLearner> learners;
  for (const auto& name : learners_of_figure(number, words))
    learners.push_back(fixed ? GridLearner{name, fixed_of(name, task.dataset)} : searched(name));
  const auto cells = play_rates(examples, learners, setting, options, console,
                                fmt::format("figure {}, {}", number, task.dataset));
  const std::string measure = binary ? "f1" : "accuracy";
  stage(directory, fmt::format("figure{}-{}", number, task.dataset),
        figure_of(task.row(), cells, measure, examples.num_classes), console);
  return csv_of(task.row(), cells, measure, examples.num_classes);
}

// Figure 4: b = 1, η = 0.001 or δ = 0.01 is fixed, the other two vary over decades.
std::string sensitivity(const VectorTask& task, const DatasetView& examples,
                        const ReproduceOptions& options, const Console& console,
                        OutputDirectory* directory) {
  struct Plane {
    std::string held;
    double value;
    std::string lines, x;
  };
  const std::vector<double> decades{1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100};
  std::string csv;
  for (const Plane& plane : {Plane{"b", 1, "delta", "eta"}, Plane{"eta", 0.001, "delta", "b"},
                             Plane{"delta", 0.01, "eta", "b"}}) {
    Panel scores{.x_label = plane.x, .y_label = "F1", .series = {}};
    scores.points = scores.log_x = true;
    Panel shares = scores;
    shares.y_label = "share of labels asked";
    for (const double value : decades) {
      std::vector<NamedConfig> configs;
      for (const double x : decades) {
        configs.push_back(
            {"D-ADA",
             learner_config("D-ADA", "",
                            {{plane.held, plane.value}, {plane.lines, value}, {plane.x, x}})});
      }
      const ExperimentOptions how{
          .seed = options.seed, .runs = options.runs, .threads = options.threads};
      const auto results = run_experiment(examples, configs, how).results;
      Series f1{.name = fmt::format("{} = {:g}", plane.lines, value),
                .x = decades,
                .mean = {},
                .deviation = {}};
      Series share = f1;
      for (std::size_t k = 0; k < results.size(); ++k) {
        const MeanStd score = measure_of(results[k].runs, "f1", 2);
        const MeanStd rate = measure_of(results[k].runs, "query_rate", 2);
        f1.mean.push_back(score.mean);
        f1.deviation.push_back(score.std);
        share.mean.push_back(rate.mean);
        share.deviation.push_back(rate.std);
        csv += fmt::format("{} {}={} x={},{}={},{},{},{},{},{}\n", task.dataset, plane.held,
                           plane.value, plane.x, plane.lines, value, decades[k], score.mean,
                           score.std, rate.mean, rate.std);
      }
      scores.series.push_back(std::move(f1));
      shares.series.push_back(std::move(share));
    }
    stage(directory, fmt::format("figure4-{}-{}", task.dataset, plane.held),
          {.title = fmt::format("D-ADA, {} = {:g}", plane.held, plane.value),
           .panels = {std::move(scores), std::move(shares)}},
          console);
  }
  return csv;
}

// Every table and figure of the paper uses one of these lists.
std::string table_of_figure(const std::string& number) {
  return number == "6" || number == "7" ? "5" : "2";
}

std::vector<VectorTask> tasks_of(bool figure, const std::string& number) {
  const std::string table = figure ? table_of_figure(number) : number == "3" ? "2" : number;
  std::vector<VectorTask> of;
  for (const auto& task : tasks()) {
    const bool printed = std::any_of(
        printed_tables().begin(), printed_tables().end(),
        [&](const auto& other) { return other.table == table && other.dataset == task.dataset; });
    if (printed && (!figure || number != "4" || task.dataset == "Basehock")) of.push_back(task);
  }
  return of;
}

}  // namespace

std::vector<PartSet> sets(bool figure, const std::string& number) {
  return part_sets(tasks_of(figure, number));
}

Report report(const std::string& table, const ReproduceOptions& options, const Console& console) {
  Report report{.paper = "d-ada", .rows = {}, .skipped = {}, .remarks = {}};
  add_table(report, table, chosen_tasks(tasks(), options.dataset), options, console);
  return report;
}

std::vector<std::string> remarks(const Report& report, const ReproduceOptions& options) {
  std::vector<std::string> remarks{
      fmt::format(
          "Tables 2 and 5: at each rate and each point of the grid the query parameter is "
          "tuned to within 10 % of the rate, and the score of the rounds of a held-out "
          "order decides: on {} rows if there are more, and if there are more than twice as "
          "many the best {} points are then tried on all. Then b is tuned on all rows to within 2 "
          "% of the share of "
          "the paper's row, and {} orders are played, seed {}.",
          kGridRows, kFinalists, options.runs, options.seed),
      "The paper states neither its grids nor its preparation of rows. Its Table 3 has powers of "
      "ten "
      "only, and so have the grids of two classes here, except for 0.003 and 0.03 of δ on "
      "Farm_ads; words are not scaled, pixels and other numbers are scaled by min-max, letters to "
      "z-scores, Gisette to 0 … 999.",
      "Table 3 has the parameters of Figure 5, whose points are not printed: compare ours with "
      "the tuned scores of Table 2; they are not counted again.",
      "best: the highest mean of the learners at that rate; as good: paired t-test, p ≥ 0.05."};
  for (const auto& task : tasks()) {
    const bool played = std::any_of(report.rows.begin(), report.rows.end(), [&](const auto& row) {
      return row.dataset.starts_with(task.dataset + " (stand-in");
    });
    if (played) remarks.push_back(task.dataset + ": a stand-in, " + task.why + ".");
  }
  return remarks;
}

std::string figure(const std::string& number, const ReproduceOptions& options,
                   const Console& console, OutputDirectory* directory) {
  std::string csv = number == "4" ? "dataset,series,x,f1_mean,f1_std,query_rate_mean,"
                                    "query_rate_std\n"
                                  : kRateCsvHeader;
  for (auto& task : chosen_tasks(tasks_of(true, number), options.dataset)) {
    std::string why;
    const auto data =
        prepared_task(task, preparations_of(task.dataset).front(), options, console, why);
    if (data == nullptr) {
      console.note(fmt::format("{} skipped: {}", task.dataset, why));
      continue;
    }
    csv += number == "4" ? sensitivity(task, data->examples, options, console, directory)
                         : rate_figure(number, task, data->examples, options, console, directory);
  }
  return csv;
}

}  // namespace querent::apps::d_ada
