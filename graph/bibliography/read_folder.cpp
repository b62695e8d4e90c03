// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/read_folder.hpp>

#include <fmt/format.h>

#include <querent/datasets/text/number.hpp>
#include <querent/datasets/vectors/row_stream.hpp>

namespace querent {

void refuse_line(const LineReader& lines, std::string_view expected) {
  throw CorruptError(fmt::format("{}: expected {} — make the folder again by querent graph",
                                 to_string(lines.place_of_line()), expected));
}

std::vector<std::optional<Node>> read_folder_nodes(Input& labels, GraphBuilder& builder) {
  LineReader lines(labels);
  std::vector<std::optional<Node>> order;
  for (std::string_view line; lines.next(line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) refuse_line(lines, "an id, a tab and a label");
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
      refuse_line(lines, "two ids and a weight separated by tabs");
    const auto u = builder.find(line.substr(0, first));
    const auto v = builder.find(line.substr(first + 1, second - first - 1));
    const Scanned weight = scan_number(line.substr(second + 1));
    if (!u || !v) refuse_line(lines, "ids of labels.tsv");
    if (weight.kind != Scanned::kNumber) refuse_line(lines, "a weight");
    builder.add_edge(*u, *v, weight.value, lines.line_number());
  }
}

namespace {

CsrMatrix read_rows(const std::filesystem::path& file, std::uint64_t count) {
  CsrMatrix rows;
  RowStream stream = RowStream::open(Input::open(file), {.format = "svmlight"});
  for (LabelledRow row; stream.next(row);) rows.add_row({row.index, row.value});
  rows.dim = stream.report().features;
  if (rows.rows() != count) {
    throw CorruptError(fmt::format(
        "{}: expected one row for each of the {} lines of labels.tsv, found {} — make the folder "
        "again by querent graph",
        file.string(), count, rows.rows()));
  }
  return rows;
}

}  // namespace

std::vector<std::string> read_column_names(const std::filesystem::path& rows, std::size_t count) {
  std::filesystem::path file = rows;
  file.replace_extension(".txt");
  Input input = Input::open(file);
  LineReader lines(input);
  std::vector<std::string> names;
  for (std::string_view line; lines.next(line);) names.emplace_back(line);
  if (names.size() < count) {
    throw CorruptError(fmt::format(
        "{}: expected a line for each of the {} columns, found {} — make the folder again by "
        "querent graph",
        file.string(), count, names.size()));
  }
  return names;
}

NodeIds read_folder_ids(const GraphFolder& folder) {
  Input input = Input::open(folder.labels);
  LineReader lines(input);
  NodeIds ids;
  for (std::string_view line; lines.next(line);) ids.find_or_add(line.substr(0, line.find('\t')));
  return ids;
}

std::vector<CsrMatrix> read_folder_views(const GraphFolder& folder, const NodeNames& nodes) {
  std::vector<CsrMatrix> views;
  if (folder.terms.empty()) return views;
  const NodeIds ids = read_folder_ids(folder);
  for (const std::filesystem::path& file : {folder.terms, folder.references}) {
    if (file.empty()) continue;
    const CsrMatrix all = read_rows(file, ids.size());
    CsrMatrix& view = views.emplace_back(CsrMatrix{.dim = all.dim});
    for (std::uint64_t i = 0; i < nodes.size(); ++i) {
      const auto row = ids.find(nodes[i]);
      view.add_row(row ? all[*row] : CsrMatrix::Row());
    }
  }
  return views;
}

}  // namespace querent
