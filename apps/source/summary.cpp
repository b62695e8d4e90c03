// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <querent/apps/options/flags.hpp>
#include <querent/apps/source/graph_source.hpp>
#include <querent/apps/source/summary.hpp>

namespace querent::apps {

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
