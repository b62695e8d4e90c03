// SPDX-License-Identifier: Apache-2.0
// {"directed": false, "multigraph": false, "graph": {},
//  "nodes": [{"id": 0, "class": "a"}, …], "links" or "edges": [{"source": 0, "target": 1, "weight": 2}, …]}
//
// Nodes are named by their "id", or numbered from 0 without one; the class is the attribute that
// ClassAttribute selects. Parsed as a stream of events: a tree of the document would take many times its size.
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>
#include <querent/graph/formats.hpp>
#include <querent/graph/readers/node_list.hpp>
#include <querent/graph/readers/weight.hpp>

namespace querent {

namespace {

using Json = nlohmann::json;

// Iterates over the bytes of a text and records the position of the last one.
struct Cursor {
  std::uint64_t line = 1, column = 0;
};
class Bytes {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Bytes(const char* at, Cursor* cursor) : at_(at), cursor_(cursor) {}
  reference operator*() const { return *at_; }
  Bytes& operator++() {
    cursor_->column = *at_ == '\n' ? 0 : cursor_->column + 1;
    cursor_->line += *at_ == '\n';
    ++at_;
    return *this;
  }
  bool operator==(const Bytes& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  Cursor* cursor_;
};

struct Value {
  std::string text;
  Place place;
};

class NodeLinkReader : public nlohmann::json_sax<Json> {
 public:
  NodeLinkReader(Input& input, GraphBuilder& builder)
      : name_(input.name()),
        text_(input.read_all()),
        builder_(builder),
        nodes_(builder),
        class_(builder) {}

  void read() {
    builder_.report().format = "node-link JSON";
    const std::string_view text = without_byte_order_mark(text_);
    if (const auto bad = std::min(valid_utf8_prefix(text), text.find('\0')); bad < text.size()) {
      const auto line =
          std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bad), '\n');
      throw DataError(
          {name_, static_cast<std::uint64_t>(line) + 1},
          "expected UTF-8 text without NUL bytes, found others — save the file as UTF-8");
    }
    const char* const end = text.data() + text.size();
    Json::sax_parse(Bytes(text.data(), &cursor_), Bytes(end, &cursor_), this);
    if (!seen_nodes_ && !seen_edges_)
      throw DataError({name_, 1, 1},
                      "expected \"nodes\" and \"links\", found neither — write "
                      "networkx.node_link_data(G)");
    if (!seen_edges_)
      throw DataError({name_, 1, 1},
                      "expected \"links\" beside \"nodes\", found none — write "
                      "networkx.node_link_data(G), not adjacency_data");
    for (const auto& edge : edges_) add(edge);
    builder_.set_directed(directed_, directed_line_);
    nodes_.finish();
    class_.apply(name_);
  }

  bool null() override { return value("", false); }
  bool boolean(bool flag) override {
    if (depth_ == 1 && key_ == "directed" && flag) {
      directed_ = true;
      directed_line_ = cursor_.line;
    }
    return value(flag ? "true" : "false", false);
  }
  bool number_integer(number_integer_t number) override {
    return value(fmt::to_string(number), true);
  }
  bool number_unsigned(number_unsigned_t number) override {
    return value(fmt::to_string(number), true);
  }
  bool number_float(number_float_t number, const string_t&) override {
    return value(fmt::to_string(number), true);
  }
  bool string(string_t& text) override { return value(text, true); }
  bool binary(binary_t&) override { return true; }
  bool key(string_t& key) override {
    if (depth_ == 1 || depth_ == 3) key_ = key;
    return true;
  }
  bool start_object(std::size_t) override {
    enter();
    if (depth_ == 3 && list_ != List::kNone) fields_.clear();
    return true;
  }
  bool end_object() override {
    if (depth_ == 3 && list_ == List::kNodes) node();
    if (depth_ == 3 && list_ == List::kEdges) edge();
    --depth_;
    return true;
  }
  bool start_array(std::size_t) override {
    enter();
    if (depth_ != 2) return true;
    list_ = key_ == "nodes"                      ? List::kNodes
            : key_ == "links" || key_ == "edges" ? List::kEdges
                                                 : List::kNone;
    seen_nodes_ = seen_nodes_ || list_ == List::kNodes;
    seen_edges_ = seen_edges_ || list_ == List::kEdges;
    return true;
  }
  bool end_array() override {
    if (depth_-- == 2) list_ = List::kNone;
    return true;
  }
  bool parse_error(std::size_t, const std::string& token, const Json::exception&) override {
    throw DataError(here(), fmt::format("expected JSON, found {} — get the file again",
                                        token.empty() ? "its end" : in_quotes(token)));
  }

