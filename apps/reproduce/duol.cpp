// SPDX-License-Identifier: Apache-2.0
// Tables 2 and 4, Figures 3 and 4.
#include <querent/apps/reproduce/duol_setting.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/ranges.h>

#include <querent/apps/output/figure/figure.hpp>
#include <querent/apps/reproduce/report.hpp>

namespace querent::apps::duol {

namespace {

bool keeps_its_mistakes(const std::string& learner) {
  return std::any_of(known_learners().begin(), known_learners().end(), [&](const auto& known) {
    return known.name == learner && known.keeps_its_mistakes;
  });
}

void add_rows(Report& report, const PaperTable& table, const PaperDataset& dataset,
              const std::vector<std::vector<Pass>>& passes, std::uint64_t runs) {
  for (std::size_t c = 0; c < dataset.cells.size(); ++c) {
    const PaperCell& cell = dataset.cells[c];
    ReproducedRow row{
        .table = "Table " + table.number,
        .dataset = dataset.name,
        .algorithm = cell.learner,
        .metric = "error_rate",
        .paper = {cell.mistakes.mean / 100, cell.mistakes.std / 100},
        .ours = error_rate_of(passes[c]),
        .paper_query_rate = 1,
        .ours_query_rate = 1,
        .runs = runs,
        .preprocessing = dataset.preprocessing,
        .paper_seconds = cell.seconds,
        .ours_seconds = mean_std_of(passes[c], [](const Pass& pass) { return pass.seconds; }).mean};
    report.rows.push_back(row);
    row.metric = "support_vectors";
    row.paper = cell.support_vectors;
    row.ours = mean_std_of(
        passes[c], [](const Pass& pass) { return static_cast<double>(pass.support_vectors); });
    row.counted = !keeps_its_mistakes(cell.learner);
    report.rows.push_back(row);
  }
}

void skip(Report& report, const PaperTable& table, const PaperDataset& dataset,
          const std::string& reason) {
  for (const auto& cell : dataset.cells) {
    const MeanStd mistakes{cell.mistakes.mean / 100, cell.mistakes.std / 100};
    const std::string number = "Table " + table.number;
    report.skipped.push_back({number, dataset.name, cell.learner, mistakes, reason, "error_rate"});
    report.skipped.push_back(
        {number, dataset.name, cell.learner, cell.support_vectors, reason, "support_vectors"});
  }
}

/// "sonar first", "german tied behind DUOL-appr (which is first in the paper)", …
std::string place_of(const PaperTable& table, const PaperDataset& dataset, const Report& report) {
  std::vector<const ReproducedRow*> rows;
  for (const auto& row : report.rows) {
    if (row.table == "Table " + table.number && row.dataset == dataset.name &&
        row.metric == "error_rate")
      rows.push_back(&row);
  }
  if (rows.empty()) return "";
  const auto fewer = [](MeanStd ReproducedRow::*of) {
    return [of](const ReproducedRow* a, const ReproducedRow* b) {
      return (a->*of).mean < (b->*of).mean;
    };
  };
  const auto* first = *std::min_element(rows.begin(), rows.end(), fewer(&ReproducedRow::ours));
  const auto* papers = *std::min_element(rows.begin(), rows.end(), fewer(&ReproducedRow::paper));
  const auto at = std::ranges::find_if(
      rows, [&](const ReproducedRow* row) { return row->algorithm == table.own; });
  if (at == rows.end()) return "";
  const auto* own = *at;
  if (first == own) return dataset.name + " first";
  const bool tied =
      own->ours.mean - first->ours.mean <= 2 * std::max(own->ours.std, first->ours.std);
  return fmt::format("{} {} behind {} ({} is first in the paper)", dataset.name,
                     tied ? "tied" : "second", first->algorithm, papers->algorithm);
}

void run_dataset(Report& report, const PaperTable& table, const PaperDataset& dataset,
                 const VectorData& data, const ReproduceOptions& options) {
  std::vector<Contender> contenders;
  for (const auto& cell : dataset.cells) contenders.push_back({cell.learner, table.C, 0});
  const auto passes = play(dataset, data, contenders, options);
  add_rows(report, table, dataset, passes, options.runs);
  options.console->note(gram_remark(dataset, data, options));
}

}  // namespace

std::vector<PartSet> sets(bool figure, const std::string& number) {
  std::vector<PartSet> sets;
  for (const auto& dataset : paper_table(figure ? "2" : number).datasets)
    sets.push_back({dataset.name, {dataset.own}});
  return sets;
}

// Tables 2 and 4: mistakes and support vectors of every learner on every available data set.
Report report(const std::string& number, const ReproduceOptions& options) {
  Report report{.paper = "duol", .percent = true};
  const PaperTable& table = paper_table(number);
  PaperDataset dataset = table.dataset(options.dataset);
  try {
    const VectorData data = read_rows(dataset, options);
    std::erase_if(dataset.cells,
                  [&](const PaperCell& cell) { return !wants_row(options, cell.learner); });
    run_dataset(report, table, dataset, data, options);
  } catch (const MissingData& missing) {
    skip(report, table, dataset, missing.what());
  }
  return report;
}

std::vector<std::string> remarks(const Report& report, const ReproduceOptions& options) {
  std::vector<std::string> remarks = paragraphs_of("duol", "remarks");
  for (const auto& table : paper_tables()) {
    std::vector<std::string> places;
    for (const auto& dataset : table.datasets) {
      const std::string place = place_of(table, dataset, report);
      if (!place.empty()) places.push_back(place);
    }
    if (places.empty()) continue;
    remarks.push_back(fmt::format("Fewest mistakes, {}: {}.", table.own, fmt::join(places, "; ")));
    remarks.push_back(
        fmt::format("Table {}: σ = 8, C = {}, ρ = 0, {} orders, seed {}, every label asked; ALMA "
                    "with α = 0.9, B = 1/α, C = √2.",
                    table.number, table.C, options.runs, options.seed));
  }
  return remarks;
}

namespace {

constexpr std::array kC{1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0};
constexpr std::array kRho{0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0};

std::vector<KnownLearner> figure_three() {
  std::vector<KnownLearner> drawn = known_learners();
  std::erase_if(drawn, [](const KnownLearner& learner) { return !learner.drawn; });
  return drawn;
}

std::string line_of(const PaperDataset& dataset, const std::string& name, double x,
                    const MeanStd& y) {
  return fmt::format("{},{},{},{},{}\n", dataset.name, name, x, y.mean, y.std);
}

Panel sweep_C(const PaperDataset& dataset, const VectorData& data, const ReproduceOptions& options,
              std::string& csv) {
  std::vector<Contender> contenders;
  for (const auto& drawn : figure_three()) {
    for (const double C : kC) {
      if (drawn.has_C || C == kC.front()) contenders.push_back({drawn.name, C, 0});
    }
  }
  const auto passes = play(dataset, data, contenders, options);
  Panel panel{.x_label = "log2 C", .y_label = "error rate", .points = true};
  std::size_t c = 0;
  for (const auto& drawn : figure_three()) {
    Series series{.name = drawn.name};
    for (const double C : kC) {
      const MeanStd error = error_rate_of(passes[c]);
      series.add(std::log2(C), error);
      csv += line_of(dataset, drawn.name, C, error);
      if (drawn.has_C) ++c;
    }
    if (!drawn.has_C) ++c;
    panel.series.push_back(std::move(series));
  }
  return panel;
}

Panel sweep_rho(const PaperDataset& dataset, const VectorData& data,
                const ReproduceOptions& options, std::string& csv) {
  struct Count {
    std::string name;
    std::size_t DoubleUpdateCounts::*value;
  };
  const std::array counts{Count{"mistakes", &DoubleUpdateCounts::mistakes},
                          Count{"weak", &DoubleUpdateCounts::weak},
                          Count{"strong", &DoubleUpdateCounts::strong}};
  std::vector<Contender> contenders;
  for (const double rho : kRho) contenders.push_back({"DUOL", 5, rho});
  const auto passes = play(dataset, data, contenders, options);
  Panel panel{.x_label = "ρ", .y_label = "rounds", .whole_x = false, .points = true};
  panel.y_min = 0;
  for (const auto& count : counts) {
    Series series{.name = count.name};
    for (std::size_t k = 0; k < kRho.size(); ++k) {
      const MeanStd rounds = mean_std_of(passes[k], [&](const Pass& pass) {
        return static_cast<double>(pass.counts.*count.value);
      });
      series.add(kRho[k], rounds);
      csv += line_of(dataset, count.name, kRho[k], rounds);
    }
    panel.series.push_back(std::move(series));
  }
  return panel;
}

}  // namespace

std::string header(const std::string& name) {
  return name == "3" ? "dataset,algorithm,C,error_rate_mean,error_rate_std\n"
                     : "dataset,count,rho,rounds_mean,rounds_std\n";
}

// 3: mistakes against C: DUOL with the worst and with a random auxiliary example, and the others;
// 4: mistakes, and those with a strong and with a weak double update, against ρ.
std::string figure(const std::string& name, const ReproduceOptions& options) {
  const PaperDataset& dataset = paper_table("2").dataset(options.dataset);
  const VectorData data = read_rows(dataset, options);
  std::string csv;
  const Panel panel = (name == "3" ? sweep_C : sweep_rho)(dataset, data, options, csv);
  stage_figure(options, fmt::format("figure{}-{}", name, dataset.name),
               {.title = dataset.name, .panels = {panel}});
  return csv;
}

PaperMaker maker() {
  return {"duol", sets, report, remarks, header, figure, true};
}

}  // namespace querent::apps::duol
