// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/graph_source.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <querent/apps/options/choice.hpp>
#include <querent/apps/source/locating.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/datasets/user_datasets.hpp>

namespace querent::apps {

namespace {

std::vector<std::string> dataset_names() {
  std::vector<std::string> names;
  for (const auto& dataset : catalogue()) names.push_back(dataset.name);
  for (const auto& dataset : user_datasets()) names.push_back(dataset.name);
  return names;
}

LoadedGraph read_with_progress(const GraphSource& source, const ReadOptions& read,
                               const Console& console) {
  LoadedGraph loaded;
  Progress progress(console, "reading", 1);
  loaded.data = read_graph(source, read, [&](double share) {
    if (share >= 0) progress.set(share);
    return !interrupted();
  });
  loaded.files.push_back(source.edges);
  for (const auto& file : {source.labels, source.features}) {
    if (file) loaded.files.push_back(*file);
  }
  return loaded;
}

// A file given beside the source replaces the source's own.
void add_given_files(GraphSource& source, const SourceOptions& options) {
  if (!options.labels.empty()) source.labels = options.labels;
  if (!options.features.empty()) source.features = options.features;
  const auto from_standard_input = [](const std::optional<std::filesystem::path>& file) {
    return file && *file == "-";
  };
  if ((source.edges == "-") + from_standard_input(source.labels) +
          from_standard_input(source.features) >
      1) {
    throw UsageError("standard input can be read once: give - for one file only");
  }
}

LoadedGraph load_dataset(const DatasetInfo& dataset, const SourceOptions& options,
                         const Console& console) {
  if (dataset.kind != DatasetKind::kGraph) {
    throw UsageError(fmt::format("{} is a set of vectors, a graph is needed here", dataset.name));
  }
  const LocatedDataset located = locate_with_progress(dataset, console);
  GraphSource source{.edges = located.file(FileRole::kEdges), .labels = {}, .features = {}};
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

}  // namespace

LoadedGraph load_graph(const SourceOptions& options, const Console& console) {
  if (options.source.empty() == options.edges.empty()) {
    throw UsageError(options.source.empty()
                         ? "no source is given — name a data set or a file, or give --edges FILE"
                         : "SOURCE and --edges are two sources, give one");
  }
  if (!options.source.empty()) {
    if (const auto dataset = lookup_dataset(options.source))
      return load_dataset(*dataset, options, console);
    if (options.source != "-" && !std::filesystem::exists(options.source)) {
      throw UsageError(fmt::format(
          "{} is neither a data set nor a file{} — `querent datasets` lists the data sets",
          in_quotes(options.source), hint(options.source, dataset_names())));
    }
  }
  GraphSource source{.edges = options.edges.empty() ? options.source : options.edges,
                     .labels = {},
                     .features = {}};
  add_given_files(source, options);
  return read_with_progress(source, options.read, console);
}

}  // namespace querent::apps
