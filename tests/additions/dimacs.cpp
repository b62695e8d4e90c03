// SPDX-License-Identifier: Apache-2.0
// The only new file of a graph format, that of the DIMACS challenges: "p edge NODES EDGES" and "e u
// v".
#include <fmt/format.h>

#include <querent/datasets/text/fields.hpp>
#include <querent/graph/formats.hpp>

namespace querent {

namespace {

void read_dimacs(Input& input, GraphBuilder& builder) {
  builder.report().format = "DIMACS";
  LineReader lines(input);
  FieldSplitter split;
  for (std::string_view line; lines.next(line);) {
    if (!line.starts_with("e ")) continue;
    const auto& fields = split.split(line, Separator::kBlanks, lines);
    if (fields.size() != 3) {
      builder.errors().add(
          lines.place_of_line(),
          fmt::format("expected \"e u v\", found {} fields — give two nodes", fields.size()));
      continue;
    }
    const Node u = builder.node(fields[1], split.place(1, lines));
    builder.add_edge(u, builder.node(fields[2], split.place(2, lines)), 1, lines.line_number());
  }
}

}  // namespace

GraphFormat formats::dimacs() {
  return {.name = "DIMACS",
          .ending = ".col",
          .recognises = [](const FileHead& head) { return head.text.starts_with("p edge "); },
          .read = read_dimacs};
}

}  // namespace querent
