// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/read.hpp>

#include <utility>

#include <fmt/format.h>

#include <querent/datasets/vectors/row_stream.hpp>
#include <querent/graph/readers/edge_list.hpp>
#include <querent/graph/readers/labels.hpp>

namespace querent {

namespace {

/// Row r of the feature file is of the node on the r-th line of the label file.
void read_features(Input features, const std::vector<std::optional<Node>>& order,
                   GraphBuilder& builder) {
  RowStream rows = RowStream::open(std::move(features), {.format = VectorFormat::kSvmlight});
  std::uint64_t count = 0;
  for (LabelledRow row; rows.next(row); ++count) {
    if (count < order.size() && order[count])
      builder.set_features(*order[count], row.index, row.value);
  }
  builder.set_feature_dim(rows.report().features);
  if (count != order.size()) {
    throw DataError(
        {rows.name()},
        fmt::format("expected a row for each of the {} nodes of the label file, found {} rows",
                    order.size(), count));
  }
}

}  // namespace

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
  std::vector<std::optional<Node>> order;
  if (labels) order = read_labels(*labels, builder);
  if (features && !labels) {
    throw DataError(
        {features->name()},
        "expected a label file beside the features, found none — its lines say which row is whose");
  }
  builder.errors().throw_if_any();
  if (features) read_features(std::move(*features), order, builder);
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
