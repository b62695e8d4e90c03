// SPDX-License-Identifier: Apache-2.0
// The tables in the folder of a graph.
#pragma once

#include <querent/apps/bibliography/graph_command.hpp>
#include <querent/apps/output/output_directory.hpp>

namespace querent::apps {

/// Unique ids of the nodes for tables: without tabs and line ends.
NodeNames ids_of(const Made& made);

/// Stages nodes.tsv, labels.tsv, incidence.tsv, people.tsv, aliases.tsv, citations.tsv, missing.tsv
/// and, if words are wanted, features.svm and words.txt; counts labels and words in `made`.
void write_tables(Made& made, std::uint64_t words, OutputDirectory& out);
/// Stages edges.tsv while the edges are made, so that the graph is never in memory; counts edges
/// and isolated nodes in `made`. `also`, which may be empty, gets each row after it was written.
void write_edges(Made& made, const PairOptions& pairs, OutputDirectory& out, const TakePairs& also);
/// Stages the files of `formats`: graph.graphml ("graphml"), graph.net ("pajek"), vosviewer_map.txt
/// and vosviewer_network.txt ("vosviewer").
void write_exports(const Made& made, const std::vector<std::string>& formats, OutputDirectory& out);

// Tables of works in the folder of a graph, in addition to the graph.

/// Stages aliases.tsv: a node and another id of its work, by which labels are matched, too.
void write_aliases(const Made& made, OutputDirectory& out);

/// Stages citations.tsv: a node and a node that it cites.
void write_citations(const Made& made, OutputDirectory& out);

/// Stages missing.tsv: cited works without a record, the most cited first, and the lines of
/// labels.tsv, from 1, whose works cite them.
void write_missing(const Made& made, OutputDirectory& out);

}  // namespace querent::apps
