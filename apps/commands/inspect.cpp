// SPDX-License-Identifier: Apache-2.0
// querent inspect SOURCE: describes a source as it was read, or a model.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>

#include <fmt/format.h>

#include <querent/apps/commands/command.hpp>
#include <querent/apps/model/trained_model.hpp>
#include <querent/apps/output/results_json.hpp>
#include <querent/apps/output/table.hpp>
#include <querent/apps/source/prepared.hpp>
#include <querent/apps/source/source.hpp>
#include <querent/apps/terminal/usage_error.hpp>

namespace querent::apps {

namespace {

struct InspectOptions {
  SourceOptions source;
  bool json = false, quiet = false;
};

/// The labels of all items: one per item, or a set if the source has sets.
struct Labels {
  std::span<const int> labels;
  std::span<const std::vector<int>> sets;
};

// An item counts once for each of its labels.
std::vector<std::uint64_t> class_sizes(const Labels& of, std::size_t classes) {
  std::vector<std::uint64_t> sizes(classes, 0);
  for (std::size_t i = 0; i < of.labels.size(); ++i) {
    if (!of.sets.empty()) {
      for (const int label : of.sets[i]) ++sizes[static_cast<std::size_t>(label)];
    } else if (of.labels[i] >= 0) {
      ++sizes[static_cast<std::size_t>(of.labels[i])];
    }
  }
  return sizes;
}

// `items` is "nodes" or "rows".
Json classes_json(const Labels& labels, const std::vector<std::string>& classes,
                  const std::string& items) {
  Json json = Json::array();
  const auto sizes = class_sizes(labels, classes.size());
  for (std::size_t k = 0; k < sizes.size(); ++k)
    json.push_back({{"name", classes[k]}, {items, sizes[k]}});
  return json;
}

std::string classes_text(const Labels& labels, const std::vector<std::string>& classes,
                         const std::string& items) {
  if (classes.empty()) return "no labels\n";
  Table table({"class", items, "share"});
  const auto sizes = class_sizes(labels, classes.size());
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    table.add({classes[k], grouped(sizes[k]),
               fmt::format("{:.1f} %", 100 * static_cast<double>(sizes[k]) /
                                           static_cast<double>(labels.labels.size()))});
  }
  return "\n" + table.shown();
}

struct Degrees {
  std::uint64_t min = 0, median = 0, max = 0;
  double mean = 0;
};

Degrees degrees_of(const Graph& graph) {
  const auto offsets = graph.offsets();
  std::vector<std::uint64_t> degrees;
  for (std::size_t i = 1; i < offsets.size(); ++i) degrees.push_back(offsets[i] - offsets[i - 1]);
  if (degrees.empty()) return {};
  const auto middle = degrees.begin() + static_cast<std::ptrdiff_t>(degrees.size() / 2);
  std::nth_element(degrees.begin(), middle, degrees.end());
  const auto [min, max] = std::minmax_element(degrees.begin(), degrees.end());
  return {.min = *min,
          .median = *middle,
          .max = *max,
          .mean = 2 * static_cast<double>(graph.num_edges()) / static_cast<double>(degrees.size())};
}

// What only a graph has.
void add_facts(Json& json, const GraphData& data) {
  const Degrees degrees = degrees_of(data.graph);
  json["weighted"] = data.graph.weighted();
  json["edge_records"] = data.report.lines;
  json["degrees"] = {{"min", degrees.min},
                     {"median", degrees.median},
                     {"mean", degrees.mean},
                     {"max", degrees.max}};
}
void add_facts(std::string& text, const GraphData& data) {
  const Degrees degrees = degrees_of(data.graph);
  text += fmt::format("format: {}, {}{}\n", data.report.format,
                      counted(data.report.lines, "edge record"),
                      data.graph.weighted() ? ", weighted" : "");
  text += fmt::format("degrees: {} to {}, mean {:.2f}, median {}\n", degrees.min,
                      grouped(degrees.max), degrees.mean, degrees.median);
  text += fmt::format("components: {}; isolated nodes: {}\n", grouped(data.report.components),
                      grouped(data.report.isolated_nodes));
  if (data.features.dim > 0) text += fmt::format("features: {}\n", grouped(data.features.dim));
}
void add_facts(Json&, const VectorData&) {}
void add_facts(std::string& text, const VectorData& data) {
  text += fmt::format("format: {}\n", data.report.format);
}

// `items` is "nodes" or "rows".
Json inspect_json(const auto& loaded, const char* items) {
  const auto& data = loaded.data;
  Json json{{"querent", QUERENT_VERSION}, {"command", "inspect"}, {"source", source_json(data)}};
  add_facts(json, data);
  json["classes"] = classes_json({data.labels, data.label_sets}, data.classes, items);
  for (const auto& file : loaded.files) json["files"].push_back(file.string());
  return json;
}

std::string inspect_text(const auto& loaded, const char* items) {
  const auto& data = loaded.data;
  std::string text = summary_of(data);
  add_facts(text, data);
  for (const auto& file : loaded.files) text += fmt::format("file: {}\n", file.string());
  return text + classes_text({data.labels, data.label_sets}, data.classes, items);
}

bool is_model(const SourceOptions& options) {
  if (options.source.empty() || !std::filesystem::is_regular_file(options.source)) return false;
  std::array<char, 32> head{};
  std::ifstream in(options.source, std::ios::binary);
  in.read(head.data(), head.size());
  return looks_like_model({head.data(), static_cast<std::size_t>(in.gcount())});
}

int inspect(const InspectOptions& options, Console& console) {
  console.quiet = options.quiet;
  const auto print = [&](const auto& loaded, const char* items) {
    doubt_classes(loaded.data.name, loaded.data.labels, loaded.data.classes.size(), console);
    console.print(options.json ? dumped(inspect_json(loaded, items)) : inspect_text(loaded, items));
  };
  if (is_model(options.source)) {
    const ModelFile file = ModelFile::read(options.source.source);
    const TrainedModel model = TrainedModel::read(file);
    console.print(options.json ? dumped(model_json(file, model)) : model_text(file, model));
    return kDone;
  }
  OpenedSource source = open_source(options.source, console);
  if (source.kind == SourceKind::kGraph) {
    print(load_graph(std::move(source), options.source, console), "nodes");
  } else {
    SourceOptions as_they_are = options.source;
    as_they_are.vectors.scale_tables = false;
    print(load_vectors(std::move(source), as_they_are, 1, console), "rows");
  }
  return kDone;
}

}  // namespace

Command add_inspect(CLI::App& program) {
  CLI::App* app = program.add_subcommand(
      "inspect",
      "Describe a source (sizes, classes, components, degrees, what reading changed) or a model");
  auto options = std::make_shared<InspectOptions>();
  add_source_options(*app, options->source);
  app->add_flag("--json", options->json, "Print JSON on standard output");
  app->add_flag("--quiet,-q", options->quiet, "Print errors only on standard error");
  return {app, [options](Console& console) { return inspect(*options, console); }};
}

}  // namespace querent::apps
