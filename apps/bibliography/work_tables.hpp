// SPDX-License-Identifier: Apache-2.0
// What a graph's folder keeps of works beside the graph.
#pragma once

#include <querent/apps/bibliography/graph_command.hpp>
#include <querent/apps/output/output_directory.hpp>

namespace querent::apps {

/// Stages aliases.tsv: a node, and another id of its work. Labels are matched by them, too.
void write_aliases(const Made& made, OutputDirectory& out);

/// Stages citations.tsv: a node, and a node that it cites.
void write_citations(const Made& made, OutputDirectory& out);

/// Stages missing.tsv: works that are cited but are no records, the most cited first, with the lines
/// of labels.tsv, from 1, whose works cite them.
void write_missing(const Made& made, OutputDirectory& out);

}  // namespace querent::apps
