// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/read_folder.hpp>

#include <fmt/format.h>

#include <querent/datasets/number.hpp>

namespace querent {

namespace {

[[noreturn]] void refuse(const LineReader& lines, std::string_view expected) {
  throw CorruptError(fmt::format("{}: expected {} — make the folder again by querent graph",
                                 to_string(lines.place_of_line()), expected));
}

}  // namespace

std::vector<std::optional<Node>> read_folder_nodes(Input& labels, GraphBuilder& builder) {
  LineReader lines(labels);
  std::vector<std::optional<Node>> order;
  for (std::string_view line; lines.next(line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) refuse(lines, "an id, a tab and a label");
    const Node node = builder.node(line.substr(0, tab), lines.place_of_line());
    builder.set_label(node, line.substr(tab + 1), lines.place_of_line());
    order.emplace_back(node);
  }
  return order;
}

void read_folder_edges(Input& edges, GraphBuilder& builder) {
  LineReader lines(edges);
  for (std::string_view line; lines.next(line);) {
    const std::size_t first = line.find('\t'), second = line.find('\t', first + 1);
    if (first == std::string_view::npos || second == std::string_view::npos)
      refuse(lines, "two ids and a weight separated by tabs");
    const auto u = builder.find(line.substr(0, first));
    const auto v = builder.find(line.substr(first + 1, second - first - 1));
    const Scanned weight = scan_number(line.substr(second + 1));
    if (!u || !v) refuse(lines, "ids of labels.tsv");
    if (weight.kind != Scanned::kNumber) refuse(lines, "a weight");
    builder.add_edge(*u, *v, weight.value, lines.line_number());
  }
}

}  // namespace querent
