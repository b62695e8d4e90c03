// SPDX-License-Identifier: Apache-2.0
// GraphML (Brandes et al., "GraphML progress report", Graph Drawing 2001):
//   <graphml>  <key id= for= attr.name=> <default>…</default> </key>
//              <graph edgedefault=directed|undirected>
//                <node id=>                    <data key=>…</data> </node>
//                <edge source= target= directed=> <data key=>…</data> </edge>
// The class is guessed by ClassAttribute from the keys' names, the weight is the key "weight", else
// 1. Mixed edge directions, nested graphs and hyperedges are rejected.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <querent/datasets/text/xml.hpp>
#include <querent/graph/formats.hpp>
#include <querent/graph/readers/node_list.hpp>
#include <querent/graph/readers/weight.hpp>

namespace querent {

namespace {

constexpr std::string_view kBlank = " \t\r\n";
// Limits: keys examined per node or edge, and bytes of defaults for each of these.
constexpr std::size_t kMaxUsed = 16, kLongestDefault = NodeIds::kMaxBytes;

/// A text between tags, and its place.
struct PlacedText {
  std::string text;
  Place place;
};

struct Key {
  std::size_t rank = ClassAttribute::kNone;  // rank of a class attribute of nodes
  bool weight = false;
  bool for_nodes = true;
  std::shared_ptr<const std::string> fallback;  // default for nodes or edges without a value
  Place fallback_place;
  bool seen = false;  // occurred in the open node
};

class GraphMlReader final : XmlHandler {
 public:
  GraphMlReader(Input& input, GraphBuilder& builder)
      : name_(input.name()), xml_(input), builder_(builder), nodes_(builder), class_(builder) {}

  void read() {
    builder_.report().format = "GraphML";
    xml_.read(*this);
    if (!graph_seen_)
      throw DataError({name_, 1, 1}, "expected a <graph>, found none — is it a GraphML file?");
    builder_.set_directed(directed_.value_or(default_directed_), directed_line_);
    nodes_.finish();
    class_.apply(name_);
  }

 private:
  enum class Element { kGraphMl, kKey, kDefault, kGraph, kNode, kEdge, kData, kSkipped };

  void start(std::string_view name) override {
    const Element parent = open_.empty() ? Element::kSkipped : open_.back();
    open_.push_back(open_.empty() ? root(name) : child(parent, name));
  }

  Element root(std::string_view name) {
    if (name == "graphml") return Element::kGraphMl;
    throw DataError(
        xml_.place(),
        fmt::format("expected <graphml>, found {} — is it a GraphML file?", in_quotes(name)));
  }

  Element child(Element parent, std::string_view name) {
    switch (parent) {
      case Element::kGraphMl:
        if (name == "key") return key();
        if (name == "graph") return graph();
        break;
      case Element::kKey:
        if (name == "default") return wanted(Element::kDefault);
        break;
      case Element::kGraph:
        if (name == "node") return node();
        if (name == "edge") return edge();
        break;
      case Element::kNode:
      case Element::kEdge:
        if (name == "data") return data(parent);
        break;
      default:
        return Element::kSkipped;
    }
    // Ignore ports, descriptions, data of the graph, and elements in other programs' name spaces.
    if (name == "data" || name == "desc" || name == "port" || name.find(':') != name.npos)
      return Element::kSkipped;
    throw DataError(xml_.place(), fmt::format("expected nodes and edges of one graph, found <{}> — "
                                              "take it out",
                                              name.substr(0, 40)));
  }

  Element wanted(Element element) {
    text_.emplace();
    return element;
  }

  Element key() {
    const std::string_view id = xml_.required("id", "key");
    const auto [entry, added] = keys_.try_emplace(std::string(id));
    if (!added) {
      throw DataError(
          xml_.place_of("id"),
          fmt::format("expected each key once, found {} again — rename one", in_quotes(id)));
    }
    const std::string_view name = xml_.attribute("attr.name").value_or("");
    const std::string_view domain = xml_.attribute("for").value_or("all");
    Key& key = entry->second;
    key.for_nodes = domain == "node" || domain == "all";
    key.weight = name == "weight" && (domain == "edge" || domain == "all");
    if (key.for_nodes) key.rank = class_.rank(name);
    const bool label = key.rank < ClassAttribute::kNone;
    if (label || key.weight) {
      if (used_.size() == kMaxUsed) {
        throw LimitError(fmt::format("{}: more than {} keys of classes and weights — keep one",
                                     to_string(xml_.place_of("id")), kMaxUsed));
      }
      used_.push_back(&key);
    }
    declared_ = &key;
    return Element::kKey;
  }

  Element graph() {
    if (graph_seen_)
      throw DataError(xml_.place(), "expected one graph, found a second — keep one graph per file");
    graph_seen_ = true;
    const std::string_view kind = xml_.required("edgedefault", "graph");
    if (kind != "directed" && kind != "undirected") {
      throw DataError(
          xml_.place_of("edgedefault"),
          fmt::format("expected directed or undirected, found {} — correct it", in_quotes(kind)));
    }
    default_directed_ = kind == "directed";
    directed_line_ = xml_.place().line;
    return Element::kGraph;
  }

  Element node() {
    const std::string_view id = xml_.required("id", "node");
    node_ = nodes_.declare(id, xml_.place_of("id"));
    return Element::kNode;
  }

