// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/bibliography/graph_command.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <fmt/ranges.h>

#include <querent/apps/bibliography/staged_text.hpp>
#include <querent/graph/graph_data.hpp>

namespace querent::apps {

namespace {

// The node of each paper; kNoNode for a paper that is not a node.
std::vector<Node> nodes_of_papers(const Made& made) {
  std::vector<Node> node_of(made.bibliography.num_papers(), kNoNode);
  for (Node i = 0; i < made.graph.nodes.size(); ++i) {
    if (made.graph.nodes[i] < node_of.size()) node_of[made.graph.nodes[i]] = i;
  }
  return node_of;
}

}  // namespace

void write_aliases(const Made& made, OutputDirectory& out) {
  const std::vector<Node> node_of = nodes_of_papers(made);
  StagedText file(out, "aliases.tsv");
  made.bibliography.for_each_alias([&](Node paper, std::string_view other) {
    const Node node = node_of[paper];
    const std::string cell = one_cell(other);
    if (node != kNoNode && !cell.empty() && cell != made.ids[node])
      file.add(fmt::format("{}\t{}\n", made.ids[node], cell));
  });
  file.finish();
}

void write_duplicates(const Made& made, OutputDirectory& out) {
  const Bibliography& from = made.bibliography;
  if (from.duplicates().empty()) return;
  const std::vector<Node> node_of = nodes_of_papers(made);
  StagedText file(out, "duplicates.tsv");
  file.add("kept\tmerged\tby\ttitle\tmerged title\tplace\tmerged place\n");
  for (const DuplicateRecord& one : from.duplicates()) {
    const Node node = node_of[one.paper];
    file.add(fmt::format(
        "{}\t{}\t{}\t{}\t{}\t{}\t{}\n",
        node == kNoNode ? one_cell(from.paper_id(one.paper)) : std::string(made.ids[node]),
        one_cell(one.id), one.by, one_cell(from.title(one.paper)), one_cell(one.title),
        one_cell(from.place(one.paper)), one_cell(one.place)));
  }
  file.finish();
}

void write_citations(const Made& made, OutputDirectory& out) {
  const Incidence& cited = made.bibliography.references().cited();
  const std::vector<Node> node_of = nodes_of_papers(made);
  StagedText file(out, "citations.tsv");
  for (Node paper = 0; paper < node_of.size(); ++paper) {
    if (node_of[paper] == kNoNode) continue;
    for (std::uint64_t k = cited.offsets[paper]; k < cited.offsets[paper + 1]; ++k) {
      const Node other = cited.members[k];
      if (other < node_of.size() && other != paper && node_of[other] != kNoNode)
        file.add(fmt::format("{}\t{}\n", made.ids[node_of[paper]], made.ids[node_of[other]]));
    }
  }
  file.finish();
}

void write_missing(const Made& made, OutputDirectory& out) {
  const CitedItems& references = made.bibliography.references();
  const Incidence& cited = references.cited();
  const std::uint64_t papers = made.bibliography.num_papers();
  const std::vector<Node> node_of = nodes_of_papers(made);
  std::vector<std::vector<Node>> lines(references.report().outside_works);
  std::vector<std::uint64_t> times(lines.size(), 0);
  for (Node paper = 0; paper < papers; ++paper) {
    for (std::uint64_t k = cited.offsets[paper]; k < cited.offsets[paper + 1]; ++k) {
      if (cited.members[k] < papers) continue;
      const auto work = cited.members[k] - papers;
      ++times[work];
      if (node_of[paper] != kNoNode) lines[work].push_back(node_of[paper] + 1);
    }
  }
  std::vector<Node> order(lines.size());
  std::iota(order.begin(), order.end(), Node{0});
  std::stable_sort(order.begin(), order.end(), [&](Node a, Node b) { return times[a] > times[b]; });
  StagedText file(out, "missing.tsv");
  file.add("cited\tdoi\treference\tcited by\n");
  for (const Node work : order) {
    std::vector<Node>& by = lines[work];
    std::sort(by.begin(), by.end());
    by.erase(std::unique(by.begin(), by.end()), by.end());
    const auto item = static_cast<Node>(papers + work);
    file.add(fmt::format("{}\t{}\t{}\t{}\n", times[work], one_cell(references.doi(item)),
                         one_cell(references.text(item)), fmt::join(by, " ")));
  }
  file.finish();
}

}  // namespace querent::apps
