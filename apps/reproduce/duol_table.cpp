// SPDX-License-Identifier: Apache-2.0
// Tables 2 and 4.
#include <algorithm>
#include <cmath>

#include <fmt/ranges.h>

#include <querent/apps/reproduce/duol.hpp>
#include <querent/apps/reproduce/duol_setting.hpp>

namespace querent::apps::duol {

namespace {

/// How far ours is from the paper where it is more than two of the paper's spreads, and why.
std::string note_of(const PaperDataset& dataset, const std::string& learner, const Spread& paper,
                    const Spread& ours) {
  const double spreads = (ours.mean - paper.mean) / paper.std;
  if (std::abs(spreads) <= 2) return "";
  const std::string cause = cause_of(dataset, learner);
  return fmt::format("{:.1f} of the paper's spreads {}: {}", std::abs(spreads),
                     spreads > 0 ? "above" : "below", cause.empty() ? "not explained" : cause);
}

void add_rows(Report& report, const PaperTable& table, const PaperDataset& dataset,
              const std::vector<Spread>& mistakes, const std::vector<Spread>& support,
              std::uint64_t runs) {
  for (std::size_t c = 0; c < dataset.cells.size(); ++c) {
    const PaperCell& cell = dataset.cells[c];
    ReproducedRow row{.table = "Table " + table.number,
                      .dataset = dataset.name,
                      .algorithm = cell.learner,
                      .metric = "error_rate",
                      .paper = {cell.mistakes.mean / 100, cell.mistakes.std / 100},
                      .ours = mistakes[c],
                      .paper_query_rate = 1,
                      .ours_query_rate = 1,
                      .runs = runs,
                      .preprocessing = dataset.preprocessing,
                      .note = ""};
    row.note = note_of(dataset, cell.learner, row.paper, row.ours);
    report.rows.push_back(row);
    row.metric = "support_vectors";
    row.paper = cell.support_vectors;
    row.ours = support[c];
    row.note = note_of(dataset, cell.learner, row.paper, row.ours);
    report.rows.push_back(row);
  }
}

void skip(Report& report, const PaperTable& table, const PaperDataset& dataset,
          const std::string& reason) {
  for (const auto& cell : dataset.cells) {
    report.skipped.push_back({"Table " + table.number,
                              dataset.name,
                              cell.learner,
                              {cell.mistakes.mean / 100, cell.mistakes.std / 100},
                              reason});
  }
}

/// "DUOL has the fewest mistakes", "DUOL-appr has the fewest (paper too), …".
std::string winner_of(const PaperTable& table, const PaperDataset& dataset,
                      const std::vector<Spread>& mistakes) {
  const auto first = static_cast<std::size_t>(
      std::min_element(mistakes.begin(), mistakes.end(),
                       [](const Spread& a, const Spread& b) { return a.mean < b.mean; }) -
      mistakes.begin());
  const auto papers_first =
      static_cast<std::size_t>(std::min_element(dataset.cells.begin(), dataset.cells.end(),
                                                [](const PaperCell& a, const PaperCell& b) {
                                                  return a.mistakes.mean < b.mistakes.mean;
                                                }) -
                               dataset.cells.begin());
  std::size_t own = 0;
  while (dataset.cells[own].learner != table.own) ++own;
  if (first == own) return dataset.name + " first";
  const double gap = mistakes[own].mean - mistakes[first].mean;
  const bool tied = gap <= 2 * std::max(mistakes[own].std, mistakes[first].std);
  return fmt::format("{} {} behind {} ({} is first in the paper)", dataset.name,
                     tied ? "tied" : "second", dataset.cells[first].learner,
                     dataset.cells[papers_first].learner);
}

void run_dataset(Report& report, const PaperTable& table, const PaperDataset& dataset,
                 const VectorData& data, const ReproduceOptions& options, const Console& console,
                 std::vector<std::string>& winners) {
  const PassOptions how = pass_options(options);
  std::vector<Contender> contenders;
  for (const auto& cell : dataset.cells) contenders.push_back({cell.learner, table.C, 0});
  const auto passes = play_with_progress(dataset, data, contenders, how, console);
  std::vector<Spread> mistakes, support;
  for (const auto& runs : passes) {
    mistakes.push_back(error_rate_of(runs));
    support.push_back(spread_of(
        runs, [](const Pass& pass) { return static_cast<double>(pass.support_vectors); }));
  }
  add_rows(report, table, dataset, mistakes, support, options.runs);
  winners.push_back(winner_of(table, dataset, mistakes));
  report.remarks.push_back(gram_remark(dataset, data, how));
}

}  // namespace

Report report(const std::vector<std::string>& tables, const ReproduceOptions& options,
              const Console& console) {
  Report report{.paper = "duol", .percent = true, .rows = {}, .skipped = {}, .remarks = {}};
  for (const auto& [table, datasets] : chosen_datasets(tables, options)) {
    std::vector<std::string> winners;
    for (const auto* dataset : datasets) {
      std::string why;
      const auto data = load(*dataset, options, console, why);
      if (data == nullptr) {
        skip(report, *table, *dataset, why);
        continue;
      }
      run_dataset(report, *table, *dataset, *data, options, console, winners);
    }
    if (!winners.empty()) {
      report.remarks.push_back(
          fmt::format("Fewest mistakes, {}: {}.", table->own, fmt::join(winners, "; ")));
    }
    report.remarks.push_back(
        fmt::format("Table {}: σ = 8, C = {}, ρ = 0, {} orders, seed {}, every label asked; ALMA "
                    "with α = 0.9, B = 1/α, C = √2.",
                    table->number, table->C, options.runs, options.seed));
  }
  report.remarks.push_back(
      "within: no worse than the paper's by more than twice the larger spread (fewer support "
      "vectors are no worse). A note says where ours is more than two of the paper's own spreads "
      "off, in either direction.");
  return report;
}

}  // namespace querent::apps::duol
