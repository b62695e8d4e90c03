// SPDX-License-Identifier: Apache-2.0
// Infers the setting behind Table I from its numbers: the figures gamma and v1.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <querent/apps/reproduce/msg_setting.hpp>

namespace querent::apps::msg {

namespace {

constexpr std::array kGammas{1.0, 0.3, 0.1, 0.05, 0.03, 0.02, 0.01, 0.005, 0.002};
constexpr std::array kConstants{1e3, 1e5, 2e5, 3e5, 4e5, 5e5, 1e6, 1e7};
// The relative deviation of the entries of a computed v₁ from 1/√n.
constexpr double kRounding = 1e-14;

double z_of(const PaperCell& paper, const MeanStd& ours, std::uint64_t runs) {
  const ReproducedRow row{.metric = "error_rate",
                          .paper = {paper.error, std::sqrt(paper.error_variance)},
                          .ours = ours,
                          .runs = runs};
  return row.z().value_or(0);
}

}  // namespace

std::string gamma_profile(const Candidate& candidate, const LoadedGraph& graph,
                          const Options& options, Panel& panel) {
  Setting setting = *std::find_if(settings().begin(), settings().end(),
                                  [](const Setting& known) { return known.fitted; });
  const auto embedded = embed_in(graph, setting, kDim, options);
  panel = {.x_label = "γ", .y_label = "z of the error rate", .whole_x = false};
  panel.points = panel.log_x = true;
  for (const auto& algorithm : algorithms()) {
    if (algorithm.fits_gamma) panel.series.push_back({.name = algorithm.row});
  }
  panel.series.push_back({.name = "root mean square"});
  std::string csv;
  for (const double gamma : kGammas) {
    setting.gamma = gamma;
    std::vector<NamedConfig> configs;
    for (const auto& algorithm : algorithms()) {
      if (algorithm.fits_gamma)
        configs.push_back(tuned(algorithm, *candidate.paper, embedded->examples, setting, options));
    }
    const auto results = play(configs, embedded->examples, setting, options, false,
                              fmt::format("{}, γ={}", candidate.name, gamma))
                             .results;
    double squares = 0;
    for (std::size_t k = 0; k < results.size(); ++k) {
      const MeanStd error = ending_of(results[k]).error;
      const double z = z_of(cell_of(*candidate.paper, results[k].name), error, options.runs);
      squares += z * z / static_cast<double>(results.size());
      panel.series[k].add(gamma, {z, 0});
      csv += fmt::format("{},{},{},{},0,{},{}\n", candidate.name, results[k].name, gamma, z,
                         error.mean, error.std);
    }
    panel.series.back().add(gamma, {std::sqrt(squares), 0});
    csv += fmt::format("{},{},{},{},0,,\n", candidate.name, panel.series.back().name, gamma,
                       std::sqrt(squares));
  }
  return csv;
}

std::string rounded_null_vector(const Candidate& candidate, const LoadedGraph& graph,
                                const Options& options, Panel& panel) {
  const Setting& setting = settings().front();
  const auto embedded = embed_in(graph, setting, kDim, options);
  auto& rows = embedded->embedding.rows;
  const double root_n = std::sqrt(static_cast<double>(rows.rows()));
  Rng rng = make_rng(options.seed, 0, Stream::kLearner);
  std::vector<double> noise;  // of the entries of v₁, relative to 1/√n
  for (Eigen::Index i = 0; i < rows.rows(); ++i)
    noise.push_back(kRounding * root_n * (2 * uniform01(rng) - 1));
  panel = {.x_label = "size of the constant", .y_label = "error rate of GPA"};
  panel.points = panel.log_x = true;
  panel.series = {{.name = "constant"}, {.name = "rounded"}};
  std::string csv;
  for (const double c : kConstants) {
    for (auto& series : panel.series) {
      for (Eigen::Index i = 0; i < rows.rows(); ++i)
        rows(i, 0) = c * (series.name == "constant" ? 1 : 1 + noise[static_cast<std::size_t>(i)]);
      const MeanStd error =
          ending_of(play({{"GPA", learner_config("GPA", "", {})}}, embedded->examples, setting,
                         options, false, fmt::format("{}, constant of {}", candidate.name, c))
                        .results.front())
              .error;
      series.add(c, error);
      csv += fmt::format("{},{},{},{},{}\n", candidate.name, series.name, c, error.mean, error.std);
    }
  }
  return csv;
}

}  // namespace querent::apps::msg
