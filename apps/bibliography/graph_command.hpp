// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <querent/datasets/bibliography/works.hpp>
#include <querent/graph/bibliography/doubts.hpp>
#include <querent/graph/bibliography/kinds.hpp>

namespace querent::apps {

/// The options of `querent graph`.
struct GraphCommand {
  std::vector<std::string> files;
  GraphKind kind = GraphKind::kCoauthors;
  PairOptions pairs;
  BibliographyOptions bibliography;
  std::string years, merge, split, out;
  std::vector<std::string> exports;
  std::uint64_t words = 2000;  ///< columns of the features; 0: none
  bool lenient = false, json = false, quiet = false;
};

/// An input file that was read.
struct ReadFile {
  std::string name;
  WorksReport report;
};

/// Everything that is known about a graph when it has been made.
struct Made {
  std::vector<ReadFile> files;
  Bibliography bibliography;
  Incidence papers_of;  ///< the groups are people, the members papers
  MadeGraph graph;
  Doubts doubts;
  std::uint64_t split = 0, merged = 0;    ///< papers, people
  NodeNames ids;                          ///< of the nodes: one line each, unique
  std::uint64_t edges = 0, isolated = 0;  ///< isolated: nodes without an edge
  std::uint64_t labelled = 0;             ///< nodes with a label
  std::uint64_t word_columns = 0;
  std::uint64_t components = 0, largest_component = 0;  ///< largest: its number of nodes
  std::string kind_because;                             ///< the reason for the kind if the user
                                                        ///< chose none
};

/// Whether edges come from authors rather than references.
bool of_people(GraphKind kind);

/// "coauthors", …
std::string_view to_string(GraphKind kind);
std::string_view to_string(PairWeight weight);

}  // namespace querent::apps
