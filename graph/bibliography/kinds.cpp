// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/kinds.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <span>

#include <querent/graph/assemble.hpp>
#include <querent/graph/matrices/symmetrize.hpp>

namespace querent {

namespace {

// The members that occur in enough groups of admissible size.
std::vector<Node> members_in_use(const Incidence& groups, const PairOptions& options,
                                 NodeReport& report, std::uint64_t& too_large) {
  std::vector<std::uint32_t> groups_of(groups.num_members, 0);
  std::vector<bool> used(groups.num_members, false);
  for (std::uint64_t g = 0; g < groups.num_groups(); ++g) {
    const std::vector<Node> set = groups.distinct(g);
    const bool large = options.max_group > 0 && set.size() > options.max_group;
    too_large += large;
    for (const Node member : set) {
      ++groups_of[member];
      if (!large) used[member] = true;
    }
  }
  std::vector<Node> members;
  for (Node i = 0; i < groups.num_members; ++i) {
    if (groups_of[i] == 0) continue;  // merged into another, or without papers
    ++report.all;
    if (groups_of[i] < options.min_groups) {
      ++report.rare;
    } else if (!used[i]) {
      ++report.in_large_groups_only;
    } else {
      members.push_back(i);
    }
  }
  return members;
}

Graph citation_graph(const Incidence& cited, std::uint64_t papers, CitationReport& report) {
  Entries entries;
  for (Node paper = 0; paper < papers; ++paper) {
    std::vector<Node> row;
    for (const Node other : cited.group(paper)) {
      if (other >= papers) continue;
      ++report.matched;
      if (other == paper) {
        ++report.to_itself;
      } else {
        row.push_back(other);
      }
    }
    std::sort(row.begin(), row.end());
    const auto end = std::unique(row.begin(), row.end());
    report.repeated += static_cast<std::uint64_t>(row.end() - end);
    for (auto other = row.begin(); other != end; ++other) entries.add(paper, *other);
  }
  const std::uint64_t named = entries.key.size();
  Graph graph = symmetrized(sorted_rows(papers, std::move(entries), {}), Symmetrize::kOr);
  report.mutual = named - graph.num_edges();
  return graph;
}

}  // namespace

MadeGraph plan_graph(const Bibliography& bibliography, GraphKind kind, const PairOptions& options) {
  MadeGraph planned{.kind = kind};
  const std::uint64_t papers = bibliography.num_papers();
  planned.use.used = papers;
  if (kind != GraphKind::kCoauthors && kind != GraphKind::kCocitations) {
    planned.nodes.resize(papers);
    std::iota(planned.nodes.begin(), planned.nodes.end(), Node{0});
    planned.node_report.all = papers;
    return planned;
  }
  const Incidence& groups =
      kind == GraphKind::kCoauthors ? bibliography.authors() : bibliography.references().cited();
  std::uint64_t none = 0;
  for (std::uint64_t g = 0; g < groups.num_groups(); ++g) none += groups.group(g).empty() ? 1U : 0U;
  (kind == GraphKind::kCoauthors ? planned.use.without_authors : planned.use.without_references) =
      none;
  planned.nodes = members_in_use(groups, options, planned.node_report, planned.use.too_large);
  planned.use.used = papers - none - planned.use.too_large;
  return planned;
}

void for_each_edge(const Bibliography& bibliography, MadeGraph& planned, const PairOptions& options,
                   const TakePairs& take) {
  const Incidence& authors = bibliography.authors();
  const Incidence& cited = bibliography.references().cited();
  if (planned.kind == GraphKind::kCitations) {
    const Graph graph = citation_graph(cited, bibliography.num_papers(), planned.citations);
    for (Node i = 0; i < graph.num_nodes(); ++i) {
      const auto all = graph.neighbours(i);
      const auto later = all.subspan(
          static_cast<std::size_t>(std::upper_bound(all.begin(), all.end(), i) - all.begin()));
      take(i, later, std::vector<double>(later.size(), 1.0));
    }
    return;
  }
  if (planned.kind == GraphKind::kCoupling || planned.kind == GraphKind::kPapersByAuthor) {
    for_each_pair(transposed(planned.kind == GraphKind::kCoupling ? cited : authors), options,
                  planned.pairs, take);
    return;
  }
  const Incidence& groups = planned.kind == GraphKind::kCoauthors ? authors : cited;
  std::vector<Node> place(groups.num_members, 0), later;
  for (Node k = 0; k < planned.nodes.size(); ++k) place[planned.nodes[k]] = k;
  std::uint64_t next = 0;  // nodes ascend like members; non-nodes have no edges
  for_each_pair(groups, options, planned.pairs,
                [&](Node member, std::span<const Node> members, std::span<const double> weights) {
                  if (next == planned.nodes.size() || planned.nodes[next] != member) return;
                  later.clear();
                  for (const Node other : members) later.push_back(place[other]);
                  take(static_cast<Node>(next++), later, weights);
                });
}

MadeGraph make_graph(const Bibliography& bibliography, GraphKind kind, const PairOptions& options) {
  MadeGraph made = plan_graph(bibliography, kind, options);
  PairRows rows;
  for_each_edge(bibliography, made, options,
                [&](Node, std::span<const Node> later, std::span<const double> weights) {
                  rows.add(later, weights);
                });
  made.graph = std::move(rows).graph();
  return made;
}

NodeText text_of(const Bibliography& bibliography, const MadeGraph& made,
                 const Incidence& papers_of, Node node) {
  const Node of = made.nodes[node];
  NodeText text;
  if (made.people()) {
    text.id = bibliography.people().id(of);
    text.name = bibliography.people().name(of);
    text.papers = papers_of.distinct(of);
    if (bibliography.options().label_from.empty()) return text;
    std::map<std::string_view, int> count;
    int most = 0;
    for (const Node paper : text.papers) {
      const std::string_view label = bibliography.label(paper);
      if (!label.empty()) most = std::max(most, ++count[label]);
    }
    for (const Node paper : text.papers) {  // the first of equally frequent labels
      const auto found = count.find(bibliography.label(paper));
      if (found != count.end() && found->second == most) {
        text.label = found->first;
        break;
      }
    }
  } else if (of < bibliography.num_papers()) {
    text.id = bibliography.paper_id(of);
    text.name = bibliography.title(of);
    text.label = bibliography.label(of);
    text.papers = {of};
  } else {
    text.id = text.name = bibliography.references().text(of);
  }
  return text;
}

}  // namespace querent
