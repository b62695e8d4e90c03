// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/rate_table.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <querent/apps/reproduce/texts.hpp>

namespace querent::apps {

namespace {

constexpr double kPercent = 0.01;

MeanStd scaled(const MeanStd& summary, double unit) {
  return {.mean = summary.mean * unit, .std = summary.std * unit};
}

const PrintedScore& near(const PrintedRow& row, double rate) {
  return rate < 0.15 ? row.near_10 : row.near_20;
}

// Each learner is tuned to the share of the paper's row, if there is one.
std::vector<GridLearner> aimed(const RateTable& table, const std::vector<double>& rates,
                               const ReproduceOptions& options) {
  std::vector<GridLearner> learners = table.learners;
  std::erase_if(learners, [&](const GridLearner& each) { return !wants_row(options, each.name); });
  for (auto& learner : learners) {
    for (const auto& row : table.printed->rows) {
      if (row.algorithm != learner.name) continue;
      for (const double rate : rates) {
        const double query = near(row, rate).query * kPercent;
        learner.aims.push_back(query > 0 ? query : rate);
      }
    }
  }
  return learners;
}

std::string title_at(const RateTable& table, double rate) {
  return fmt::format("{}, near {:.0f} %", table.title, 100 * rate);
}

// "rank 2 of 7, the paper's 1", among the rows of the table at a rate; the paper's brackets.
std::string rank_of(const RateTable& table, const std::vector<const RateCell*>& cells, double rate,
                    const PrintedRow& row, int num_classes) {
  const auto ours = [&](const std::string& algorithm) {
    const auto cell = std::find_if(cells.begin(), cells.end(),
                                   [&](const RateCell* c) { return c->name == algorithm; });
    return cell == cells.end() ? 0 : measure_of((*cell)->runs, table.measure, num_classes).mean;
  };
  std::size_t rank = 1, printed = 1, rows = 0;
  for (const auto& other : table.printed->rows) {
    const bool there = near(other, rate).query > 0 &&
                       std::any_of(cells.begin(), cells.end(),
                                   [&](const RateCell* c) { return c->name == other.algorithm; });
    if (!there) continue;
    ++rows;
    rank += ours(other.algorithm) > ours(row.algorithm);
    printed += near(other, rate).score.mean > near(row, rate).score.mean;
  }
  return rows < 2 ? "" : fmt::format("; rank {} of {}, the paper's {}", rank, rows, printed);
}

}  // namespace

std::vector<PrintedTable> printed_tables_of(std::string_view text) {
  std::vector<PrintedTable> tables;
  for (TableLine line : built_in_table(text)) {
    const std::string number = line.text(), dataset = line.text();
    if (tables.empty() || tables.back().table != number || tables.back().dataset != dataset)
      tables.push_back({number, dataset, {}});
    const auto score = [&] {
      return PrintedScore{
          .score = line.mean_std(), .query = line.number(), .seconds = line.number()};
    };
    tables.back().rows.push_back(
        {.algorithm = line.text(), .near_10 = score(), .near_20 = score()});
  }
  return tables;
}

void add_rate_rows(Report& report, const RateTable& table, const VectorTask& task,
                   const std::string& preparation, const DatasetView& examples,
                   const RateSetting& setting, const ReproduceOptions& options) {
  const int K = examples.num_classes;
  const auto cells = play_rates(examples, aimed(table, setting.rates, options), setting, options,
                                fmt::format("{} {}", task.dataset, preparation));
  for (const double rate : setting.rates) {
    std::vector<const RateCell*> here;
    for (const auto& cell : cells) {
      if (cell.rate == rate && cell.near) here.push_back(&cell);
    }
    const auto tests = against_the_best(here, table.measure, K);
    for (const auto& cell : cells) {
      const auto printed = std::ranges::find_if(
          table.printed->rows, [&](const PrintedRow& row) { return row.algorithm == cell.name; });
      if (cell.rate != rate || printed == table.printed->rows.end()) continue;
      const PrintedScore& paper = near(*printed, rate);
      if (paper.query == 0) continue;  // no value in the paper
      const auto at = std::find(here.begin(), here.end(), &cell);
      std::string note = cell.parameters;
      if (at != here.end()) {
        const auto& test = tests[static_cast<std::size_t>(at - here.begin())];
        if (!test.empty()) note += "; " + test;
        note += rank_of(table, here, rate, *printed, K);
      }
      report.rows.push_back({.table = title_at(table, rate),
                             .dataset = task.row(),
                             .algorithm = cell.name,
                             .metric = table.measure,
                             .paper = scaled(paper.score, table.unit),
                             .ours = measure_of(cell.runs, table.measure, K),
                             .paper_query_rate = paper.query * kPercent,
                             .ours_query_rate = measure_of(cell.runs, "query_rate", K).mean,
                             .runs = cell.runs.size(),
                             .preprocessing = preparation,
                             .comparable = !task.stand_in && cell.near,
                             .counted = table.counted,
                             .note = std::move(note),
                             .paper_seconds = paper.seconds,
                             .ours_seconds = measure_of(cell.runs, "seconds", K).mean});
    }
  }
}

void skip_rate_rows(Report& report, const RateTable& table, const std::string& why) {
  for (const double rate : {0.1, 0.2}) {
    for (const auto& row : table.printed->rows) {
      if (near(row, rate).query == 0) continue;  // no value in the paper
      report.skipped.push_back({title_at(table, rate), table.printed->dataset, row.algorithm,
                                scaled(near(row, rate).score, table.unit), why, table.measure});
    }
  }
}

}  // namespace querent::apps