 private:
  enum class List { kNone, kNodes, kEdges };
  using Fields = std::map<std::string, Value, std::less<>>;
  struct Edge {
    Value from, to;
    std::optional<Value> weight;
  };

  Place here() const { return {name_, cursor_.line, std::max<std::uint64_t>(cursor_.column, 1)}; }

  void enter() {
    constexpr int kMostLevels = 64;
    if (++depth_ > kMostLevels)
      throw LimitError(
          fmt::format("{}: more than {} levels of JSON", to_string(here()), kMostLevels));
  }

  /// A number or a text is the value of a field of a node or an edge; other values are ignored.
  bool value(std::string text, bool usable) {
    if (depth_ != 3 || list_ == List::kNone || !usable) return true;
    const bool wanted =
        list_ == List::kEdges
            ? key_ == "source" || key_ == "target" || key_ == "weight" || key_ == "value"
            : key_ == "id" || class_.rank(key_) < ClassAttribute::kNone;
    if (wanted) fields_.insert_or_assign(key_, Value{std::move(text), here()});
    return true;
  }

  void node() {
    const auto id = fields_.find("id");
    const Node node = id == fields_.end() ? nodes_.declare(std::to_string(count_), here())
                                          : nodes_.declare(id->second.text, id->second.place);
    ++count_;
    for (const auto& [key, value] : fields_) {
      const std::size_t rank = class_.rank(key);
      if (rank < ClassAttribute::kNone) class_.add(rank, node, value.text, value.place);
    }
  }

  void edge() {
    const auto field = [&](std::string_view name) {
      const auto found = fields_.find(name);
      return found == fields_.end() ? std::optional<Value>() : found->second;
    };
    const auto from = field("source"), to = field("target");
    if (!from || !to) {
      builder_.errors().add(here(),
                            "expected a link with \"source\" and \"target\", found one "
                            "without — write networkx.node_link_data(G)");
      return;
    }
    const Edge edge{*from, *to, field(fields_.contains("weight") ? "weight" : "value")};
    if (seen_nodes_) {
      add(edge);
    } else {
      edges_.push_back(edge);  // the nodes come later
    }
  }

  void add(const Edge& edge) {
    const Node u = nodes_.refer(edge.from.text, [&] { return edge.from.place; });
    const Node v = nodes_.refer(edge.to.text, [&] { return edge.to.place; });
    const auto weight =
        edge.weight ? scan_weight(edge.weight->text, edge.weight->place, builder_) : 1.0;
    if (weight) builder_.add_edge(u, v, *weight, edge.from.place.line, edge.from.place.column);
  }

  std::string name_, text_;
  GraphBuilder& builder_;
  NodeList nodes_;
  ClassAttribute class_;
  Cursor cursor_;
  int depth_ = 0;
  std::string key_;  // last key of the document, a node or a link
  List list_ = List::kNone;
  Fields fields_;
  std::vector<Edge> edges_;
  std::uint64_t count_ = 0;
  bool seen_nodes_ = false, seen_edges_ = false, directed_ = false;
  std::uint64_t directed_line_ = 0;
};

// Whether it begins an object with nodes and links, as NetworkX's node_link_data and D3 write them.
bool looks_like_node_link(std::string_view head) {
  const auto begin = head.find_first_not_of(" \t\r\n");
  if (begin == head.npos || head[begin] != '{') return false;
  const auto has = [&](std::string_view key) { return head.find(key) != head.npos; };
  return has("\"nodes\"") || has("\"links\"") || (has("\"directed\"") && has("\"multigraph\""));
}

}  // namespace

GraphFormat formats::node_link() {
  return {
      .name = "node-link JSON",
      .recognises = [](const FileHead& head) { return looks_like_node_link(head.bytes); },
      .read = [](Input& input, GraphBuilder& builder) { NodeLinkReader(input, builder).read(); },
      .class_attribute = true};
}

}  // namespace querent
