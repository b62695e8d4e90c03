// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/source.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <querent/apps/options/source_options.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/graph/bibliography/folder.hpp>
#include <querent/graph/bibliography/read_incidence.hpp>

namespace querent::apps {

namespace {

LoadedGraph read_with_progress(const GraphSource& source, const ReadOptions& read,
                               const Console& console) {
  LoadedGraph loaded;
  Progress progress(console, "reading", 1);
  loaded.data = read_graph(source, read, [&](double share) {
    if (share >= 0) progress.set(share);
    return !interrupted();
  });
  if (is_graph_folder(source.edges)) {
    const GraphFolder folder = graph_folder(source.edges);
    loaded.files = {folder.edges, folder.labels};
    if (!folder.features.empty() && !source.features) loaded.files.push_back(folder.features);
  } else {
    loaded.files.push_back(source.edges);
  }
  for (const auto& file : {source.labels, source.features}) {
    if (file) loaded.files.push_back(*file);
  }
  return loaded;
}

// A file in an option replaces the file of the source.
void add_given_files(GraphSource& source, const SourceOptions& options) {
  if (!options.labels.empty()) source.labels = options.labels;
  if (!options.features.empty()) source.features = options.features;
  const auto from_standard_input = [](const std::optional<std::filesystem::path>& file) {
    return file && *file == "-";
  };
  if ((source.edges == "-") + from_standard_input(source.labels) +
          from_standard_input(source.features) >
      1) {
    throw UsageError("standard input can be read only once — give - for one file only");
  }
}

// The graph of such a source is made, and has each edge once.
void refuse_edge_rules(const SourceOptions& options, const char* what) {
  options.given.refuse({"--duplicates", "--self-loops", "--symmetrize"}, what);
}

// Reads edges that are open already, by `read`.
LoadedGraph read_open(Input edges, const SourceOptions& options, const Console& console,
                      const auto& read) {
  const ReadingProgress progress(edges, console);
  std::optional<Input> labels, features;
  if (!options.labels.empty()) labels.emplace(Input::open(options.labels));
  if (!options.features.empty()) features.emplace(Input::open(options.features));
  return {.data = read(edges, labels ? &*labels : nullptr, features ? &*features : nullptr,
                       read_options_for(options, {})),
          .files = {}};
}

LoadedGraph load_dataset(const DatasetInfo& dataset, const SourceOptions& options,
                         const Console& console) {
  const LocatedDataset located = locate_with_progress(dataset, console);
  GraphSource source{.edges = located.file(FileRole::kEdges)};
  if (const auto labels = located.file(FileRole::kLabels); !labels.empty()) source.labels = labels;
  if (const auto features = located.file(FileRole::kFeatures);
      !features.empty() && options.features.empty()) {
    source.features = features;
  }
  add_given_files(source, options);
  LoadedGraph loaded =
      read_with_progress(source, read_options_for(options, dataset.read_options), console);
  loaded.data.name = dataset.name;
  return loaded;
}

LoadedGraph load_file(OpenedSource opened, const SourceOptions& options, const Console& console) {
  GraphSource source{.edges = options.edges.empty() ? options.source : options.edges};
  add_given_files(source, options);
  if (is_graph_folder(source.edges)) refuse_edge_rules(options, "a folder of querent graph");
  if (opened.pipe) {  // a stream whose beginning was read cannot be opened again
    return read_open(std::move(*opened.pipe), options, console,
                     [](auto&&... all) { return read_graph(all...); });
  }
  return read_with_progress(source, read_options_for(options, {}), console);
}

}  // namespace

std::function<bool(double)> reporting(Progress& progress) {
  return [&progress](double share) {
    progress.set(share);
    return !interrupted();
  };
}

LoadedGraph load_graph(OpenedSource opened, const SourceOptions& options, const Console& console) {
  const std::string decided = opened.decided;
  LoadedGraph loaded = is_incidence(options) ? load_incidence_graph(options, console)
                       : opened.dataset      ? load_dataset(*opened.dataset, options, console)
                                             : load_file(std::move(opened), options, console);
  if (options.words == NodeWords::kUse && loaded.data.features.empty())
    throw DataError(
        fmt::format("{}: the nodes have no features — give --features FILE", loaded.data.name));
  if (!decided.empty()) loaded.data.report.notes.insert(loaded.data.report.notes.begin(), decided);
  return loaded;
}

void check_weights(const GraphData& data) {
  constexpr double kLeast = 1e-100, kMost = 1e100;
  const Graph& graph = data.graph;
  if (!graph.weighted()) return;
  for (Node i = 0; i < graph.num_nodes(); ++i) {
    const auto weights = graph.weights(i);
    const auto odd = std::find_if(weights.begin(), weights.end(),
                                  [](double w) { return !(w >= kLeast && w <= kMost); });
    if (odd == weights.end()) continue;
    const Node j = graph.neighbours(i)[static_cast<std::size_t>(odd - weights.begin())];
    throw DataError(fmt::format(
        "{}: expected weights from {} to {}, found {} between {} and {} — divide all weights by "
        "the same number: only their ratios matter",
        data.name, kLeast, kMost, *odd, in_quotes(data.names[i]), in_quotes(data.names[j])));
  }
}

LoadedGraph load_graph(const SourceOptions& options, const Console& console) {
  SourceOptions graph = options;
  graph.kind = SourceKind::kGraph;
  return load_graph(open_source(graph, console), graph, console);
}

bool is_incidence(const SourceOptions& options) {
  return options.given.has("--incidence");
}

LoadedGraph load_incidence_graph(const SourceOptions& options, const Console& console) {
  refuse_edge_rules(options, "an incidence list");
  LoadedGraph loaded =
      read_open(Input::open(options.edges), options, console, read_incidence_graph);
  for (const std::string& file : {options.edges, options.labels, options.features}) {
    if (!file.empty()) loaded.files.emplace_back(file);
  }
  return loaded;
}

std::string summary_of(const GraphData& data) {
  return summary_of(data, {.nodes = data.graph.num_nodes(), .edges = data.graph.num_edges()});
}

std::string summary_of(const GraphData& data, const Extent& extent) {
  const ReadReport& report = data.report;
  std::string text =
      fmt::format("{}: graph of {}, {}, {}\n", data.name, counted(extent.nodes, "node"),
                  counted(extent.edges, "edge"), counted(data.classes.size(), "class", "classes"));
  std::string left_out;
  const auto add = [&](std::uint64_t n, std::string_view one, std::string_view many) {
    if (n > 0) left_out += (left_out.empty() ? "" : ", ") + counted(n, one, many);
  };
  add(report.nodes_outside_largest_component, "node outside the largest component",
      "nodes outside the largest component");
  if (report.labels_outside_largest_component < report.nodes_outside_largest_component)
    add(report.labels_outside_largest_component, "label of a node outside it",
        "labels of nodes outside it");  // not printed if it is all of them
  add(report.self_loops, "self-loop", "self-loops");
  add(report.duplicate_edges, "duplicate edge record", "duplicate edge records");
  add(report.zero_weights, "edge of weight 0", "edges of weight 0");
  add(report.labels_without_node, "label without a node", "labels without a node");
  add(report.edges_to_unknown_nodes, "edge to an unknown node", "edges to unknown nodes");
  if (!left_out.empty()) text += fmt::format("left out or merged: {}\n", left_out);
  if (report.unlabelled_nodes > 0)
    text += fmt::format("{} without a label\n", counted(report.unlabelled_nodes, "node"));
  for (const auto& note : report.notes) text += with_source_flags(note) + "\n";
  return text;
}

}  // namespace querent::apps
