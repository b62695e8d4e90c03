// SPDX-License-Identifier: Apache-2.0
// Tables 6 to 8, Figures 6 and 7: one class is rare. Two samples of the URL data with 1,000,000
// rows each or, if the data is missing, samples of w8a in the same proportions.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include <querent/apps/experiment/measures.hpp>
#include <querent/apps/reproduce/paa.hpp>
#include <querent/apps/reproduce/report.hpp>
#include <querent/apps/reproduce/vector_task.hpp>

namespace querent::apps::paa {

namespace {

const VectorTask kSource{"URL", {"url"}, {"w8a"}, ""};
constexpr std::size_t kMostRows = 1'000'000;

// The paper's samples: negative rows per positive row, and the shares of labels asked.
struct Sample {
  std::string dataset;
  std::uint64_t negatives;
};
const std::vector<Sample> kSamples{{"URL1", 9}, {"URL2", 99}};

/// A prepared sample.
struct Sampled {
  Sample sample;
  VectorTask source;
  std::unique_ptr<PreparedRows> rows;

  std::string dataset() const {
    if (!source.stand_in) return sample.dataset;
    return fmt::format("{} (stand-in: w8a, {} rows, 1:{})", sample.dataset,
                       grouped(rows->data.rows()), sample.negatives);
  }
};

// A random sample with the given proportion, in the order of the file.
std::vector<std::uint32_t> sampled(const VectorData& data, const Sample& sample,
                                   std::uint64_t seed) {
  std::vector<std::uint32_t> of[2];
  for (std::uint32_t i = 0; i < data.rows(); ++i)
    if (data.labels[i] >= 0) of[data.labels[i] == 1].push_back(i);
  Rng rng = make_rng(seed, sample.negatives, Stream::kHeldOut);
  shuffle(of[0], rng);
  shuffle(of[1], rng);
  const std::size_t positives =
      std::min({of[1].size(), of[0].size() / sample.negatives, kMostRows / (1 + sample.negatives)});
  of[1].resize(positives);
  of[0].resize(positives * sample.negatives);
  of[0].insert(of[0].end(), of[1].begin(), of[1].end());
  std::sort(of[0].begin(), of[0].end());
  return of[0];
}

// §6.3.2: C = ρ = T_n/T_p for all learners that have them; PAUM requires a margin of ρ for positive
// rows.
std::vector<GridLearner> learners_for(double rho) {
  const Params both{{"C", rho}, {"rho", rho}};
  return {{"PE"},
          {"PA"},
          {"CW-diag"},
          {"PAUM", {{"tau_plus", rho}, {"tau_minus", 1}}},
          {"CPA", both},
          {"LEPE"},
          {"CSRND", both},
          {"CSPAA", both},
          {"CSPAA(a)", both}};
}

// c_p = T_n/T, c_n = T_p/T (Eq. 7)
double cost(const RunResult& run) {
  const auto count = [](std::uint64_t n) { return static_cast<double>(n); };
  const Confusion& c = run.confusion;
  const double positive = count(c.true_positive + c.false_negative);
  const double negative = count(c.true_negative + c.false_positive);
  return (negative * count(c.false_negative) + positive * count(c.false_positive)) /
         (positive + negative);
}

MeanStd ours_of(const RateCell& cell, const std::string& metric) {
  if (metric == "cost") return mean_std_of(cell.runs, cost);
  return measure_of(cell.runs, metric, 2);
}

void add_rows(Report& report, const PrintedCost& printed, const RateCell& cell,
              const Sampled& sampled) {
  const std::vector<std::pair<std::string, MeanStd>> metrics{{printed.metric, printed.score},
                                                             {"sensitivity", printed.sensitivity},
                                                             {"specificity", printed.specificity},
                                                             {"accuracy", printed.accuracy}};
  for (const auto& [metric, paper] : metrics) {
    report.rows.push_back(
        {.table = fmt::format("Table {}{}", printed.table,
                              printed.table != "8"       ? ""
                              : printed.metric == "cost" ? ", cost"
                                                         : ", sum"),
         .dataset = sampled.dataset(),
         .algorithm = printed.algorithm,
         .metric = metric,
         .paper = paper,
         .ours = ours_of(cell, metric),
         .paper_query_rate = printed.query,
         .ours_query_rate = measure_of(cell.runs, "query_rate", 2).mean,
         .runs = cell.runs.size(),
         .preprocessing = fmt::format("{}, ρ={}", sampled.rows->text, sampled.sample.negatives),
         .comparable = !sampled.source.stand_in && cell.near,
         .note = cell.parameters,
         .paper_seconds = printed.seconds,
         .ours_seconds = measure_of(cell.runs, "seconds", 2).mean});
  }
}

// The sample that the options name.
Sampled sample_of(const ReproduceOptions& options) {
  const auto sample = std::ranges::find(kSamples, options.dataset, &Sample::dataset);
  Sampled made{*sample, kSource, nullptr};
  const VectorData raw = load_task(made.source, options);
  // The URL data are sparse with millions of features, and z-scores would make them dense. w8a is
  // prepared as in the other tables; otherwise its rows of zeros, one in twelve, would all be asked
  // at margin 0.
  made.rows = prepared(rows_of(raw, sampled(raw, *sample, options.seed)),
                       preparation(made.source.stand_in ? "z-scores, unit norm" : "as it comes"));
  return made;
}

// Sum and cost against the share of labels asked; learners that ask for all labels are horizontal
// lines.
std::string ratios(const Sampled& sampled, const ReproduceOptions& options) {
  RateSetting setting;
  setting.rates = {0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2};
  const auto cells = play_rates(sampled.rows->examples,
                                learners_for(static_cast<double>(sampled.sample.negatives)),
                                setting, options, "figure 6, " + sampled.sample.dataset);
  std::string csv;
  for (const std::string metric : {"balanced_accuracy", "cost"}) {
    for (const auto& cell : cells) {
      const MeanStd rate = measure_of(cell.runs, "query_rate", 2), score = ours_of(cell, metric);
      csv += fmt::format("{},{},{},{},{},{},{},{}\n", csv_field(sampled.dataset() + ", " + metric),
                         csv_field(cell.name), cell.rate, rate.mean, rate.std, score.mean,
                         score.std, csv_field(cell.parameters));
    }
  }
  stage_figure(options, "figure6-" + sampled.sample.dataset,
               figure_of(sampled.dataset(), cells, "balanced_accuracy", 2));
  return csv;
}

// Seconds that each learner needs for a number of rows of the stream, run one after another.
std::string times(const Sampled& sampled, const ReproduceOptions& options) {
  constexpr int kPoints = 5;
  Panel panel{.x_label = "rows", .y_label = "seconds"};
  panel.points = true;
  const auto rho = static_cast<double>(sampled.sample.negatives);
  std::string csv;
  for (const auto& learner : learners_for(rho)) {
    Series series{.name = learner.name};
    for (int k = 1; k <= kPoints; ++k) {
      DatasetView part = sampled.rows->examples;
      part.stream.resize(part.stream.size() * static_cast<std::size_t>(k) / kPoints);
      const auto runs =
          run_experiment(part, {{learner.name, learner_config(learner.name, "", learner.given)}},
                         {.seed = options.seed, .runs = options.runs})
              .results.front()
              .runs;
      const MeanStd seconds = mean_std_of(runs, [](const RunResult& run) { return run.seconds; });
      csv += fmt::format("{},{},{},{},{}\n", csv_field(sampled.dataset()), csv_field(learner.name),
                         part.stream.size(), seconds.mean, seconds.std);
      series.add(static_cast<double>(part.stream.size()), seconds);
    }
    panel.series.push_back(std::move(series));
  }
  stage_figure(options, "figure7-" + sampled.sample.dataset,
               {.title = sampled.dataset(), .panels = {std::move(panel)}});
  return csv;
}

}  // namespace

const std::vector<PrintedCost>& printed_costs() {
  static const auto costs = each_line("paa-costs.tsv", [](TableLine& line) {
    return PrintedCost{line.text(),     line.text(),     line.text(),     line.text(),
                       line.mean_std(), line.mean_std(), line.mean_std(), line.mean_std(),
                       line.number(),   line.number()};
  });
  return costs;
}

std::vector<PartSet> cost_sets(bool figure, const std::string& number) {
  std::vector<PartSet> sets;
  for (const auto& sample : kSamples) {
    const bool printed =
        std::any_of(printed_costs().begin(), printed_costs().end(), [&](const PrintedCost& cost) {
          return cost.table == number && cost.dataset == sample.dataset;
        });
    if (figure ? (number == "6") == (sample.dataset == "URL1") : printed)
      sets.push_back({sample.dataset, {"url", "w8a"}});
  }
  return sets;
}

void add_cost_table(Report& report, const std::string& table, const ReproduceOptions& options) {
  std::vector<PrintedCost> wanted;
  for (const auto& printed : printed_costs()) {
    if (printed.table == table && printed.dataset == options.dataset &&
        wants_row(options, printed.algorithm))
      wanted.push_back(printed);
  }
  try {
    const Sampled sampled = sample_of(options);
    RateSetting setting;
    setting.rates = {table == "8" ? 0.005 : options.dataset == "URL1" ? 0.1 : 0.02};
    auto learners = learners_for(static_cast<double>(sampled.sample.negatives));
    std::erase_if(learners,
                  [&](const GridLearner& each) { return !wants_row(options, each.name); });
    const auto cells = play_rates(
        sampled.rows->examples, learners, setting, options,
        fmt::format("1:{} at {} %", sampled.sample.negatives, 100 * setting.rates.front()));
    for (const auto& printed : wanted) {
      const auto cell = std::ranges::find(cells, printed.algorithm, &RateCell::name);
      add_rows(report, printed, *cell, sampled);
    }
  } catch (const MissingData& missing) {
    for (const auto& printed : wanted) {
      for (const std::string& metric : {printed.metric, std::string("sensitivity"),
                                        std::string("specificity"), std::string("accuracy")})
        report.skipped.push_back({"Table " + table, printed.dataset, printed.algorithm,
                                  printed.score, missing.what(), metric});
    }
  }
}

std::string cost_remark(const Report& report) {
  const bool stand_in = std::any_of(report.rows.begin(), report.rows.end(), [](const auto& row) {
    return row.dataset.find("(stand-in: w8a") != std::string::npos;
  });
  return paragraphs_of("paa", stand_in ? "remarks on w8a" : "remarks on url").front();
}

std::string cost_figure(const std::string& number, const ReproduceOptions& options) {
  return (number == "6" ? ratios : times)(sample_of(options), options);
}

}  // namespace querent::apps::paa
