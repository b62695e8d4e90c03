// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include <querent/datasets/input.hpp>
#include <querent/datasets/text/fields.hpp>
#include <querent/datasets/text/number.hpp>
#include <querent/graph/builder.hpp>
#include <querent/graph/formats.hpp>
#include <querent/graph/readers/weight.hpp>

namespace querent {

namespace {

// Lines of a node and its neighbours, or NetworkX's "node degree" followed by lines of one neighbour
// and its dictionary. Each edge is counted once, in whichever line it occurs.
class AdjacencyReader {
 public:
  AdjacencyReader(Input& input, GraphBuilder& builder)
      : multiline_(is_multiline(input.peek())), lines_(input), builder_(builder) {}

  void read() {
    builder_.set_directed(builder_.options().symmetrize != Symmetrize::kRefuse);
    builder_.report().format = multiline_ ? "multiline adjacency list" : "adjacency list";
    for (std::string_view line;
         lines_.next(line) && builder_.errors().count() < ErrorList::kShown;) {
      const std::string_view text = trimmed(line);
      if (text.empty() || text.front() == '#' || text.front() == '%') continue;
      if (!multiline_) {
        node_and_neighbours(line);
      } else if (left_ == 0) {
        node_and_degree(line);
      } else {
        neighbour(line);
      }
    }
    if (left_ > 0) {
      builder_.errors().add({lines_.name(), lines_.line_number() + 1, 1},
                            fmt::format("expected {} neighbours more, found the end of the file — "
                                        "get the file again",
                                        left_));
    }
  }

 private:
  /// In that format, a dictionary follows each neighbour.
  static bool is_multiline(std::string_view head) {
    while (!head.empty()) {
      const std::size_t end = std::min(head.find_first_of("\r\n"), head.size() - 1);
      const std::string_view line = trimmed(head.substr(0, end));
      head.remove_prefix(end + 1);
      if (line.ends_with("}") && line.find('{') != line.npos && line.front() != '#') return true;
    }
    return false;
  }

  void node_and_neighbours(std::string_view line) {
    const auto& fields = split_.split(line, Separator::kBlanks, lines_);
    const Node u = builder_.node(fields[0], split_.place(0, lines_));
    for (std::size_t k = 1; k < fields.size(); ++k) {
      const Node v = builder_.node(fields[k], split_.place(k, lines_));
      builder_.add_edge(u, v, 1, lines_.line_number(), split_.place(k, lines_).column);
    }
  }

  void node_and_degree(std::string_view line) {
    const auto& fields = split_.split(line, Separator::kBlanks, lines_);
    const auto degree = fields.size() == 2 ? scan_integer(fields[1]) : std::nullopt;
    if (!degree || *degree < 0) {
      builder_.errors().add(split_.place(fields.size() - 1, lines_),
                            fmt::format("expected a node and how many lines follow it, found {} — "
                                        "write the graph again",
                                        in_quotes(line)));
      return;
    }
    node_ = builder_.node(fields[0], split_.place(0, lines_));
    left_ = static_cast<std::uint64_t>(*degree);
  }

  void neighbour(std::string_view line) {
    --left_;
    const std::size_t begin = std::min(line.find('{'), line.size());
    const auto& fields = split_.split(line.substr(0, begin), Separator::kBlanks, lines_);
    if (fields.size() != 1) {
      builder_.errors().add(
          lines_.place_of_line(),
          fmt::format("expected one neighbour, found {} — write the graph again", in_quotes(line)));
      return;
    }
    constexpr std::string_view kWeight = "'weight':";
    double weight = 1;
    if (const std::size_t at = line.find(kWeight, begin); at != line.npos) {
      const std::string_view rest = line.substr(at + kWeight.size());
      const std::string_view text = trimmed(rest.substr(0, rest.find_first_of(",}")));
      const auto read = scan_weight(text, lines_.place_of(text), builder_);
      if (!read) return;
      weight = *read;
    }
    builder_.add_edge(node_, builder_.node(fields[0], split_.place(0, lines_)), weight,
                      lines_.line_number());
  }

  bool multiline_;
  LineReader lines_;
  GraphBuilder& builder_;
  FieldSplitter split_;
  Node node_ = 0;
  std::uint64_t left_ = 0;  // remaining neighbours of node_
};

// Whether it begins like NetworkX's write_adjlist or write_multiline_adjlist, with three comments of
// which the second is the time.
bool looks_like_adjacency(std::string_view head) {
  const std::size_t second = head.find('\n');
  if (!head.starts_with('#') || second == head.npos) return false;
  if (!head.substr(second + 1).starts_with("# GMT ")) return false;
  const std::size_t third = head.find('\n', second + 1);
  return third != head.npos && head.substr(third + 1).starts_with("# ");
}

}  // namespace

GraphFormat formats::adjacency() {
  return {
      .name = "adjacency list",
      .recognises = [](const FileHead& head) { return looks_like_adjacency(head.bytes); },
      .read = [](Input& input, GraphBuilder& builder) { AdjacencyReader(input, builder).read(); }};
}

}  // namespace querent
