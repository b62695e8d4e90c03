// SPDX-License-Identifier: Apache-2.0
// Table I, and Figures 1 to 3 in the setting as printed; gamma and v1 are in msg_fit.cpp.
#include <querent/apps/reproduce/msg_setting.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include <fmt/format.h>

#include <querent/apps/output/run_output.hpp>
#include <querent/apps/reproduce/report.hpp>

namespace querent::apps::msg {

namespace {

const std::string kTable = "Table I";

std::string note_of(const Algorithm& algorithm, const Setting& setting,
                    const LearnerConfig& config) {
  const auto& key = algorithm.tuned.key;
  if (key.empty()) return algorithm.note;
  const char* how = !algorithm.has_grid() ? ""
                    : setting.fitted      ? " (the paper's labels)"
                                          : " (held-out order)";
  return fmt::format("{}={:.4g}{}", key, config.query_params.at(key), how);
}

void add_rows(Report& report, const Candidate& candidate, const Setting& setting,
              const Algorithm& algorithm, const ConfigResult& result) {
  const PaperCell& paper = cell_of(*candidate.paper, algorithm.row);
  const Ending ending = ending_of(result);
  ReproducedRow row{.table = kTable,
                    .dataset = candidate.row(),
                    .algorithm = algorithm.row,
                    .metric = "error_rate",
                    .paper = {paper.error, std::sqrt(paper.error_variance)},
                    .ours = ending.error,
                    .paper_query_rate = paper.queries / candidate.paper->nodes,
                    .ours_query_rate = ending.rate.mean,
                    .runs = result.runs.size(),
                    .preprocessing = setting.text,
                    .comparable = !candidate.stand_in,
                    .counted = setting.fitted && algorithm.counted,
                    .note = note_of(algorithm, setting, result.config)};
  report.rows.push_back(row);
  row.metric = "queries";
  row.paper = {paper.queries, std::sqrt(paper.queries_variance)};
  row.ours = ending.queries;
  row.counted = false;  // they were tuned to the paper's
  report.rows.push_back(row);
}

void skip(Report& report, const PaperDataset& dataset, const std::string& reason) {
  for (const auto& cell : dataset.cells) {
    const MeanStd error{cell.error, std::sqrt(cell.error_variance)};
    const MeanStd queries{cell.queries, std::sqrt(cell.queries_variance)};
    report.skipped.push_back({kTable, dataset.name, cell.algorithm, error, reason, "error_rate"});
    report.skipped.push_back({kTable, dataset.name, cell.algorithm, queries, reason, "queries"});
  }
}

void run_dataset(Report& report, const Candidate& candidate, const LoadedGraph& graph,
                 const Options& options) {
  std::unique_ptr<Embedded> embedded;
  const Setting* before = nullptr;
  for (const auto& setting : settings()) {
    if (before == nullptr || before->laplacian != setting.laplacian ||
        before->null_vector != setting.null_vector) {
      embedded = embed_in(graph, setting, kDim, options);
    }
    before = &setting;
    std::vector<NamedConfig> configs;
    std::vector<const Algorithm*> rows;
    for (const auto& algorithm : algorithms()) {
      if (!wants_row(options, cell_of(*candidate.paper, algorithm.row).algorithm)) continue;
      rows.push_back(&algorithm);
      configs.push_back(tuned(algorithm, *candidate.paper, embedded->examples, setting, options));
    }
    const auto experiment = play(configs, embedded->examples, setting, options, false,
                                 fmt::format("{}, {}", candidate.name, setting.name));
    for (std::size_t k = 0; k < configs.size(); ++k) {
      add_rows(report, candidate, setting, *rows[k], experiment.results[k]);
    }
  }
}

}  // namespace

// The graphs of Table I and of all figures, each with its stand-ins.
std::vector<PartSet> sets(bool, const std::string&) {
  std::vector<PartSet> all;
  for (const auto& dataset : table_one()) {
    PartSet& set = all.emplace_back(PartSet{dataset.name, {}});
    for (const auto& candidate : candidates_of(dataset)) set.sets.push_back(candidate.name);
  }
  return all;
}

// Every algorithm on the selected graph, in the paper's setting and in ours.
Report report(const std::string&, const Options& options) {
  Report report{.paper = "msg"};
  const PaperDataset& dataset = dataset_of(options);
  if (dataset.own.empty()) skip(report, dataset, dataset.why);
  for (const auto& candidate : candidates_of(dataset)) {
    try {
      run_dataset(report, candidate, load(candidate, options), options);
      if (!candidate.stand_in) break;  // the paper's own graph needs no stand-in
    } catch (const MissingData& missing) {
      if (!candidate.stand_in) skip(report, dataset, missing.what());
    }
  }
  return report;
}

std::vector<std::string> remarks(const Report&, const Options& options) {
  return remarks_of("msg", "remarks", fmt::arg("gamma", kFittedGamma),
                    fmt::arg("alpha", kFittedAlpha), fmt::arg("d", kDim),
                    fmt::arg("runs", options.runs), fmt::arg("seed", options.seed));
}

namespace {

constexpr std::array kRanks{10, 100, 250, 500, 750, 1000};
constexpr std::uint64_t kMaxNodesOfRanks =
    5000;  // d = 1000 on a larger graph needs hours for the eigenvectors

std::vector<Algorithm> drawn_algorithms() {
  std::vector<Algorithm> drawn = algorithms();
  std::erase_if(drawn, [](const Algorithm& algorithm) { return !algorithm.drawn; });
  return drawn;
}

std::string curves(const Candidate& candidate, const LoadedGraph& graph, const Setting& setting,
                   const Options& options) {
  const auto embedded = embed_in(graph, setting, kDim, options);
  std::vector<NamedConfig> configs;
  for (const auto& algorithm : drawn_algorithms())
    configs.push_back(tuned(algorithm, *candidate.paper, embedded->examples, setting, options));
  const auto experiment = play(configs, embedded->examples, setting, options, true, candidate.name);
  stage_figure(options, fmt::format("figure1-{}", candidate.name),
               curve_figure(experiment, candidate.row(), "node"));
  std::istringstream lines(curve_csv(experiment));
  std::string csv, line;
  std::getline(lines, line);  // the header
  while (std::getline(lines, line)) csv += fmt::format("{},{}\n", candidate.name, line);
  return csv;
}

std::string ratios(const Candidate& candidate, const LoadedGraph& graph, const Setting& setting,
                   const Options& options) {
  const auto embedded = embed_in(graph, setting, kDim, options);
  Panel panel{.x_label = "share of labels asked", .y_label = "error rate", .points = true};
  panel.whole_x = false;
  std::string csv;
  for (const auto& algorithm : algorithms()) {
    if (!algorithm.has_grid()) continue;
    const auto experiment = play(grid_of(algorithm, setting), embedded->examples, setting, options,
                                 false, fmt::format("{}, {}", candidate.name, algorithm.row));
    std::vector<std::pair<double, MeanStd>> points;
    for (std::size_t k = 0; k < algorithm.tuned.values.size(); ++k) {
      const Ending ending = ending_of(experiment.results[k]);
      points.emplace_back(ending.rate.mean, ending.error);
      csv += fmt::format("{},{},{},{},{},{},{}\n", candidate.name, algorithm.row,
                         algorithm.tuned.values[k], ending.error.mean, ending.error.std,
                         ending.rate.mean, ending.rate.std);
    }
    std::ranges::sort(points, [](const auto& a, const auto& b) { return a.first < b.first; });
    Series series{.name = algorithm.row};
    for (const auto& [rate, error] : points) {
      if (error.mean < 0.6) series.add(rate, error);  // asks and learns almost nothing
    }
    panel.series.push_back(std::move(series));
  }
  stage_figure(options, fmt::format("figure2-{}", candidate.name),
               {.title = candidate.row(), .panels = {panel}});
  return csv;
}

std::string ranks(const Candidate& candidate, const LoadedGraph& graph, const Setting& setting,
                  const Options& options) {
  Panel errors{.x_label = "rank d", .y_label = "error rate", .points = true};
  Panel labels{.x_label = "rank d", .y_label = "labels asked", .points = true, .y_min = 0};
  const auto drawn = drawn_algorithms();
  for (const auto& algorithm : drawn) {
    errors.series.push_back({.name = algorithm.row});
    labels.series.push_back(errors.series.back());
  }
  std::string csv;
  for (const int d : kRanks) {
    const auto embedded = embed_in(graph, setting, d, options);
    std::vector<NamedConfig> configs;
    for (const auto& algorithm : drawn)
      configs.push_back(tuned(algorithm, *candidate.paper, embedded->examples, setting, options));
    const auto experiment = play(configs, embedded->examples, setting, options, false,
                                 fmt::format("{}, d={}", candidate.name, d));
    for (std::size_t k = 0; k < drawn.size(); ++k) {
      const Ending ending = ending_of(experiment.results[k]);
      errors.series[k].add(d, ending.error);
      labels.series[k].add(d, ending.queries);
      csv +=
          fmt::format("{},{},{},{},{},{},{}\n", candidate.name, drawn[k].row, d, ending.error.mean,
                      ending.error.std, ending.queries.mean, ending.queries.std);
    }
  }
  stage_figure(options, fmt::format("figure3-{}", candidate.name),
               {.title = candidate.row(), .panels = {errors, labels}});
  return csv;
}

// One panel per graph.
std::string drawn_panel(const std::string& name, auto&& points, const Candidate& candidate,
                        const LoadedGraph& graph, const Options& options) {
  Panel panel;
  std::string csv = points(candidate, graph, options, panel);
  stage_figure(options, fmt::format("figure{}-{}", name, candidate.name),
               {.title = candidate.row(), .panels = {std::move(panel)}});
  return csv;
}

}  // namespace

std::string header(const std::string& name) {
  if (name == "gamma")
    return "dataset,algorithm,gamma,z_mean,z_std,error_rate_mean,error_rate_std\n";
  if (name == "v1") return "dataset,column,constant,error_rate_mean,error_rate_std\n";
  if (name == "2") {
    return "dataset,algorithm,parameter,error_rate_mean,error_rate_std,query_rate_mean,query_"
           "rate_std\n";
  }
  return fmt::format(
      "dataset,algorithm,{},error_rate_mean,error_rate_std,queries_mean,queries_std\n",
      name == "1" ? "t" : "d");
}

// 1      cumulative error rate and labels asked against rounds
// 2      error rate against the share of labels asked: MSG over h, BBQ over κ, BBQ-eps over ε
// 3      error rate and labels asked against the rank d
// gamma  distance of the error rates from the paper's against γ, at its numbers of labels: not in
//        the paper, which prints γ = 1
// v1     GPA against the size of the constant column, exact and as an eigensolver rounds it
std::string figure(const std::string& name, const Options& options) {
  const Setting& setting = settings().front();
  std::string csv;
  for (const auto& candidate : candidates_of(dataset_of(options))) {
    try {
      const LoadedGraph graph = load(candidate, options);
      if (name == "3" && graph.data.graph.num_nodes() > kMaxNodesOfRanks) {
        options.console->note(fmt::format(
            "{} skipped: a rank of 1,000 is computed on graphs of at most {} nodes only",
            candidate.row(), grouped(kMaxNodesOfRanks)));
        break;
      }
      if (name == "gamma" || name == "v1") {
        if (candidate.stand_in) continue;  // the paper's numbers do not apply
        csv += drawn_panel(name, name == "v1" ? rounded_null_vector : gamma_profile, candidate,
                           graph, options);
        break;
      }
      const auto draw_one = name == "1" ? curves : name == "2" ? ratios : ranks;
      csv += draw_one(candidate, graph, setting, options);
      if (!candidate.stand_in) break;
    } catch (const MissingData& missing) {
      options.console->note(fmt::format("{} skipped: {}", candidate.row(), missing.what()));
    }
  }
  return csv;
}

PaperMaker maker() {
  return {"msg", sets, report, remarks, header, figure};
}

}  // namespace querent::apps::msg
