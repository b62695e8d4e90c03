// SPDX-License-Identifier: Apache-2.0
// Table I.
#include <cmath>

#include <fmt/format.h>

#include <querent/apps/reproduce/msg_setting.hpp>

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
  const auto error =
      mean_std_of(result.runs, [](const RunResult& run) { return run.tally.error_rate(); });
  const auto labels = mean_std_of(
      result.runs, [](const RunResult& run) { return static_cast<double>(run.tally.queries); });
  const auto rate =
      mean_std_of(result.runs, [](const RunResult& run) { return run.tally.query_rate(); });
  ReproducedRow row{.table = kTable,
                    .dataset = candidate.row(),
                    .algorithm = algorithm.row,
                    .metric = "error_rate",
                    .paper = {paper.error, std::sqrt(paper.error_variance)},
                    .ours = error,
                    .paper_query_rate = paper.queries / candidate.paper->nodes,
                    .ours_query_rate = rate.mean,
                    .runs = result.runs.size(),
                    .preprocessing = setting.text,
                    .comparable = !candidate.stand_in,
                    .counted = setting.fitted && algorithm.counted,
                    .note = note_of(algorithm, setting, result.config)};
  report.rows.push_back(row);
  row.metric = "queries";
  row.paper = {paper.queries, std::sqrt(paper.queries_variance)};
  row.ours = labels;
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
                 const Options& options, const Console& console) {
  std::unique_ptr<Embedded> embedded;
  const Setting* before = nullptr;
  for (const auto& setting : settings()) {
    if (before == nullptr || before->laplacian != setting.laplacian ||
        before->null_vector != setting.null_vector) {
      embedded = embed_in(graph, setting, kDim, options, console);
    }
    before = &setting;
    std::vector<NamedConfig> configs;
    std::vector<const Algorithm*> rows;
    for (const auto& algorithm : algorithms()) {
      if (!wants_row(options, cell_of(*candidate.paper, algorithm.row).algorithm)) continue;
      rows.push_back(&algorithm);
      configs.push_back(tuned(algorithm, *candidate.paper, embedded->examples, setting, options));
    }
    const auto experiment = play(configs, embedded->examples, setting, options, false, console,
                                 fmt::format("{}, {}", candidate.name, setting.name));
    for (std::size_t k = 0; k < configs.size(); ++k) {
      add_rows(report, candidate, setting, *rows[k], experiment.results[k]);
    }
  }
}

}  // namespace

std::vector<PartSet> sets(bool, const std::string&) {
  std::vector<PartSet> all;
  for (const auto& dataset : table_one()) {
    PartSet& set = all.emplace_back(PartSet{dataset.name, {}});
    for (const auto& candidate : candidates_of(dataset)) set.sets.push_back(candidate.name);
  }
  return all;
}

Report report(const std::string&, const Options& options, const Console& console) {
  Report report{.paper = "msg"};
  for (const auto* dataset : chosen_datasets(options)) {
    if (dataset->own.empty()) skip(report, *dataset, dataset->why);
    for (const auto& candidate : candidates_of(*dataset)) {
      std::string why;
      const auto graph = load(candidate, console, why);
      if (graph == nullptr) {
        if (!candidate.stand_in) skip(report, *dataset, why);
        continue;
      }
      run_dataset(report, candidate, *graph, options, console);
      if (!candidate.stand_in) break;  // the paper's own graph needs no stand-in
    }
  }
  return report;
}

std::vector<std::string> remarks(const Report&, const Options& options) {
  return {
      "\"as printed\" is exactly the paper's setting: D − S, labels as margins (Definition "
      "1), v₁/√λ₁ with λ₁ = 0 among the 100 columns of M, a constant of 1000 here, and γ = 1. "
      "Parameters are those with the fewest mistakes on one held-out order and, among equals, the "
      "fewest labels: h in 1e-4 … 1, ε in 1e-5 … 10 (the paper's grids), κ in 0.1 … 0.99.",
      fmt::format(
          "\"fitted\" is the same with γ = {}, which fits the paper's error rates best (the "
          "figure gamma), α = {} in DGS, which then asks for every label as in the paper, and "
          "κ, ε and h aimed at the labels of the paper's row on held-out orders. Its error "
          "rates are counted, its labels are not.",
          kFittedGamma, kFittedAlpha),
      "The paper's ± of error rates and of labels have the size of variances; their square roots "
      "are shown.",
      "CMOG is run as Algorithm 1, which learns from mistakes only, and as RLS-all, which "
      "learns "
      "from every label; the first is counted.",
      "BBQ, BBQ-eps and DGS learn from every label they ask, so where the paper has them ask "
      "nearly "
      "all their error is that of the same model.",
      fmt::format("d = {}, {} runs, seed {}.", kDim, options.runs, options.seed),
      "A stand-in is another graph and is not compared."};
}

}  // namespace querent::apps::msg
