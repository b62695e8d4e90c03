// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/model/trained_model.hpp>

#include <fmt/ranges.h>

#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/text/printable.hpp>
#include <querent/learners/models/model.hpp>

namespace querent::apps {

namespace {

// A state of dimension d needs at least 4 d² bytes (d (d + 1)/2 numbers of 8 bytes).
bool affordable(std::uint64_t d, std::uint64_t bytes) {
  return d == 0 || d <= bytes / 4 / d;
}

// A parameter that is missing in an older model has its default, which is the behaviour of that
// version.
void check(const std::string& name, const std::vector<ParamSpec>& specs, const Params& params) {
  for (const ParamSpec& spec : specs) {
    const auto given = params.find(spec.key);
    if (given != params.end() && !spec.allows(given->second)) {
      throw ModelError(fmt::format("{}: expected a {} that is {}, found {}", name, spec.key,
                                   spec.allowed(), given->second));
    }
  }
}

std::string params_text(const Params& params) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : params) parts.push_back(fmt::format("{}={}", key, value));
  return parts.empty() ? "" : fmt::format(" ({})", fmt::join(parts, ", "));
}

std::optional<std::size_t> support_vectors(const TrainedModel& model) {
  return model.probabilities() ? std::nullopt : model.learner.support_vectors();
}

}  // namespace

void TrainedModel::make(std::size_t bytes) {
  try {
    const LearnerSpec& of_learner = find_learner(learner_name);
    const QuerySpec& of_query = find_query_rule(query_name);
    check(learner_name, of_learner.params, learner_params);
    check(query_name, of_query.params, query_params);
    bool fits = probabilities() || !of_learner.full_matrix || affordable(dim, bytes);
    for (const RowView& view : views)
      fits = fits && view.count <= dim && view.first <= dim && affordable(view.count, bytes);
    if (!fits || classes.size() < 2 || classes.size() > (std::size_t{1} << 20))
      throw ModelError("expected shapes that match the learner's state");
    // a growing learner starts small, since its arrays are read with the state
    const Task task{.dim = of_learner.full_matrix ? dim : 0,
                    .num_classes = static_cast<int>(classes.size()),
                    .encoding = encoding,
                    .views = views,
                    .rounds = rounds};
    if (!probabilities()) learner = LearnerValue(of_learner.make(task, learner_params));
    rule = QueryValue(of_query.make(task, query_params));
  } catch (const std::invalid_argument& error) {
    throw ModelError(error.what());
  } catch (const LimitError& error) {
    throw ModelError(error.what());
  }
}

TrainedModel TrainedModel::read(const ModelFile& file) {
  TrainedModel model;
  model.bytes_ = file.size();
  if (!file.model().find("query_state")) {
    throw ModelError(
        file.name() +
        ": expected a model written by `querent train`, found one written by another program");
  }
  const auto graph = file.model().find("graph");
  const auto spread = graph && graph->is_map() ? graph->find("over_graph") : std::nullopt;
  if (spread && !spread->is_null())
    throw ModelError(file.name() +
                     ": expected the class probabilities of the nodes, found the scores of an "
                     "older `auto` — train it again");
  return restored(file, std::move(model));
}

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
  if (const auto sv = support_vectors(model)) json["support_vectors"] = *sv;
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
                    {"probabilities", model.probabilities() != nullptr},
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
    const std::string nodes = counted(model.graph->ids.size(), "node");
    text += model.probabilities()
                ? fmt::format("class probabilities of {}\n", nodes)
                : fmt::format("rows: of {}, {} of the {} Laplacian\n", nodes,
                              counted(static_cast<std::uint64_t>(model.graph->nodes.rows.cols()),
                                      "eigenpair"),
                              to_string(model.graph->nodes.laplacian));
  }
  std::vector<std::string> classes;
  for (const auto& name : model.classes) classes.push_back(printable(name));
  text += fmt::format("classes: {}\n", fmt::join(classes, ", "));
  if (const auto sv = support_vectors(model)) text += counted(*sv, "support vector") + "\n";
  text += fmt::format(
      "trained on {}: {}, {}, seed {}, {} order\n", model.source, counted(model.rounds, "round"),
      counted(model.queries, "label asked", "labels asked"), model.seed, model.order);
  return text;
}

}  // namespace querent::apps
