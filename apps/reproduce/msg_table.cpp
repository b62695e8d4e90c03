// SPDX-License-Identifier: Apache-2.0
// Table I.
#include <cmath>

#include <fmt/format.h>

#include <querent/apps/reproduce/msg_setting.hpp>
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
Report report(const std::string&, const Options& options, const Console& console) {
  Report report{.paper = "msg"};
  const PaperDataset& dataset = dataset_of(options);
  if (dataset.own.empty()) skip(report, dataset, dataset.why);
  for (const auto& candidate : candidates_of(dataset)) {
    try {
      run_dataset(report, candidate, load(candidate, console), options, console);
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

PaperMaker maker() {
  return {"msg", sets, report, remarks, header, figure};
}

}  // namespace querent::apps::msg
