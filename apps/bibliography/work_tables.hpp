// SPDX-License-Identifier: Apache-2.0
// Tables of works in the folder of a graph, in addition to the graph.
#pragma once

#include <querent/apps/bibliography/graph_command.hpp>
#include <querent/apps/output/output_directory.hpp>

namespace querent::apps {

/// Stages aliases.tsv: a node and another id of its work, by which labels are matched, too.
void write_aliases(const Made& made, OutputDirectory& out);

/// Stages citations.tsv: a node and a node that it cites.
void write_citations(const Made& made, OutputDirectory& out);

/// Stages missing.tsv: cited works without a record, the most cited first, and the lines of
/// labels.tsv, from 1, whose works cite them.
void write_missing(const Made& made, OutputDirectory& out);

}  // namespace querent::apps
