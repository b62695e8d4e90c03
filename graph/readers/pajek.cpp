// SPDX-License-Identifier: Apache-2.0
// Pajek's .net (Batagelj and Mrvar, Pajek Reference Manual, 5.3): sections begin with a line
// starting with *, comments with %.
//   *Vertices 3     number "label" and drawing attributes
//   *Edges          u v weight      *Arcs      the same, directed
//   *Edgeslist      u v1 v2 …       *Arcslist
// Nodes are named by their labels. A file with arcs is directed.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <querent/datasets/input.hpp>
#include <querent/datasets/text/fields.hpp>
#include <querent/datasets/text/lowered.hpp>
#include <querent/datasets/text/number.hpp>
#include <querent/graph/builder.hpp>
#include <querent/graph/formats.hpp>
#include <querent/graph/readers/weight.hpp>

namespace querent {

namespace {

class PajekReader {
 public:
  PajekReader(Input& input, GraphBuilder& builder) : lines_(input), builder_(builder) {}

  void read() {
    builder_.report().format = "Pajek";
    for (std::string_view line;
         lines_.next(line) && builder_.errors().count() < ErrorList::kShown;) {
      const std::string_view text = trimmed(line);
      if (text.empty() || text.front() == '%') continue;
      const auto& fields = split_.split(text, Separator::kBlanks, lines_);
      if (text.front() == '*') {
        section(fields);
      } else if (section_ == Section::kVertices) {
        vertex(fields);
      } else if (section_ == Section::kEdges) {
        edge(fields);
      } else if (section_ == Section::kLists) {
        list(fields);
      }
    }
    make_nodes();
    builder_.set_directed(directed_line_ > 0, directed_line_);
    if (directed_line_ > 0 && undirected_line_ > 0) {
      throw DataError({lines_.name(), std::max(directed_line_, undirected_line_), 1},
                      "expected edges or arcs, found both — write each edge as two arcs");
    }
  }

 private:
  enum class Section { kSkipped, kVertices, kEdges, kLists };

  void section(const std::vector<std::string_view>& fields) {
    const std::string name = lowered(fields[0]);
    if (name.starts_with("*vertices")) {
      if (n_ > 0)
        throw DataError(lines_.place_of_line(),
                        "expected one network, found a second — keep one per file");
      const auto count = fields.size() > 1 ? scan_integer(fields[1]) : std::nullopt;
      if (!count || *count < 1 || *count > 0xfffffffe)
        throw DataError(lines_.place_of_line(),
                        "expected the number of vertices after *Vertices, found none — add it");
      if (fields.size() > 2)
        throw DataError(
            lines_.place_of(fields[2]),
            "expected a graph on one set of nodes, found a two-mode network — project it "
            "onto one side first");
      n_ = static_cast<std::uint64_t>(*count);
      section_ = Section::kVertices;
      return;
    }
    const bool arcs = name.starts_with("*arcs"), edges = name.starts_with("*edges");
    if (name.starts_with("*matrix"))
      throw DataError(lines_.place_of_line(),
                      "expected *Edges or *Arcs, found a *Matrix — write its entries as edges");
    section_ = !arcs && !edges          ? Section::kSkipped
               : name.ends_with("list") ? Section::kLists
                                        : Section::kEdges;
    if (section_ == Section::kSkipped) {
      if (name != "*network")
        builder_.report().notes.push_back(fmt::format("line {}: the section {} is not used",
                                                      lines_.line_number(), in_quotes(name)));
      return;
    }
    make_nodes();
    arcs_ = arcs;
    section_line_ = lines_.line_number();
  }

  void vertex(const std::vector<std::string_view>& fields) {
    const auto number = scan_integer(fields[0]);
    if (!number || *number < 1 || static_cast<std::uint64_t>(*number) > n_)
      return refuse(0, fmt::format("expected the number of a vertex from 1 to {}", n_));
    const auto k = static_cast<std::size_t>(*number) - 1;
    ++vertex_lines_;
    if (labels_.size() <= k) {
      if (k > kFreeNodes + 64 * vertex_lines_) return refuse(0, "expected vertices in their order");
      labels_.resize(k + 1);
    }
    labels_[k] = {std::string(fields.size() > 1 && !fields[1].empty() ? fields[1] : fields[0]),
                  lines_.line_number()};
  }

