// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/msg_setting.hpp>

#include <algorithm>
#include <tuple>

#include <querent/apps/reproduce/texts.hpp>
#include <querent/apps/source/embedded_graph.hpp>
#include <querent/apps/terminal/progress.hpp>

namespace querent::apps::msg {

namespace {
constexpr double kAimedWithin = 0.005;  // relative to the paper's number of labels
}

const std::vector<Setting>& settings() {
  static const std::vector<Setting> all{
      {"paper", LaplacianKind::kCombinatorial, "margin", NullVector::kKeep,
       "as printed (combinatorial, margin, null vector, γ = 1)"},
      {"fitted", LaplacianKind::kCombinatorial, "margin", NullVector::kKeep,
       "fitted (γ = 0.02, labels aimed at)", kFittedGamma, kFittedAlpha, true},
      {"paper without null vector", LaplacianKind::kCombinatorial, "margin", NullVector::kDrop,
       "combinatorial, margin"},
      {"paper, one-hot", LaplacianKind::kCombinatorial, "one-hot", NullVector::kDrop,
       "combinatorial, one-hot"},
      {"default", LaplacianKind::kNormalized, "one-hot", NullVector::kDrop,
       "default (normalized, one-hot)"}};
  return all;
}

const std::vector<Algorithm>& algorithms() {
  static const auto all = each_line("msg-algorithms.tsv", [](TableLine& line) {
    return Algorithm{line.text(), line.text(), line.axis(), line.yes(),
                     line.yes(),  line.yes(),  line.text()};
  });
  return all;
}

const std::vector<PaperDataset>& table_one() {
  static const std::vector<PaperDataset> table = [] {
    auto read = each_line("msg-sets.tsv", [](TableLine& line) {
      return PaperDataset{line.text(), line.number(), {}, line.text(), line.list(), line.text()};
    });
    for (TableLine line : built_in_table("msg-tables.tsv")) {
      const std::string dataset = line.text();
      for (auto& set : read)
        if (set.name == dataset)
          set.cells.push_back(
              {line.text(), line.number(), line.number(), line.number(), line.number()});
    }
    return read;
  }();
  return table;
}

std::vector<NamedConfig> grid_of(const Algorithm& algorithm, const Setting& setting) {
  Params given;
  const auto learner = learner_config(algorithm.learner, "", {});
  if (learner.learner_params.contains("gamma")) given["gamma"] = setting.gamma;
  if (learner.query_params.contains("alpha")) given["alpha"] = setting.alpha;
  if (algorithm.tuned.values.empty())
    return {{algorithm.row, learner_config(algorithm.learner, "", given)}};
  std::vector<NamedConfig> configs;
  for (const double value : algorithm.tuned.values) {
    given[algorithm.tuned.key] = value;
    configs.push_back({algorithm.row, learner_config(algorithm.learner, "", given)});
  }
  return configs;
}

const PaperCell& cell_of(const PaperDataset& dataset, const std::string& row) {
  const std::string algorithm = row.substr(0, row.find(' '));
  for (const auto& cell : dataset.cells) {
    if (cell.algorithm == algorithm) return cell;
  }
  throw std::logic_error("Table I has no row " + row);
}

NamedConfig tuned(const Algorithm& algorithm, const PaperDataset& paper,
                  const DatasetView& examples, const Setting& setting, const Options& options) {
  const auto grid = grid_of(algorithm, setting);
  if (grid.size() == 1) return grid.front();
  if (setting.fitted) {
    const double share = cell_of(paper, algorithm.row).queries / paper.nodes;
    return {algorithm.row, tune_rate(examples, grid.front().config, share,
                                     {.seed = options.seed,
                                      .tolerance = kAimedWithin,
                                      .encoding = setting.encoding,
                                      .threads = options.threads})
                               .config};
  }
  const ExperimentOptions held_out{.seed = options.seed,
                                   .runs = 1,
                                   .order_stream = Stream::kHeldOut,
                                   .encoding = setting.encoding,
                                   .threads = options.threads};
  const auto tried = run_experiment(examples, grid, held_out).results;
  const auto best = std::min_element(tried.begin(), tried.end(), [](const auto& a, const auto& b) {
    const Tally &s = a.runs.front().tally, &t = b.runs.front().tally;
    return std::tie(s.mistakes, s.queries) < std::tie(t.mistakes, t.queries);
  });
  return {best->name, best->config};
}

ExperimentResult play(const std::vector<NamedConfig>& configs, const DatasetView& examples,
                      const Setting& setting, const Options& options, bool curves,
                      const std::string& what) {
  const ExperimentOptions how{.seed = options.seed,
                              .runs = options.runs,
                              .encoding = setting.encoding,
                              .threads = options.threads,
                              .keep_curves = curves};
  Progress progress(*options.console, what,
                    static_cast<double>(examples.stream.size() * options.runs * configs.size()),
                    "rounds");
  return run_experiment(examples, configs, how, &progress);
}

Ending ending_of(const ConfigResult& result) {
  const auto mean = [&](auto value) {
    return mean_std_of(result.runs, [&](const RunResult& run) { return value(run.tally); });
  };
  return {.error = mean([](const Tally& tally) { return tally.error_rate(); }),
          .queries = mean([](const Tally& tally) { return static_cast<double>(tally.queries); }),
          .rate = mean([](const Tally& tally) { return tally.query_rate(); })};
}

std::vector<Candidate> candidates_of(const PaperDataset& dataset) {
  std::vector<Candidate> candidates;
  if (!dataset.own.empty()) candidates.push_back({&dataset, dataset.own, false});
  for (const auto& name : dataset.stand_ins) candidates.push_back({&dataset, name, true});
  return candidates;
}

const PaperDataset& dataset_of(const Options& options) {
  return *std::ranges::find(table_one(), options.dataset, &PaperDataset::name);
}

LoadedGraph load(const Candidate& candidate, const Options& options) {
  try {
    SourceOptions source;
    source.source = candidate.name;
    return load_graph(source, *options.console);
  } catch (const IoError& error) {
    throw MissingData(error.what());
  }
}

std::unique_ptr<Embedded> embed_in(const LoadedGraph& graph, const Setting& setting, int dim,
                                   const Options& options) {
  EmbedOptions how;
  how.embedding.dim = dim;
  how.embedding.laplacian = setting.laplacian;
  how.embedding.threads = options.threads;
  how.null_vector = setting.null_vector;
  how.no_cache = options.no_cache;
  auto embedded = std::make_unique<Embedded>();
  embedded->embedding = embed_graph(graph.data.graph, how, *options.console);
  embedded->examples = dataset_view_of(graph.data, embedded->embedding);
  return embedded;
}

}  // namespace querent::apps::msg
