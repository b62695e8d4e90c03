// SPDX-License-Identifier: Apache-2.0
// The tables of a graph's folder.
#pragma once

#include <querent/apps/bibliography/graph_command.hpp>
#include <querent/apps/output/output_directory.hpp>

namespace querent::apps {

/// The ids of the nodes as tables can hold them: without tabs and line ends, no two alike.
NodeNames ids_of(const Made& made);

/// Stages nodes.tsv, labels.tsv, incidence.tsv, people.tsv, aliases.tsv, citations.tsv, missing.tsv and, where
/// words are wanted, features.svm and words.txt; counts labels and words in `made`.
void write_tables(Made& made, std::uint64_t words, OutputDirectory& out);
/// Stages edges.tsv as the edges are made, so that the graph is never held; counts edges and nodes
/// without one in `made`. `also` sees each row after it was written; it may be empty.
void write_edges(Made& made, const PairOptions& pairs, OutputDirectory& out, const TakePairs& also);
/// Stages graph.graphml, graph.net (Pajek), vosviewer_map.txt and vosviewer_network.txt, as
/// `formats` ("graphml", "pajek", "vosviewer") name them.
void write_exports(const Made& made, const std::vector<std::string>& formats, OutputDirectory& out);

}  // namespace querent::apps
