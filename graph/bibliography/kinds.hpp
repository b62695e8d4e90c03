// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <querent/graph/bibliography/bibliography.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The kind of graph to build from a bibliography.
enum class GraphKind {
  kCoauthors,       ///< people, joined by common papers
  kCitations,       ///< papers, joined if one cites the other
  kCocitations,     ///< cited works, also outside ones, joined by the papers that cite both
  kCoupling,        ///< papers, joined by the works that both cite
  kPapersByAuthor,  ///< papers, joined by common authors
};

/// Use of the records: kept = used + the others.
struct UseReport {
  std::uint64_t used = 0;
  std::uint64_t without_authors = 0;     ///< co-author graphs only
  std::uint64_t without_references = 0;  ///< co-citation graphs only
  std::uint64_t too_large = 0;           ///< groups of more than max_group members
};

/// Candidate nodes: all = nodes + rare + in_large_groups_only.
struct NodeReport {
  std::uint64_t all = 0;
  std::uint64_t rare = 0;                  ///< in fewer than min_groups papers
  std::uint64_t in_large_groups_only = 0;  ///< only in groups of more than max_group members
};

/// Citation graphs: matched = edges + repeated + mutual + to_itself.
struct CitationReport {
  std::uint64_t matched = 0;    ///< references to papers of the bibliography
  std::uint64_t repeated = 0;   ///< repeated references of one paper to another
  std::uint64_t mutual = 0;     ///< second direction of mutual citations
  std::uint64_t to_itself = 0;  ///< papers that cite themselves
};

struct MadeGraph {
  GraphKind kind = GraphKind::kCoauthors;
  std::vector<Node> nodes = {};  ///< people, papers or cited works, ascending
  UseReport use = {};
  NodeReport node_report = {};
  PairReport pairs = {};          ///< all kinds except citations
  CitationReport citations = {};  ///< citations only
  Graph graph = {};               ///< on `nodes`, in their order; set only by make_graph()
  bool people() const { return kind == GraphKind::kCoauthors; }
};

/// Determines the nodes and the use of the records. Call it after Bibliography::finish() and after
/// people were merged or split.
MadeGraph plan_graph(const Bibliography& bibliography, GraphKind kind, const PairOptions& options);
/// Passes the edges of one node of `planned.nodes` at a time, by its position there, as
/// for_each_pair() does. Counts dropped edges in `planned`.
void for_each_edge(const Bibliography& bibliography, MadeGraph& planned, const PairOptions& options,
                   const TakePairs& take);
/// Both steps, and the graph.
MadeGraph make_graph(const Bibliography& bibliography, GraphKind kind, const PairOptions& options);

/// Texts of a node for tables and labels.
struct NodeText {
  std::string id, name;      ///< name of a person, or title
  std::string label;         ///< "" if unknown; for a person, the most frequent label of the papers
  std::vector<Node> papers;  ///< of a person; a paper itself; empty for outside works
};
NodeText text_of(const Bibliography& bibliography, const MadeGraph& made,
                 const Incidence& papers_of, Node node);

}  // namespace querent