  Element edge() {
    const std::string_view source = xml_.required("source", "edge");
    const std::string_view target = xml_.required("target", "edge");
    from_ = nodes_.refer(source, [&] { return xml_.place_of("source"); });
    to_ = nodes_.refer(target, [&] { return xml_.place_of("target"); });
    edge_line_ = xml_.place().line;
    weight_.reset();
    bool directed = default_directed_;
    if (const auto own = xml_.attribute("directed")) {
      if (*own != "true" && *own != "false") {
        throw DataError(
            xml_.place_of("directed"),
            fmt::format("expected true or false, found {} — correct it", in_quotes(*own)));
      }
      directed = *own == "true";
    }
    if (!directed_) {
      directed_ = directed;
      if (directed != default_directed_) directed_line_ = edge_line_;
    } else if (*directed_ != directed) {
      throw DataError(xml_.place_of("directed"),
                      "expected edges that are all directed or all undirected, found both kinds — "
                      "write each undirected edge as two directed ones");
    }
    return Element::kEdge;
  }

  Element data(Element parent) {
    const std::string_view id = xml_.required("key", "data");
    const auto found = keys_.find(id);
    if (found == keys_.end()) {
      builder_.errors().add(
          xml_.place_of("key"),
          fmt::format("expected a key that a <key> declares, found {} — declare it",
                      in_quotes(id)));
      return Element::kSkipped;
    }
    datum_ = &found->second;
    const bool label = parent == Element::kNode && datum_->rank < ClassAttribute::kNone;
    const bool weight = parent == Element::kEdge && datum_->weight;
    if (!label && !weight) return Element::kSkipped;
    if (label && std::exchange(datum_->seen, true)) {
      throw DataError(
          xml_.place_of("key"),
          fmt::format("expected one {} per node, found a second — keep one", in_quotes(id)));
    }
    if (weight && weight_)
      throw DataError(xml_.place_of("key"), "expected one weight, found a second — keep one");
    return wanted(Element::kData);
  }

  void text(std::string_view piece) override {
    const Element element = open_.back();
    if (element != Element::kData && element != Element::kDefault) return;
    if (text_->text.empty()) {
      const std::size_t blanks = std::min(piece.find_first_not_of(kBlank), piece.size());
      text_->place = xml_.place(blanks);
      piece.remove_prefix(blanks);
    }
    if (text_->text.size() + piece.size() > LineReader::kMaxLine)
      throw LimitError(to_string(text_->place) + ": a text of more than 64 MiB");
    text_->text.append(piece);
  }

  PlacedText take_text() {
    PlacedText taken = std::move(*text_);
    if (taken.text.empty()) taken.place = xml_.place();
    taken.text.erase(taken.text.find_last_not_of(kBlank) + 1);
    return taken;
  }

  void end(std::string_view) override {
    const Element element = open_.back();
    open_.pop_back();
    if (element == Element::kDefault) {
      set_default(take_text());
    } else if (element == Element::kData) {
      const PlacedText value = take_text();
      if (open_.back() == Element::kEdge)
        weight_ = value;
      else
        class_.add(datum_->rank, node_, value.text, value.place);
    } else if (element == Element::kNode) {
      for (Key* key : used_) {
        if (key->rank < ClassAttribute::kNone && !key->seen && key->fallback)
          class_.add(key->rank, node_, key->fallback, key->fallback_place);
        key->seen = false;
      }
    } else if (element == Element::kEdge) {
      end_edge();
    }
  }

  void set_default(PlacedText value) {
    const bool used = declared_->weight || declared_->rank < ClassAttribute::kNone;
    if (used && value.text.size() > kLongestDefault) {
      throw DataError(value.place,
                      fmt::format("expected a default of at most {} bytes, found {} bytes — write "
                                  "the value at each node or edge",
                                  kLongestDefault, value.text.size()));
    }
    declared_->fallback = std::make_shared<std::string>(std::move(value.text));
    declared_->fallback_place = std::move(value.place);
  }

  void end_edge() {
    for (const Key* key : used_) {
      if (!weight_ && key->weight && key->fallback) weight_ = {*key->fallback, key->fallback_place};
    }
    const auto w = weight_ ? scan_weight(weight_->text, weight_->place, builder_) : 1.0;
    if (w) builder_.add_edge(from_, to_, *w, edge_line_);
  }

  std::string name_;
  XmlReader xml_;
  GraphBuilder& builder_;
  NodeList nodes_;
  ClassAttribute class_;
  std::vector<Element> open_;
  std::map<std::string, Key, std::less<>> keys_;
  std::vector<Key*> used_;   // keys of classes and weights
  Key* declared_ = nullptr;  // the open <key>
  Key* datum_ = nullptr;     // key of the open <data>
  std::optional<PlacedText> text_;
  bool graph_seen_ = false;
  bool default_directed_ = false;
  std::optional<bool> directed_;  // direction of the edges so far
  std::uint64_t directed_line_ = 0;
  Node node_ = 0, from_ = 0, to_ = 0;
  std::uint64_t edge_line_ = 0;
  std::optional<PlacedText> weight_;
};

}  // namespace

GraphFormat formats::graphml() {
  return {.name = "GraphML",
          .ending = ".graphml",
          .recognises = [](const FileHead& head) { return head.text.starts_with('<'); },
          .read = [](Input& input, GraphBuilder& builder) { GraphMlReader(input, builder).read(); },
          .class_attribute = true};
}

}  // namespace querent
