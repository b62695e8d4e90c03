// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <querent/graph/bibliography/bibliography.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Which graph is made of a bibliography.
enum class GraphKind {
  kCoauthors,       ///< people, joined by the papers they wrote together
  kCitations,       ///< papers, joined where one cites the other
  kCocitations,     ///< cited works, here or not, joined by the papers that cite both
  kCoupling,        ///< papers, joined by the works that both cite
  kPapersByAuthor,  ///< papers, joined by the people who wrote both
};

/// What became of the records: kept = used + the others.
struct UseReport {
  std::uint64_t used = 0;
  std::uint64_t without_authors = 0;     ///< of co-authors
  std::uint64_t without_references = 0;  ///< of co-citations
  std::uint64_t too_large = 0;           ///< groups of more than max_group
};

/// Of the nodes that there could be: all = nodes + rare + in_large_groups_only.
struct NodeReport {
  std::uint64_t all = 0;
  std::uint64_t rare = 0;                  ///< in fewer than min_groups papers
  std::uint64_t in_large_groups_only = 0;  ///< of more than max_group members
};

/// Of citations: matched = edges + repeated + mutual + to_itself.
struct CitationReport {
  std::uint64_t matched = 0;    ///< references that name a paper of the bibliography
  std::uint64_t repeated = 0;   ///< a paper that is named twice by one
  std::uint64_t mutual = 0;     ///< the second of two papers that cite each other
  std::uint64_t to_itself = 0;  ///< a paper that cites itself
};

struct MadeGraph {
  GraphKind kind = GraphKind::kCoauthors;
  std::vector<Node> nodes = {};  ///< people, papers or cited works, ascending
  UseReport use = {};
  NodeReport node_report = {};
  PairReport pairs = {};          ///< of every kind but citations
  CitationReport citations = {};  ///< of citations
  Graph graph = {};               ///< on `nodes`, in their order; of make_graph() alone
  bool people() const { return kind == GraphKind::kCoauthors; }
};

/// Who is a node and what becomes of the records. After match_references(), and after people were
/// merged or split.
MadeGraph plan_graph(const Bibliography& bibliography, GraphKind kind, const PairOptions& options);
/// The edges, a node of `planned.nodes` at a time: by its place among them, as for_each_pair().
/// Counts in `planned` what became of them.
void for_each_edge(const Bibliography& bibliography, MadeGraph& planned, const PairOptions& options,
                   const TakePairs& take);
/// Both, and the graph.
MadeGraph make_graph(const Bibliography& bibliography, GraphKind kind, const PairOptions& options);

/// What is known of a node, for tables and labels.
struct NodeText {
  std::string id, name;  ///< name: a person's, or a title
  std::string label;     ///< "" where there is none; of a person the most frequent of the papers
  std::vector<Node> papers;  ///< of a person; of a paper itself; none of a work outside
};
NodeText text_of(const Bibliography& bibliography, const MadeGraph& made,
                 const Incidence& papers_of, Node node);

}  // namespace querent
