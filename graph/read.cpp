// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/read.hpp>

#include <utility>

#include <fmt/format.h>

#include <querent/datasets/vectors/row_stream.hpp>
#include <querent/graph/bibliography/folder.hpp>
#include <querent/graph/bibliography/read_folder.hpp>
#include <querent/graph/bibliography/read_incidence.hpp>
#include <querent/graph/readers/adjacency.hpp>
#include <querent/graph/readers/dblp.hpp>
#include <querent/graph/readers/edge_list.hpp>
#include <querent/graph/readers/gexf.hpp>
#include <querent/graph/readers/gml.hpp>
#include <querent/graph/readers/graphml.hpp>
#include <querent/graph/readers/labels.hpp>
#include <querent/graph/readers/linqs.hpp>
#include <querent/graph/readers/matrix_market.hpp>
#include <querent/graph/readers/node_link.hpp>
#include <querent/graph/readers/npz.hpp>
#include <querent/graph/readers/pajek.hpp>
#include <querent/graph/readers/pubmed.hpp>

namespace querent {

namespace {

bool is_four_area(std::string_view name) {
  return name.substr(name.rfind('/') + 1).find("paper_author") != name.npos;
}

GraphFormat format_of(Input& edges, bool adjacency) {
  const GraphFormat format = recognise(edges.peek());
  if (adjacency && format == GraphFormat::kEdgeList) return GraphFormat::kAdjacency;
  const bool two_columns = format == GraphFormat::kEdgeList;
  return two_columns && is_four_area(edges.name()) ? GraphFormat::kFourArea : format;
}

[[noreturn]] void refuse(const Input& input, std::string_view expected, GraphFormat found,
                         std::string_view remedy) {
  throw DataError({input.name(), 1, 1}, fmt::format("expected {}, found what looks like {} — {}",
                                                    expected, to_string(found), remedy));
}

void read_edges(Input& edges, GraphFormat format, bool nodes_listed, GraphBuilder& builder) {
  const Unlisted unlisted = nodes_listed ? Unlisted::kDrop : Unlisted::kAdd;
  switch (format) {
    case GraphFormat::kEdgeList:
      return nodes_listed ? read_linqs_cites(edges, builder, unlisted)
                          : read_edge_list(edges, builder);
    case GraphFormat::kGml:
      return read_gml(edges, builder);
    case GraphFormat::kGraphMl:
      return read_graphml(edges, builder);
    case GraphFormat::kMatrixMarket:
      return read_matrix_market(edges, builder);
    case GraphFormat::kNpz:
      return read_npz(edges, builder);
    case GraphFormat::kAdjacency:
      return read_adjacency(edges, builder);
    case GraphFormat::kGexf:
      return read_gexf(edges, builder);
    case GraphFormat::kPajek:
      return read_pajek(edges, builder);
    case GraphFormat::kNodeLink:
      return read_node_link(edges, builder);
    case GraphFormat::kPubmedCites:
      return read_pubmed_cites(edges, builder, unlisted);
    case GraphFormat::kFourArea:
      return read_dblp_papers(edges, builder);
    case GraphFormat::kLinqsContent:
    case GraphFormat::kPubmedNodes:
      refuse(edges, "the edges of a graph", format,
             "give the file of citations as the edges and this one as labels");
    case GraphFormat::kSvmlight:
      refuse(edges, "the edges of a graph", format,
             "give rows of features as features beside a graph, or learn from vectors");
    case GraphFormat::kForeign:
      throw DataError({edges.name(), 1, 1},
                      fmt::format("expected the edges of a graph, found what looks like {}",
                                  foreign_format(edges.peek())));
  }
}

/// Reads a file that lists the nodes, before the edges: edges to other nodes are then counted and
/// left out. False when `labels` is no such file.
bool read_node_file(Input& labels, GraphFormat edges, GraphFormat nodes, GraphBuilder& builder) {
  if (edges == GraphFormat::kFourArea) {
    read_dblp_authors(labels, builder);
  } else if (nodes == GraphFormat::kLinqsContent) {
    if (edges != GraphFormat::kEdgeList) {
      refuse(labels, fmt::format("labels for {}", to_string(edges)), nodes,
             "its edges are those of a .cites file");
    }
    read_linqs_content(labels, builder);
  } else if (nodes == GraphFormat::kPubmedNodes) {
    if (edges != GraphFormat::kPubmedCites) {
      refuse(labels, fmt::format("labels for {}", to_string(edges)), nodes,
             "its edges are those of the DIRECTED.cites file");
    }
    read_pubmed_nodes(labels, builder);
  } else {
    return false;
  }
  return true;
}

/// A label file that lists no nodes: read after the edges, its labels replace theirs.
std::vector<std::optional<Node>> read_label_file(Input& labels, GraphBuilder& builder) {
  if (labels.peek().empty()) {
    throw DataError({labels.name(), 1, 1},
                    "expected lines with a node and a label, found an empty file — leave it out where no "
                    "label is known");
  }
  if (labels.peek().starts_with("\x93NUMPY")) {
    builder.forget_labels();
    return read_label_array(labels, builder);
  }
  const GraphFormat format = recognise(labels.peek());
  if (format == GraphFormat::kForeign) {
    throw DataError({labels.name(), 1, 1},
                    fmt::format("expected lines with a node and a label, found what looks like {}",
                                foreign_format(labels.peek())));
  }
  if (format != GraphFormat::kEdgeList) {
    refuse(labels, "lines with a node and a label", format,
           format == GraphFormat::kSvmlight ? "give rows of features as features"
                                            : "give a graph as edges");
  }
  builder.forget_labels();
  return read_labels(labels, builder);
}

/// Row r of the feature file is of the node on the r-th line of the label file.
void read_features(Input features, const std::vector<std::optional<Node>>& order,
                   GraphBuilder& builder) {
  RowStream rows = RowStream::open(std::move(features), {.format = VectorFormat::kSvmlight});
  const auto refuse = [&](std::uint64_t line, std::uint64_t count) {
    throw DataError({rows.name(), line, 1},
                    fmt::format("expected a row for each of the {} lines of the label file, found "
                                "{} — give the rows in the order of its lines",
                                order.size(), count));
  };
  std::uint64_t count = 0;
  for (LabelledRow row; rows.next(row); ++count) {
    if (count == order.size()) refuse(row.line, count + 1);
    if (order[count]) builder.set_features(*order[count], row.index, row.value);
  }
  builder.set_feature_dim(rows.report().features);
  if (count != order.size()) refuse(rows.report().lines + 1, count);
}

GraphData read_as(GraphFormat format, Input& edges, Input* labels, Input* features,
                  const ReadOptions& options) {
  GraphBuilder builder(edges.name(), options);
  if (format == GraphFormat::kFourArea && !labels) {
    throw DataError({edges.name()},
                    "expected the areas of the authors beside the papers of DBLP four-area, found "
                    "no file — give author_label.txt as labels");
  }
  const bool nodes_listed =
      labels && read_node_file(*labels, format, recognise(labels->peek()), builder);
  builder.errors().throw_if_any();
  read_edges(edges, format, nodes_listed, builder);
  builder.errors().throw_if_any();
  std::vector<std::optional<Node>> order;
  if (labels && !nodes_listed) order = read_label_file(*labels, builder);
  if (features && (!labels || nodes_listed)) {
    throw DataError({features->name()},
                    "expected a label file of ids and labels beside the features, found none — its "
                    "lines say which row is whose");
  }
  builder.errors().throw_if_any();
  if (features) read_features(std::move(*features), order, builder);
  return builder.finish();
}

}  // namespace

GraphData read_graph(Input& edges, Input* labels, Input* features, const ReadOptions& options) {
  const GraphFormat format = format_of(edges, options.adjacency);
  const auto promised = format_of_name(edges.name());
  if (!promised || *promised == format) return read_as(format, edges, labels, features, options);
  try {
    return read_as(format, edges, labels, features, options);
  } catch (const DataError& error) {
    throw DataError(fmt::format(
        "{}\n{}: was read as {}, which it looks like, though its name says {}", error.what(),
        edges.name(),
        format == GraphFormat::kForeign ? foreign_format(edges.peek()) : to_string(format),
        to_string(*promised)));
  }
}

namespace {

/// A person's labels replace those that are there; rows of features are in their order, or in that
/// of the folder's nodes.
GraphData finish(GraphBuilder& builder, const char* format, std::vector<std::optional<Node>> order,
                 Input* labels, std::optional<Input> features) {
  builder.errors().throw_if_any();
  if (labels != nullptr) {
    auto labelled = read_label_file(*labels, builder);
    if (order.empty()) order = std::move(labelled);
  }
  builder.errors().throw_if_any();
  if (features && order.empty()) {
    throw DataError({features->name()},
                    "expected a label file of ids and labels beside the features, found none — its "
                    "lines say which row is whose");
  }
  if (features) read_features(std::move(*features), order, builder);
  builder.report().format = format;
  return builder.finish();
}

GraphData read_folder(const GraphSource& source, Input& edges, ReadOptions options) {
  const GraphFolder folder = graph_folder(source.edges);
  options.duplicates = Duplicates::kError;
  GraphBuilder builder(source.edges.string(), options);
  Input nodes = Input::open(folder.labels);
  std::vector<std::optional<Node>> order = read_folder_nodes(nodes, builder);
  read_folder_edges(edges, builder);
  std::optional<Input> labels, features;
  if (source.labels) labels.emplace(Input::open(*source.labels));
  if (source.features) {
    features.emplace(Input::open(*source.features));
    if (labels) order.clear();  // both are the person's own
  } else if (!folder.features.empty()) {
    features.emplace(Input::open(folder.features));
  }
  return finish(builder, "bibliography graph", std::move(order), labels ? &*labels : nullptr,
                std::move(features));
}

}  // namespace

GraphData read_incidence_graph(Input& incidence, Input* labels, Input* features,
                               const ReadOptions& options) {
  const NamedIncidence read = read_incidence(incidence);
  GraphBuilder builder(incidence.name(), options);
  for (std::uint64_t i = 0; i < read.names.size(); ++i)
    builder.node(read.names[i], {.source = incidence.name()});
  PairReport pairs;
  const Graph graph = pair_graph(read.incidence, {}, pairs);
  for (Node i = 0; i < graph.num_nodes(); ++i) {
    const auto neighbours = graph.neighbours(i);
    const auto weights = graph.weights(i);
    for (std::size_t k = 0; k < neighbours.size(); ++k) {
      if (neighbours[k] > i) builder.add_edge(i, neighbours[k], weights.empty() ? 1 : weights[k], 0);
    }
  }
  builder.report().notes.push_back(fmt::format("{} pairs of a member and a group, {} groups, the largest of {} members",
                                               read.incidence.members.size(), pairs.groups, pairs.largest));
  std::optional<Input> rows;
  if (features != nullptr) rows.emplace(std::move(*features));
  return finish(builder, "incidence list", {}, labels, std::move(rows));
}

GraphData read_graph(const GraphSource& source, const ReadOptions& options,
                     const Progress& progress) {
  const bool folder = is_graph_folder(source.edges);
  Input edges = Input::open(folder ? graph_folder(source.edges).edges : source.edges);
  if (progress) {
    edges.on_progress([&] {
      const auto total = static_cast<double>(edges.bytes_total());
      if (!progress(total > 0 ? static_cast<double>(edges.bytes_consumed()) / total : -1.0))
        throw Cancelled();
    });
  }
  if (folder) return read_folder(source, edges, options);
  std::optional<Input> labels, features;
  if (source.labels) labels.emplace(Input::open(*source.labels));
  if (source.features) features.emplace(Input::open(*source.features));
  return read_graph(edges, labels ? &*labels : nullptr, features ? &*features : nullptr, options);
}

}  // namespace querent
