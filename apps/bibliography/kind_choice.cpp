// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/bibliography/graph_command.hpp>

#include <algorithm>
#include <span>

#include <fmt/ranges.h>

#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

namespace {

constexpr GraphKind kKinds[] = {GraphKind::kCoauthors, GraphKind::kCoupling, GraphKind::kCitations,
                                GraphKind::kCocitations, GraphKind::kPapersByAuthor};

std::uint64_t edges_of(const Bibliography& bibliography, GraphKind kind,
                       const PairOptions& options) {
  MadeGraph planned = plan_graph(bibliography, kind, options);
  std::uint64_t edges = 0;
  for_each_edge(
      bibliography, planned, options,
      [&](Node, std::span<const Node> later, std::span<const double>) { edges += later.size(); });
  return edges;
}

std::string why_none(const Made& made, const GraphCommand& command) {
  if (made.graph.pairs.light_edges > 0)
    return fmt::format("all {} are lighter than --min-weight {}",
                       counted(made.graph.pairs.light_edges, "edge"), command.pairs.min_weight);
  const std::uint64_t references = made.bibliography.references().report().references;
  switch (command.kind) {
    case GraphKind::kCoauthors:
      return "no two authors share a paper";
    case GraphKind::kPapersByAuthor:
      return "no two papers share an author";
    case GraphKind::kCitations:
      return references == 0 ? "the records have no references"
                             : fmt::format("none of the {} is to a work of this export",
                                           counted(references, "reference"));
    case GraphKind::kCoupling:
      return references == 0 ? "the records have no references"
                             : "no two records share a reference";
    case GraphKind::kCocitations:
      break;
  }
  return "no record has two references";
}

}  // namespace

std::uint64_t default_max_group(GraphKind kind) {
  return kind == GraphKind::kCoauthors ? 100 : 1000;
}

std::vector<KindEdges> kinds_with_edges(const Bibliography& bibliography, PairOptions options,
                                        bool own_max_group) {
  std::vector<KindEdges> found;
  for (const GraphKind kind : kKinds) {
    if (!of_people(kind) && !bibliography.options().references) continue;
    if (!own_max_group) options.max_group = default_max_group(kind);
    const std::uint64_t edges = edges_of(bibliography, kind, options);
    if (edges > 0) found.push_back({kind, edges});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const KindEdges& a, const KindEdges& b) { return a.edges > b.edges; });
  return found;
}

KindChoice choose_kind(const Bibliography& bibliography, const PairOptions& options,
                       bool own_max_group) {
  const std::uint64_t records = bibliography.num_papers();
  std::uint64_t several = 0;  // records of two or more authors
  for (std::uint64_t g = 0; g < bibliography.authors().num_groups(); ++g)
    several += bibliography.authors().group(g).size() > 1 ? 1U : 0U;
  const std::string authors =
      fmt::format("{} of {} {} two or more authors", grouped(several), counted(records, "record"),
                  several == 1 ? "names" : "name");
  if (2 * several >= records) return {GraphKind::kCoauthors, authors};
  const auto kinds = kinds_with_edges(bibliography, options, own_max_group);
  if (kinds.empty()) return {GraphKind::kCoauthors, authors};
  return {kinds.front().kind, fmt::format("only {}, and this kind has the most edges, {}", authors,
                                          grouped(kinds.front().edges))};
}

void refuse_no_edges(const Made& made, const GraphCommand& command,
                     const std::vector<KindEdges>& others) {
  if (command.for_ask)
    throw DataError(fmt::format(
        "{}: none of the {} cites another, and no words distinguish them — give a file with more "
        "records, or with their abstracts",
        fmt::join(command.files, ", "), counted(made.graph.nodes.size(), "record")));
  std::vector<std::string> choices;
  for (const auto& [kind, edges] : others) {
    if (kind != command.kind)
      choices.push_back(fmt::format("{} ({})", to_string(kind), counted(edges, "edge")));
  }
  std::string remedy = made.graph.pairs.light_edges > 0 ? "lower --min-weight" : "";
  if (!choices.empty())
    remedy += fmt::format("{}choose another --kind: {}", remedy.empty() ? "" : ", or ",
                          fmt::join(choices, ", "));
  if (remedy.empty()) remedy = "no other --kind has edges, either; give files with more records";
  throw DataError(fmt::format("{}: the graph of --kind {} would have {} and no edges: {} — {}",
                              fmt::join(command.files, ", "), to_string(command.kind),
                              counted(made.graph.nodes.size(), "node"), why_none(made, command),
                              remedy));
}

}  // namespace querent::apps