  /// Every vertex is a node, with or without a line. A label shared by two vertices is not used as
  /// id.
  void make_nodes() {
    if (made_) return;
    made_ = true;
    if (n_ > kFreeNodes + 64 * vertex_lines_) {
      throw LimitError(
          fmt::format("{}: {} vertices, of which {} have a line — give the vertices "
                      "labels, or number them without gaps",
                      lines_.name(), n_, vertex_lines_));
    }
    labels_.resize(n_);
    std::vector<std::string_view> sorted;
    for (const auto& [label, line] : labels_) sorted.push_back(label);
    std::sort(sorted.begin(), sorted.end());
    bool twice = false;
    for (std::size_t k = 1; k < sorted.size(); ++k)
      twice = twice || (!sorted[k].empty() && sorted[k] == sorted[k - 1]);
    if (twice)
      builder_.report().notes.emplace_back(
          "several vertices have one label: nodes are named by their numbers");
    for (std::size_t k = 0; k < n_; ++k) {
      const bool numbered = twice || labels_[k].first.empty();
      const Node node = builder_.node(numbered ? std::to_string(k + 1) : labels_[k].first,
                                      {lines_.name(), labels_[k].second, 1});
      if (node != k)
        throw DataError({lines_.name(), labels_[k].second, 1},
                        fmt::format("expected labels that no other vertex has as its number, found "
                                    "{} — give each vertex a label",
                                    in_quotes(labels_[k].first)));
    }
  }

  std::optional<Node> end_of_edge(const std::vector<std::string_view>& fields, std::size_t k) {
    const auto number = k < fields.size() ? scan_integer(fields[k]) : std::nullopt;
    if (number && *number >= 1 && static_cast<std::uint64_t>(*number) <= n_)
      return static_cast<Node>(*number - 1);
    refuse(std::min(k, fields.size() - 1),
           fmt::format("expected the numbers of two vertices from 1 to {}", n_));
    return std::nullopt;
  }

  void edge(const std::vector<std::string_view>& fields) {
    const auto u = end_of_edge(fields, 0);
    const auto v = u ? end_of_edge(fields, 1) : u;
    if (!v) return;
    const auto weight =
        fields.size() > 2 ? scan_weight(fields[2], split_.place(2, lines_), builder_) : 1.0;
    (arcs_ ? directed_line_ : undirected_line_) = section_line_;
    if (weight) builder_.add_edge(*u, *v, *weight, lines_.line_number());
  }

  void list(const std::vector<std::string_view>& fields) {
    const auto u = end_of_edge(fields, 0);
    for (std::size_t k = 1; u && k < fields.size(); ++k) {
      const auto v = end_of_edge(fields, k);
      if (!v) return;
      (arcs_ ? directed_line_ : undirected_line_) = section_line_;
      builder_.add_edge(*u, *v, 1, lines_.line_number(), split_.place(k, lines_).column);
    }
  }

  void refuse(std::size_t k, const std::string& expected) {
    builder_.errors().add(split_.place(k, lines_),
                          fmt::format("{}, found {} — correct the line, or the count after "
                                      "*Vertices",
                                      expected, in_quotes(split_.fields()[k])));
  }

  LineReader lines_;
  GraphBuilder& builder_;
  FieldSplitter split_;
  Section section_ = Section::kSkipped;
  std::uint64_t n_ = 0, vertex_lines_ = 0;
  std::vector<std::pair<std::string, std::uint64_t>> labels_;  // labels and their lines
  bool made_ = false, arcs_ = false;
  std::uint64_t section_line_ = 0;
  std::uint64_t directed_line_ = 0, undirected_line_ = 0;  // lines of filled sections of each kind
};

/// True for *Vertices or *Network in any case, possibly after comments.
bool is_pajek(std::string_view text) {
  while (text.starts_with('%'))
    text = without_blanks_in_front(text.substr(std::min(text.find('\n'), text.size())));
  const std::string word = lowered(text.substr(0, 9));
  return word.starts_with("*vertices") || word.starts_with("*network");
}

}  // namespace

GraphFormat formats::pajek() {
  return {.name = "Pajek",
          .ending = ".net",
          .recognises = [](const FileHead& head) { return is_pajek(head.text); },
          .read = [](Input& input, GraphBuilder& builder) { PajekReader(input, builder).read(); }};
}

}  // namespace querent
