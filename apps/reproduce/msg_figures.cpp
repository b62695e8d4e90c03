// SPDX-License-Identifier: Apache-2.0
// Figures 1 to 3, in the setting as printed; gamma and v1 are in msg_fit.cpp.
#include <algorithm>
#include <array>
#include <sstream>

#include <fmt/format.h>

#include <querent/apps/output/run_output.hpp>
#include <querent/apps/reproduce/msg_setting.hpp>

namespace querent::apps::msg {

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
                   const Options& options, const Console& console, OutputDirectory* directory) {
  const auto embedded = embed_in(graph, setting, kDim, options, console);
  std::vector<NamedConfig> configs;
  for (const auto& algorithm : drawn_algorithms())
    configs.push_back(tuned(algorithm, *candidate.paper, embedded->examples, setting, options));
  const auto experiment =
      play(configs, embedded->examples, setting, options, true, console, candidate.name);
  stage_figure(directory, fmt::format("figure1-{}", candidate.name),
               curve_figure(experiment, candidate.row(), "node"), console);
  std::istringstream lines(curve_csv(experiment));
  std::string csv, line;
  std::getline(lines, line);  // the header
  while (std::getline(lines, line)) csv += fmt::format("{},{}\n", candidate.name, line);
  return csv;
}

std::string ratios(const Candidate& candidate, const LoadedGraph& graph, const Setting& setting,
                   const Options& options, const Console& console, OutputDirectory* directory) {
  const auto embedded = embed_in(graph, setting, kDim, options, console);
  Panel panel{.x_label = "share of labels asked", .y_label = "error rate", .points = true};
  panel.whole_x = false;
  std::string csv;
  for (const auto& algorithm : algorithms()) {
    if (!algorithm.has_grid()) continue;
    const auto experiment =
        play(grid_of(algorithm, setting), embedded->examples, setting, options, false, console,
             fmt::format("{}, {}", candidate.name, algorithm.row));
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
  stage_figure(directory, fmt::format("figure2-{}", candidate.name),
               {.title = candidate.row(), .panels = {panel}}, console);
  return csv;
}

std::string ranks(const Candidate& candidate, const LoadedGraph& graph, const Setting& setting,
                  const Options& options, const Console& console, OutputDirectory* directory) {
  Panel errors{.x_label = "rank d", .y_label = "error rate", .points = true};
  Panel labels{.x_label = "rank d", .y_label = "labels asked", .points = true, .y_min = 0};
  const auto drawn = drawn_algorithms();
  for (const auto& algorithm : drawn) {
    errors.series.push_back({.name = algorithm.row});
    labels.series.push_back(errors.series.back());
  }
  std::string csv;
  for (const int d : kRanks) {
    const auto embedded = embed_in(graph, setting, d, options, console);
    std::vector<NamedConfig> configs;
    for (const auto& algorithm : drawn)
      configs.push_back(tuned(algorithm, *candidate.paper, embedded->examples, setting, options));
    const auto experiment = play(configs, embedded->examples, setting, options, false, console,
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
  stage_figure(directory, fmt::format("figure3-{}", candidate.name),
               {.title = candidate.row(), .panels = {errors, labels}}, console);
  return csv;
}

// One panel per graph.
std::string drawn_panel(const std::string& name, auto&& points, const Candidate& candidate,
                        const LoadedGraph& graph, const Options& options, const Console& console,
                        OutputDirectory* directory) {
  Panel panel;
  std::string csv = points(candidate, graph, options, console, panel);
  stage_figure(directory, fmt::format("figure{}-{}", name, candidate.name),
               {.title = candidate.row(), .panels = {std::move(panel)}}, console);
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

std::string figure(const std::string& name, const Options& options, const Console& console,
                   OutputDirectory* directory) {
  const Setting& setting = settings().front();
  std::string csv;
  for (const auto& candidate : candidates_of(dataset_of(options))) {
    try {
      const LoadedGraph graph = load(candidate, console);
      if (name == "3" && graph.data.graph.num_nodes() > kMaxNodesOfRanks) {
        console.note(fmt::format(
            "{} skipped: a rank of 1,000 is computed on graphs of at most {} nodes only",
            candidate.row(), grouped(kMaxNodesOfRanks)));
        break;
      }
      if (name == "gamma" || name == "v1") {
        if (candidate.stand_in) continue;  // the paper's numbers do not apply
        csv += drawn_panel(name, name == "v1" ? rounded_null_vector : gamma_profile, candidate,
                           graph, options, console, directory);
        break;
      }
      const auto draw_one = name == "1" ? curves : name == "2" ? ratios : ranks;
      csv += draw_one(candidate, graph, setting, options, console, directory);
      if (!candidate.stand_in) break;
    } catch (const MissingData& missing) {
      console.note(fmt::format("{} skipped: {}", candidate.row(), missing.what()));
    }
  }
  return csv;
}

}  // namespace querent::apps::msg
