// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <querent/datasets/bibliography/works.hpp>
#include <querent/graph/bibliography/doubts.hpp>
#include <querent/graph/bibliography/kinds.hpp>

namespace querent::apps {

/// What `querent graph` was asked for.
struct GraphCommand {
  std::vector<std::string> files;
  GraphKind kind = GraphKind::kCoauthors;
  PairOptions pairs;
  BibliographyOptions bibliography;
  std::string years, merge, split, out;
  std::vector<std::string> exports;
  std::uint64_t words = 2000;  ///< columns of features; 0: none
  bool lenient = false, json = false, quiet = false;
};

/// A file that was read.
struct ReadFile {
  std::string name;
  WorksReport report;
};

/// All that is known when the graph is made.
struct Made {
  std::vector<ReadFile> files;
  Bibliography bibliography;
  Incidence papers_of;  ///< people are the groups, papers the members
  MadeGraph graph;
  Doubts doubts;
  std::uint64_t split = 0, merged = 0;    ///< papers, people
  NodeNames ids;                          ///< of the nodes: one line each, no two alike
  std::uint64_t edges = 0, isolated = 0;  ///< isolated: nodes without an edge
  std::uint64_t labelled = 0;             ///< nodes with a label
  std::uint64_t word_columns = 0;
  std::uint64_t components = 0, largest_component = 0;  ///< largest: its nodes
  std::string kind_because;                             ///< why this kind, where none was given
};

/// Whether edges come of authors, not of references.
bool of_people(GraphKind kind);

/// "coauthors", …
std::string_view to_string(GraphKind kind);
std::string_view to_string(PairWeight weight);

}  // namespace querent::apps
