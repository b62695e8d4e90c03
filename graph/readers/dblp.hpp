// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads `author_label.txt` of DBLP four-area: author id, area, perhaps a name, separated by tabs.
void read_dblp_authors(Input& input, GraphBuilder& builder);

/// Reads `paper_author.txt`: paper id and author id a line. Two authors that the builder knows are
/// joined when they share a paper; the weight is how many. Authors it does not know are counted and
/// left out. LimitError for a paper with more than 10,000 known authors.
void read_dblp_papers(Input& input, GraphBuilder& builder);

}  // namespace querent
