// SPDX-License-Identifier: Apache-2.0
// GEXF (gexf.net, 1.1 to 1.3):
//   <gexf> <graph defaultedgetype=undirected|directed|mutual>
//     <attributes class=node> <attribute id= title=> <default>…</default> </attribute> </attributes>
//     <nodes> <node id= label=> <attvalues> <attvalue for= value=> </attvalues> </node> </nodes>
//     <edges> <edge source= target= type= weight=> </edges> </graph> </gexf>
// The class is the node attribute that ClassAttribute selects by its title.
#include <map>
#include <optional>
#include <string>

#include <fmt/format.h>

#include <querent/datasets/input.hpp>
#include <querent/datasets/text/xml.hpp>
#include <querent/graph/builder.hpp>
#include <querent/graph/formats.hpp>
#include <querent/graph/readers/node_list.hpp>
#include <querent/graph/readers/weight.hpp>

namespace querent {

namespace {

class GexfReader final : XmlHandler {
 public:
  GexfReader(Input& input, GraphBuilder& builder)
      : name_(input.name()), xml_(input), builder_(builder), nodes_(builder), class_(builder) {}

  void read() {
    builder_.report().format = "GEXF";
    xml_.read(*this);
    if (!graph_seen_)
      throw DataError({name_, 1, 1}, "expected a <graph>, found none — is it a GEXF file?");
    builder_.set_directed(directed_.value_or(default_directed_), directed_line_);
    nodes_.finish();
    class_.apply(name_);
  }

 private:
  void start(std::string_view name) override {
    if (const auto colon = name.find(':'); colon != name.npos) name.remove_prefix(colon + 1);
    if (depth_++ == 0) {
      if (name == "gexf") return;
      throw DataError(xml_.place(), fmt::format("expected <gexf>, found {} — is it a GEXF file?",
                                                in_quotes(name)));
    }
    if (name == "graph") {
      graph();
    } else if (name == "attributes") {
      of_nodes_ = xml_.attribute("class").value_or("node") == "node";
    } else if (name == "attribute" && of_nodes_) {
      ranks_[std::string(xml_.required("id", name))] =
          class_.rank(xml_.attribute("title").value_or(xml_.required("id", name)));
    } else if (name == "node") {
      if (xml_.attribute("pid"))
        throw DataError(
            xml_.place_of("pid"),
            "expected nodes without a parent node, found a hierarchy — export a flat graph");
      node_ = nodes_.declare(xml_.required("id", name), xml_.place_of("id"));
      if (const auto label = xml_.attribute("label");
          label && class_.rank("label") < ClassAttribute::kNone)
        class_.add(class_.rank("label"), *node_, *label, xml_.place_of("label"));
    } else if (name == "attvalue" && node_) {
      value();
    } else if (name == "edge") {
      edge();
    }
  }

  void end(std::string_view name) override {
    if (const auto colon = name.find(':'); colon != name.npos) name.remove_prefix(colon + 1);
    --depth_;
    if (name == "node") node_.reset();
  }
  void text(std::string_view) override {}

  bool is_directed(std::string_view attribute) {
    const std::string_view kind = *xml_.attribute(attribute);
    if (kind == "directed" || kind == "undirected") return kind == "directed";
    throw DataError(xml_.place_of(attribute),
                    fmt::format("expected directed or undirected, found {} — export it as one of "
                                "these",
                                in_quotes(kind)));
  }

  void graph() {
    if (graph_seen_)
      throw DataError(xml_.place(), "expected one graph, found a second — keep one graph per file");
    graph_seen_ = true;
    directed_line_ = xml_.place().line;
    if (xml_.attribute("defaultedgetype")) default_directed_ = is_directed("defaultedgetype");
    if (xml_.attribute("mode").value_or("static") == "dynamic")
      builder_.report().notes.emplace_back("the graph is dynamic: its times are not used");
  }

  void value() {
    const auto of = xml_.attribute("for") ? xml_.attribute("for") : xml_.attribute("id");
    const auto found = of ? ranks_.find(*of) : ranks_.end();
    if (found == ranks_.end()) {
      builder_.errors().add(xml_.place(),
                            "expected the value of a declared attribute, found another "
                            "— declare it in <attributes>");
    } else if (found->second < ClassAttribute::kNone) {
      class_.add(found->second, *node_, xml_.required("value", "attvalue"), xml_.place_of("value"));
    }
  }

  void edge() {
    const Node from =
        nodes_.refer(xml_.required("source", "edge"), [&] { return xml_.place_of("source"); });
    const Node to =
        nodes_.refer(xml_.required("target", "edge"), [&] { return xml_.place_of("target"); });
    const std::uint64_t line = xml_.place().line;
    const bool directed = xml_.attribute("type") ? is_directed("type") : default_directed_;
    if (!directed_) {
      directed_ = directed;
      if (directed != default_directed_) directed_line_ = line;
    } else if (*directed_ != directed) {
      throw DataError(xml_.place_of("type"),
                      "expected edges that are all directed or all undirected, found both kinds — "
                      "write each undirected edge as two directed ones");
    }
    const auto text = xml_.attribute("weight");
    const auto weight = text ? scan_weight(*text, xml_.place_of("weight"), builder_) : 1.0;
    if (weight) builder_.add_edge(from, to, *weight, line);
  }

  std::string name_;
  XmlReader xml_;
  GraphBuilder& builder_;
  NodeList nodes_;
  ClassAttribute class_;
  int depth_ = 0;
  std::map<std::string, std::size_t, std::less<>> ranks_;  // ranks of node attributes, by id
  bool of_nodes_ = false;                                  // the open <attributes> describes nodes
  std::optional<Node> node_;                               // the open node
  bool graph_seen_ = false, default_directed_ = false;
  std::optional<bool> directed_;  // direction of the edges so far
  std::uint64_t directed_line_ = 0;
};

/// True if `tag` opens the document, after declarations and comments.
bool is_root(std::string_view text, std::string_view tag) {
  while (text.starts_with("<?") || text.starts_with("<!")) {
    const std::size_t end = text.starts_with("<!--") ? text.find("-->") : text.find('>');
    if (end == text.npos) return false;
    text = without_blanks_in_front(text.substr(text.find('>', end) + 1));
  }
  return text.starts_with('<') && text.substr(1).starts_with(tag);
}

}  // namespace

GraphFormat formats::gexf() {
  return {.name = "GEXF",
          .ending = ".gexf",
          .recognises = [](const FileHead& head) { return is_root(head.text, "gexf"); },
          .read = [](Input& input, GraphBuilder& builder) { GexfReader(input, builder).read(); },
          .class_attribute = true};
}

}  // namespace querent
