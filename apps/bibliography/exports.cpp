// SPDX-License-Identifier: Apache-2.0
// Writes the graph for other programs: GraphML (Gephi, igraph, NetworkX), Pajek's .net, and
// VOSviewer's map and network files.
#include <querent/apps/bibliography/graph_command.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <querent/apps/bibliography/staged_text.hpp>
#include <querent/datasets/text/printable.hpp>

namespace querent::apps {

namespace {

// A label on one line, in quotes; quotes inside it are replaced.
std::string label_of(std::string_view text) {
  std::string result = printable(text);
  std::replace(result.begin(), result.end(), '"', '\'');
  return '"' + result + '"';
}

NodeText text_at(const Made& made, Node i) {
  return text_of(made.bibliography, made.graph, made.papers_of, i);
}

void write_graphml(const Made& made, OutputDirectory& out) {
  StagedText file(out, "graph.graphml");
  file.add(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
      "  <key id=\"id\" for=\"node\" attr.name=\"id\" attr.type=\"string\"/>\n"
      "  <key id=\"name\" for=\"node\" attr.name=\"name\" attr.type=\"string\"/>\n"
      "  <key id=\"class\" for=\"node\" attr.name=\"class\" attr.type=\"string\"/>\n"
      "  <key id=\"papers\" for=\"node\" attr.name=\"papers\" attr.type=\"int\"/>\n"
      "  <key id=\"weight\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n"
      "  <graph edgedefault=\"undirected\">\n");
  for (Node i = 0; i < made.ids.size(); ++i) {
    const NodeText text = text_at(made, i);
    file.add(
        fmt::format("    <node id=\"n{}\"><data key=\"id\">{}</data><data key=\"name\">{}</data>",
                    i + 1, xml_text(made.ids[i]), xml_text(text.name)));
    if (!text.label.empty())
      file.add(fmt::format("<data key=\"class\">{}</data>", xml_text(text.label)));
    file.add(fmt::format("<data key=\"papers\">{}</data></node>\n", text.papers.size()));
  }
  made.graph.graph.for_each_edge([&](Node u, Node v, double weight) {
    file.add(fmt::format(
        "    <edge source=\"n{}\" target=\"n{}\"><data key=\"weight\">{}</data></edge>\n", u + 1,
        v + 1, weight));
  });
  file.add("  </graph>\n</graphml>\n");
  file.finish();
}

void write_pajek(const Made& made, OutputDirectory& out) {
  StagedText file(out, "graph.net");
  file.add(fmt::format("*Vertices {}\n", made.ids.size()));
  for (Node i = 0; i < made.ids.size(); ++i) {
    const NodeText text = text_at(made, i);
    file.add(fmt::format("{} {}\n", i + 1, label_of(text.name.empty() ? made.ids[i] : text.name)));
  }
  file.add("*Edges\n");
  made.graph.graph.for_each_edge([&](Node u, Node v, double weight) {
    file.add(fmt::format("{} {} {}\n", u + 1, v + 1, weight));
  });
  file.finish();
}

void write_vosviewer(const Made& made, OutputDirectory& out) {
  StagedText map(out, "vosviewer_map.txt"), network(out, "vosviewer_network.txt");
  map.add("id\tlabel\tdescription\tweight<papers>\n");
  for (Node i = 0; i < made.ids.size(); ++i) {
    const NodeText text = text_at(made, i);
    map.add(fmt::format("{}\t{}\t{}\t{}\n", i + 1,
                        label_of(text.name.empty() ? made.ids[i] : text.name),
                        label_of(made.ids[i]), text.papers.size()));
  }
  made.graph.graph.for_each_edge([&](Node u, Node v, double weight) {
    network.add(fmt::format("{}\t{}\t{}\n", u + 1, v + 1, weight));
  });
  map.finish();
  network.finish();
}

}  // namespace

void write_exports(const Made& made, const std::vector<std::string>& formats,
                   OutputDirectory& out) {
  const auto wanted = [&](const char* name) {
    return std::find(formats.begin(), formats.end(), name) != formats.end();
  };
  if (wanted("graphml")) write_graphml(made, out);
  if (wanted("pajek")) write_pajek(made, out);
  if (wanted("vosviewer")) write_vosviewer(made, out);
}

}  // namespace querent::apps
