// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/read.hpp>

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/bibliography/decision_table.hpp>
#include <querent/datasets/vectors/row_stream.hpp>
#include <querent/graph/bibliography/aliases.hpp>
#include <querent/graph/bibliography/folder.hpp>
#include <querent/graph/bibliography/read_folder.hpp>
#include <querent/graph/bibliography/read_incidence.hpp>
#include <querent/graph/readers/labels.hpp>

namespace querent {

namespace {

[[noreturn]] void refuse(const Input& input, std::string_view expected, const GraphFormat& found,
                         std::string_view remedy) {
  throw DataError({input.name(), 1, 1}, fmt::format("expected {}, found what looks like {} — {}",
                                                    expected, found.name, remedy));
}

[[noreturn]] void refuse_foreign(Input& input, std::string_view expected) {
  throw DataError({input.name(), 1, 1}, fmt::format("expected {}, found what looks like {}",
                                                    expected, foreign_format(input.peek())));
}

/// The file that lists the nodes, which is read before the edges; edges to other nodes are then
/// counted and dropped. nullptr if `labels` is not such a file.
const GraphFormat* node_list(Input* labels, const GraphFormat& edges) {
  if (!edges.needs.empty()) return &edges;
  if (labels == nullptr) return nullptr;
  const GraphFormat& nodes = recognise(FileHead(labels->peek()));
  if (nodes.holds != Holds::kNodes) return nullptr;
  if (nodes.edges != edges.name)
    refuse(*labels, fmt::format("labels for {}", edges.name), nodes, nodes.edges_remedy);
  return &nodes;
}

/// Labels of a table of decisions, each for the first of the row's ids that is known.
std::vector<std::optional<Node>> read_decisions(Input& labels, GraphBuilder& builder,
                                                const Aliases& aliases) {
  std::vector<std::optional<Node>> order;
  read_decision_table(labels, builder.errors(), [&](const DecidedRecord& record) {
    std::optional<Node> node;
    for (const std::string& id : record.ids) {
      if ((node = aliases.find(id))) break;
    }
    order.push_back(node);
    if (node) {
      if (!record.decision.empty()) builder.set_label(*node, record.decision, record.place);
    } else if (builder.options().lenient) {
      ++builder.report().labels_without_node;
    } else {
      builder.errors().add(
          record.place, record.unknown_in("the graph") + " — lenient=true leaves such lines out");
    }
  });
  return order;
}

/// Pajek's partition (.clu): "*Vertices n", then a class per line, in the order of the vertices.
bool is_partition(std::string_view head) {
  const std::size_t second = head.find('\n');
  if (second == head.npos || head.find('*', second) != head.npos) return false;
  const std::string_view line = head.substr(second + 1, head.find('\n', second + 1) - second - 1);
  const std::string_view word = without_blanks_in_front(line);
  return word.substr(0, word.find_last_not_of(" \t\r") + 1).find_first_of(" \t") == word.npos;
}

/// A label file that lists no nodes: it is read after the edges, and its labels replace theirs.
std::vector<std::optional<Node>> read_label_file(Input& labels, GraphBuilder& builder,
                                                 const Aliases& aliases) {
  if (labels.peek().empty()) {
    throw DataError(
        {labels.name(), 1, 1},
        "expected lines with a node and a label, found an empty file — leave it out if no "
        "label is known");
  }
  if (labels.peek().starts_with("\x93NUMPY")) {
    builder.forget_labels();
    return read_label_array(labels, builder);
  }
  const bool named =
      !builder.options().id_column.empty() || !builder.options().label_column.empty();
  if (!named && is_decision_table(labels.peek())) {
    builder.forget_labels();
    return read_decisions(labels, builder, aliases);
  }
  const GraphFormat& format = recognise(FileHead(labels.peek()));
  constexpr std::string_view kExpected = "lines with a node and a label";
  if (format.holds == Holds::kUnread) refuse_foreign(labels, kExpected);
  if (format.holds != Holds::kPlainText &&
      !(format.name == "Pajek" && is_partition(labels.peek()))) {
    refuse(labels, kExpected, format,
           format.holds == Holds::kRows ? "give rows of features as features"
                                        : "give a graph as edges");
  }
  builder.forget_labels();
  return read_labels(labels, builder, aliases);
}

/// Row r of the feature file belongs to the node on line r of the label file.
void read_features(Input features, const std::vector<std::optional<Node>>& order,
                   GraphBuilder& builder) {
  RowStream rows = RowStream::open(std::move(features), {.format = "svmlight"});
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

/// Options of another format, or of a label file that is not given, would be ignored.
void refuse_options(const std::string& name, const GraphFormat& format, bool labels,
                    const ReadOptions& options) {
  const bool table = format.holds == Holds::kPlainText;
  const auto refuse_if = [&](bool given, std::string_view option, std::string_view what) {
    if (given)
      throw std::invalid_argument(fmt::format("{}: {} has no meaning for {}", name, option, what));
  };
  const bool weights = !options.weight_column.empty() && !options.without_weights();
  refuse_if(!table && !options.source_column.empty(), "source_column", format.name);
  refuse_if(!table && !options.target_column.empty(), "target_column", format.name);
  refuse_if(!table && weights, "weight_column", format.name);
  refuse_if(!table && !labels && options.delimiter != 0, "delimiter", format.name);
  refuse_if(!format.class_attribute && !options.class_attribute.empty(), "class_attribute",
            format.name);
  refuse_if(options.adjacency && format.name != "adjacency list", "adjacency=true", format.name);
  constexpr std::string_view kWithout = "a graph without a file of labels";
  refuse_if(!labels && !options.id_column.empty(), "id_column", kWithout);
  refuse_if(!labels && !options.label_column.empty(), "label_column", kWithout);
  refuse_if(!labels && options.nodes_from_labels, "nodes_from_labels", kWithout);
  refuse_if(!labels && options.label_sets, "label_sets", kWithout);
}

/// The user's labels replace existing ones, unless `labels` is a list of nodes that was read; rows of
/// features follow their order, or `order`.
GraphData finish(GraphBuilder& builder, std::vector<std::optional<Node>> order, Input* labels,
                 Input* features, const Aliases& aliases, bool node_list = false) {
  builder.errors().throw_if_any();
  if (labels && !node_list) {
    auto labelled = read_label_file(*labels, builder, aliases);
    builder.set_label_order(labelled);
    if (order.empty()) order = std::move(labelled);
  } else {
    builder.set_label_order(order);
  }
  builder.errors().throw_if_any();
  if (features && order.empty() && (!labels || node_list)) {
    throw DataError({features->name()},
                    "expected a label file beside the features, found none — the order of its "
                    "lines assigns the rows to nodes");
  }
  if (builder.num_nodes() == 0 && (labels || features)) {
    throw DataError({builder.source_name(), 1, 1},
                    "expected nodes for the labels, found none — is the file empty?");
  }
  if (features) read_features(std::move(*features), order, builder);
  return builder.finish();
}

GraphData read_as(const GraphFormat& format, Input& edges, Input* labels, Input* features,
                  const ReadOptions& options) {
  if (format.holds == Holds::kUnread) refuse_foreign(edges, "the edges of a graph");
  refuse_options(edges.name(), format, labels != nullptr, options);
  GraphBuilder builder(edges.name(), options);
  if (!format.read) refuse(edges, "the edges of a graph", format, format.remedy);
  if (!format.needs.empty() && !labels) {
    throw DataError({edges.name()},
                    fmt::format("expected {}, found no file — {}", format.needs, format.remedy));
  }
  const GraphFormat* const nodes = node_list(labels, format);
  if (nodes) nodes->read_nodes(*labels, builder);
  builder.errors().throw_if_any();
  (nodes && nodes->read_edges ? nodes->read_edges : format.read)(edges, builder);
  return finish(builder, {}, labels, features, Aliases(builder.ids()), nodes != nullptr);
}

}  // namespace

GraphData read_graph(Input& edges, Input* labels, Input* features, const ReadOptions& options) {
  const bool plain = recognise(FileHead(edges.peek())).holds == Holds::kPlainText;
  const GraphFormat& format = options.adjacency && plain
                                  ? *format_named("adjacency list")
                                  : recognise(FileHead(edges.peek(), edges.name()));
  const GraphFormat* const promised = format_of_name(edges.name());
  if (promised == nullptr || promised->name == format.name)
    return read_as(format, edges, labels, features, options);
  try {
    return read_as(format, edges, labels, features, options);
  } catch (const DataError& error) {
    throw DataError(
        fmt::format("{}\n{}: was read as {} because of its content, although its name suggests {}",
                    error.what(), edges.name(),
                    format.holds == Holds::kUnread ? foreign_format(edges.peek()) : format.name,
                    promised->name));
  }
}

namespace {

GraphData read_folder(const GraphSource& source, Input& edges, ReadOptions options) {
  const GraphFolder folder = graph_folder(source.edges);
  refuse_options(source.edges.string(), {.name = "a folder of querent graph"},
                 source.labels.has_value(), options);
  options.duplicates = Duplicates::kError;
  GraphBuilder builder(source.edges.string(), options);
  Input nodes = Input::open(folder.labels);
  std::vector<std::optional<Node>> order = read_folder_nodes(nodes, builder);
  read_folder_edges(edges, builder);
  std::optional<Input> labels, features;
  if (source.labels) labels.emplace(Input::open(*source.labels));
  if (source.features) {
    features.emplace(Input::open(*source.features));
    if (labels) order.clear();  // both come from the user
  } else if (!folder.features.empty()) {
    features.emplace(Input::open(folder.features));
  }
  Aliases aliases(builder.ids());
  if (labels && !folder.aliases.empty()) {
    Input file = Input::open(folder.aliases);
    aliases.read(file);
  }
  builder.report().format = "bibliography graph";
  return finish(builder, std::move(order), labels ? &*labels : nullptr,
                features ? &*features : nullptr, aliases);
}

}  // namespace

GraphData read_incidence_graph(Input& incidence, Input* labels, Input* features,
                               const ReadOptions& options) {
  refuse_options(incidence.name(), {.name = "an incidence list"}, labels != nullptr, options);
  const NamedIncidence read = read_incidence(incidence);
  GraphBuilder builder(incidence.name(), options);
  for (std::uint64_t i = 0; i < read.names.size(); ++i)
    builder.node(read.names[i], {.source = incidence.name()});
  PairReport pairs;
  pair_graph(read.incidence, {}, pairs).for_each_edge([&](Node i, Node j, double weight) {
    builder.add_edge(i, j, weight, 0);
  });
  if (!read.note.empty()) builder.report().notes.push_back(read.note);
  builder.report().notes.push_back(
      fmt::format("{} pairs of a member and a group, {} groups, the largest of {} members",
                  read.incidence.members.size(), pairs.groups, pairs.largest));
  builder.report().format = "incidence list";
  return finish(builder, {}, labels, features, Aliases(builder.ids()));
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
