// SPDX-License-Identifier: Apache-2.0
// querent train SOURCE --learner NAME --model FILE: plays one run and saves its learner.
#include <querent/apps/commands/run.hpp>

#include <memory>

#include <fmt/ranges.h>

#include <querent/apps/commands/command.hpp>
#include <querent/apps/options/declare.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/write_whole.hpp>
#include <querent/learners/models/model.hpp>

namespace querent::apps {

namespace {

VectorRows vector_rows(const RunOptions& options, const LoadedVectors& vectors) {
  const VectorData& data = vectors.data;
  VectorRows rows{.format = data.report.format,
                  .features = data.features,
                  .feature_names = data.feature_names,
                  .index_base = data.report.index_base,
                  .dense = vectors.dense,
                  .filter = options.source.vectors.filter,
                  .transform = vectors.transform};
  if (!vectors.means.empty()) rows.means = vectors.means;
  if (rows.transform.params().tells_features()) {
    rows.features = data.report.features;
    rows.index_base = data.report.index_base;
    return rows;
  }
  if (!rows.transform.params().bias) return rows;
  --rows.features;
  if (!rows.feature_names.empty()) rows.feature_names.erase(rows.feature_names.begin());
  return rows;
}

GraphRows graph_rows(const RunOptions& options, const Prepared& prepared) {
  const GraphData& data = prepared.graph.data;
  GraphRows rows{
      .nodes = {.laplacian = options.embedding.embedding.laplacian,
                .eigenvalues = prepared.embedding.eigenvalues,
                .rows = prepared.embedding.rows,
                .degree = Eigen::VectorXd(static_cast<Eigen::Index>(data.labels.size()))}};
  for (Node i = 0; i < data.labels.size(); ++i) {
    rows.ids.emplace_back(data.names[i]);
    rows.nodes.degree[i] = data.graph.degree(i);
  }
  if (prepared.words.size() > 0)
    rows.words = prepared.words.rightCols(prepared.words.cols() - prepared.embedding.rows.cols());
  return rows;
}

int train(const RunOptions& options, const CLI::App& app, Console& console) {
  console.quiet = options.output.quiet;
  if (options.model.empty()) throw UsageError("train writes a model — add --model FILE");
  if (options.learner.learners.size() > 1)
    throw UsageError("a model holds one learner — give one --learner");
  if (options.source.knn > 0) {
    throw UsageError(
        "--knn has no meaning for train, since a model does not store neighbours — train on the "
        "rows themselves");
  }
  return options.stream ? run_streamed(options, app, console)
                        : run_in_memory(options, app, console);
}

}  // namespace

TrainedModel made_model(ConfigResult& result, const ExperimentOptions& how) {
  const Tally& tally = result.runs.front().tally;
  TrainedModel model;
  model.learner_name = result.config.learner->name;
  model.query_name = result.config.query->name;
  model.learner_params = result.config.learner_params;
  model.query_params = result.config.query_params;
  model.encoding = how.encoding;
  model.rounds = tally.rounds;
  model.seed = how.seed;
  model.order = how.order == RowOrder::kRandom ? "random" : "file";
  model.queries = tally.queries;
  model.updates = tally.updates;
  model.learner = std::move(result.learner);
  model.rule = std::move(result.rule);
  model.calibration = std::move(result.calibration);
  return model;
}

TrainedModel trained_model(const RunOptions& options, const Prepared& prepared,
                           const ExperimentOptions& how, ConfigResult&& result) {
  TrainedModel model = made_model(result, how);
  model.dim = prepared.examples.dim;
  model.views = prepared.examples.views;
  model.classes = prepared.classes();
  model.source = prepared.name();
  if (!prepared.is_graph()) {
    model.vectors = vector_rows(options, prepared.vectors);
    return model;
  }
  model.graph = graph_rows(options, prepared);
  if (result.probabilities.size() == 0) return model;
  model.dim = 0;  // the process needs no rows
  model.views.clear();
  model.graph->nodes.eigenvalues.resize(0);
  model.graph->nodes.rows.resize(static_cast<Eigen::Index>(model.graph->ids.size()), 0);
  model.graph->words.resize(0, 0);
  for (std::size_t i = 0; i < prepared.unreached.size(); ++i) {
    if (prepared.unreached[i]) result.probabilities.row(static_cast<Eigen::Index>(i)).setZero();
  }
  model.graph->probabilities = std::move(result.probabilities);
  return model;
}

Json keep_model(const RunOptions& options, TrainedModel model, const Json& data) {
  for (const Json& file : data) model.data_checksums.push_back(file.at("sha256"));
  const std::string bytes = model_bytes(model);
  sweep_leftovers(directory_of(options.model));
  write_whole(options.model, bytes);
  return {{"file", options.model}, {"bytes", bytes.size()}, {"sha256", sha256(bytes)}};
}

int print_run(const RunOptions& options, const Json& result, const std::string& text,
              const std::vector<std::string>& written, const Console& console) {
  if (options.output.json) {
    console.print(dumped(result));
    return kDone;
  }
  console.print(text);
  if (!written.empty())
    console.print(fmt::format("written to {}: {}\n", options.output.out, fmt::join(written, ", ")));
  if (result.contains("model"))
    console.print(fmt::format("model: {}, {} bytes\n", options.model,
                              grouped(result["model"]["bytes"].get<std::uint64_t>())));
  return kDone;
}

Command add_train(CLI::App& program) {
  CLI::App* app = program.add_subcommand(
      "train", "Train a learner in one online pass over SOURCE and save it as a model file");
  auto options = std::make_shared<RunOptions>();
  add_value(*app, "--model", options->model, "FILE", "Model file to write");
  add_run_options(*app, *options, true);
  add_threads_option(*app, options->experiment.threads);
  add_output_options(*app, options->output);
  return {app, [options, app](Console& console) { return train(*options, *app, console); }};
}

}  // namespace querent::apps
