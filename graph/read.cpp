// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/read.hpp>

#include <fmt/format.h>

#include <querent/graph/readers/edge_list.hpp>
#include <querent/graph/readers/labels.hpp>

namespace querent {

GraphData read_graph(Input& edges, Input* labels, Input* features, const ReadOptions& options) {
  GraphBuilder builder(edges.name(), options);
  const GraphFormat format = recognise(edges.peek());
  switch (format) {
    case GraphFormat::kEdgeList:
      read_edge_list(edges, builder);
      break;
    default:
      throw DataError({edges.name(), 1, 1},
                      fmt::format("expected the edges of a graph, found what looks like {}",
                                  to_string(format)));
  }
  builder.errors().throw_if_any();
  if (labels) read_labels(*labels, builder);
  (void)features;
  return builder.finish();
}

GraphData read_graph(const GraphSource& source, const ReadOptions& options,
                     const Progress& progress) {
  Input edges = Input::open(source.edges);
  std::optional<Input> labels, features;
  if (source.labels) labels.emplace(Input::open(*source.labels));
  if (source.features) features.emplace(Input::open(*source.features));
  if (progress) {
    edges.on_progress([&] {
      const auto total = static_cast<double>(edges.bytes_total());
      if (!progress(total > 0 ? static_cast<double>(edges.bytes_consumed()) / total : -1.0))
        throw Cancelled();
    });
  }
  return read_graph(edges, labels ? &*labels : nullptr, features ? &*features : nullptr, options);
}

}  // namespace querent
