// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/model/describe.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <querent/apps/terminal/console.hpp>
#include <querent/datasets/printable.hpp>

namespace querent::apps {

namespace {

std::string params_text(const Params& params) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : params) parts.push_back(fmt::format("{}={}", key, value));
  return parts.empty() ? "" : fmt::format(" ({})", fmt::join(parts, ", "));
}

}  // namespace

Json model_json(const ModelFile& file, const TrainedModel& model) {
  Json json{{"querent", QUERENT_VERSION},
            {"command", "inspect"},
            {"model",
             {{"file", file.name()},
              {"bytes", file.size()},
              {"format", file.version()},
              {"program", file.program()},
              {"sha256", file.checksum()}}},
            {"learner", {{"name", model.learner_name}, {"params", model.learner_params}}},
            {"query", {{"name", model.query_name}, {"params", model.query_params}}},
            {"classes", model.classes}};
  if (const auto sv = model.learner.support_vectors()) json["support_vectors"] = *sv;
  if (model.vectors) {
    const VectorRows& rows = *model.vectors;
    json["rows"] = {{"kind", "vectors"},
                    {"format", rows.format},
                    {"features", rows.features},
                    {"scale", rows.transform.params().scale_names()},
                    {"bias", rows.transform.params().bias}};
    if (const auto& fourier = rows.transform.params().fourier; fourier.features > 0)
      json["rows"]["fourier"] = {
          {"features", fourier.features}, {"sigma", fourier.sigma}, {"seed", fourier.seed}};
  } else {
    const NodeRows& nodes = model.graph->nodes;
    json["rows"] = {{"kind", "graph"},
                    {"nodes", model.graph->ids.size()},
                    {"dim", nodes.rows.cols()},
                    {"laplacian", to_string(nodes.laplacian)},
                    {"word_columns", model.graph->words.cols()}};
  }
  json["trained"] = {{"source", model.source},  {"data_sha256", model.data_checksums},
                     {"seed", model.seed},      {"order", model.order},
                     {"rounds", model.rounds},  {"queries", model.queries},
                     {"updates", model.updates}};
  return json;
}

std::string model_text(const ModelFile& file, const TrainedModel& model) {
  std::string text =
      fmt::format("{}: model of {}, format {}, written by {}, {} bytes\n", file.name(),
                  model.learner_name, file.version(), file.program(), grouped(file.size()));
  text += fmt::format("learner: {}{}\n", model.learner_name, params_text(model.learner_params));
  text += fmt::format("query rule: {}{}\n", model.query_name, params_text(model.query_params));
  if (model.vectors) {
    const TransformParams& transform = model.vectors->transform.params();
    const std::string fourier =
        transform.fourier.features > 0
            ? fmt::format(", {} random Fourier features (sigma {})", transform.fourier.features,
                          transform.fourier.sigma)
            : "";
    text += fmt::format("rows: {}, scale {}{}{}\n", counted(model.vectors->features, "feature"),
                        transform.scale_names(), fourier, transform.bias ? ", bias" : "");
  } else {
    text += fmt::format(
        "rows: of {}, {} of the {} Laplacian\n", counted(model.graph->ids.size(), "node"),
        counted(static_cast<std::uint64_t>(model.graph->nodes.rows.cols()), "eigenpair"),
        to_string(model.graph->nodes.laplacian));
  }
  std::vector<std::string> classes;
  for (const auto& name : model.classes) classes.push_back(printable(name));
  text += fmt::format("classes: {}\n", fmt::join(classes, ", "));
  if (const auto sv = model.learner.support_vectors())
    text += counted(*sv, "support vector") + "\n";
  text += fmt::format(
      "trained on {}: {}, {}, seed {}, {} order\n", model.source, counted(model.rounds, "round"),
      counted(model.queries, "label asked", "labels asked"), model.seed, model.order);
  return text;
}

}  // namespace querent::apps
