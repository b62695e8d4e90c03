// SPDX-License-Identifier: Apache-2.0
// The LINQS release of Cora and Citeseer: two files, described in the accompanying README.
//   NAME.content   <paper id> <word attribute>+ <class>
//   NAME.cites     <id of the cited paper> <id of the citing paper>
// All lines have the same number of words; word k is feature k, stored if it is not 0.
#include <algorithm>

#include <fmt/format.h>

#include <querent/datasets/text/fields.hpp>
#include <querent/datasets/text/number.hpp>
#include <querent/graph/formats.hpp>
#include <querent/graph/readers/cited.hpp>

namespace querent {

namespace {

Separator tab_or_blanks(std::string_view line) {
  return line.find('\t') == line.npos ? Separator::kBlanks : Separator::kTab;
}

/// id, at least three columns of 0 and 1, then a class; decided from the first dozen columns.
bool is_linqs_content(std::string_view line) {
  const auto id_end = line.find('\t');
  if (id_end == line.npos) return false;
  line.remove_prefix(id_end);
  std::size_t words = 0;
  while (words < 12 && line.size() > 2 &&
         (line.starts_with("\t0\t") || line.starts_with("\t1\t"))) {
    line.remove_prefix(2);
    ++words;
  }
  return words >= 2;
}

void read_linqs_content(Input& input, GraphBuilder& builder) {
  builder.report().format = "LINQS";
  LineReader reader(input);
  FieldSplitter splitter;
  std::string_view line;
  std::size_t width = 0;  // number of columns of the first line
  std::uint64_t width_line = 0;
  std::vector<std::pair<std::uint32_t, double>> row;
  while (reader.next(line)) {
    if (trimmed(line).empty()) continue;
    const auto& fields = splitter.split(line, tab_or_blanks(line), reader);
    if (width == 0 && fields.size() >= 2) {
      width = fields.size();
      width_line = reader.line_number();
      builder.set_feature_dim(width - 2);
    }
    if (fields.size() != width) {
      builder.errors().add(
          splitter.place(std::max<std::size_t>(width, 2), reader),
          width == 0
              ? fmt::format("expected an id, words and a class, found {} — is it a .content file?",
                            in_quotes(line))
              : fmt::format("expected {} columns as on line {}, found {} — every paper has one "
                            "column per word",
                            width, width_line, fields.size()));
      continue;
    }
    if (builder.find(fields[0])) {
      builder.errors().add(splitter.place(0, reader),
                           fmt::format("expected each paper once, found {} again — keep one line",
                                       in_quotes(fields[0])));
      continue;
    }
    const Node paper = builder.node(fields[0], splitter.place(0, reader));
    row.clear();
    for (std::size_t k = 1; k + 1 < width; ++k) {
      if (fields[k] == "0") continue;
      const Scanned word = scan_number(fields[k]);
      if (const std::string complaint =
              number_complaint(word, fields[k], "word columns are numbers");
          !complaint.empty()) {
        builder.errors().add(splitter.place(k, reader), "expected " + complaint);
      } else if (word.value != 0) {
        row.emplace_back(static_cast<std::uint32_t>(k - 1), word.value);
      }
    }
    if (width > 2) builder.set_features(paper, row);
    builder.set_label(paper, fields.back(), splitter.place(width - 1, reader));
  }
  if (width == 0 && builder.errors().empty()) {
    throw DataError({reader.name()},
                    "expected papers (id, words, class), found no line — is it the right file?");
  }
}

void read_linqs_cites(Input& input, GraphBuilder& builder) {
  LineReader reader(input);
  FieldSplitter splitter;
  for (std::string_view line; reader.next(line);) {
    if (trimmed(line).empty()) continue;
    const auto& fields = splitter.split(line, tab_or_blanks(line), reader);
    if (fields.size() != 2) {
      builder.errors().add(
          splitter.place(2, reader),
          fmt::format(
              "expected two paper ids separated by a tab, found {} — write one citation per line",
              in_quotes(line)));
      continue;
    }
    add_citation({fields[0], splitter.place(0, reader)}, {fields[1], splitter.place(1, reader)},
                 builder, Unlisted::kDrop);
  }
}

}  // namespace

GraphFormat formats::linqs_content() {
  return {.name = "LINQS content",
          .holds = Holds::kNodes,
          .recognises = [](const FileHead& head) { return is_linqs_content(head.line); },
          .read_nodes = read_linqs_content,
          .edges = "edge list",
          .read_edges = read_linqs_cites,
          .remedy = "give the file of citations as the edges and this one as labels",
          .edges_remedy = "its edges are in a .cites file"};
}

}  // namespace querent
