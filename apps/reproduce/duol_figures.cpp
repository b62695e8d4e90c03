// SPDX-License-Identifier: Apache-2.0
// Figures 3 and 4.
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <querent/apps/output/figure/figure.hpp>
#include <querent/apps/reproduce/duol_setting.hpp>

namespace querent::apps::duol {

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

Panel sweep_C(const PaperDataset& dataset, const VectorData& data, const PassOptions& how,
              const Console& console, std::string& csv) {
  std::vector<Contender> contenders;
  for (const auto& drawn : figure_three()) {
    for (const double C : kC) {
      if (drawn.has_C || C == kC.front()) contenders.push_back({drawn.name, C, 0});
    }
  }
  const auto passes = play_with_progress(dataset, data, contenders, how, console);
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

Panel sweep_rho(const PaperDataset& dataset, const VectorData& data, const PassOptions& how,
                const Console& console, std::string& csv) {
  struct Count {
    std::string name;
    std::size_t DoubleUpdateCounts::*value;
  };
  const std::array counts{Count{"mistakes", &DoubleUpdateCounts::mistakes},
                          Count{"weak", &DoubleUpdateCounts::weak},
                          Count{"strong", &DoubleUpdateCounts::strong}};
  std::vector<Contender> contenders;
  for (const double rho : kRho) contenders.push_back({"DUOL", 5, rho});
  const auto passes = play_with_progress(dataset, data, contenders, how, console);
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

std::string figure(const std::string& name, const ReproduceOptions& options, const Console& console,
                   OutputDirectory* directory) {
  const PaperDataset& dataset = paper_table("2").dataset(options.dataset);
  const VectorData data = read_rows(dataset, options.threads, console);
  std::string csv;
  const Panel panel =
      (name == "3" ? sweep_C : sweep_rho)(dataset, data, pass_options(options), console, csv);
  stage_figure(directory, fmt::format("figure{}-{}", name, dataset.name),
               {.title = dataset.name, .panels = {panel}}, console);
  return csv;
}

}  // namespace querent::apps::duol
