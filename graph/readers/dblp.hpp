// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads `author_label.txt` of DBLP four-area: author id, area, optional name, separated by tabs.
void read_dblp_authors(Input& input, GraphBuilder& builder);

/// Reads `paper_author.txt`: paper id and author id per line. Two known authors are joined if they
/// share papers; the weight is the number of these. Unknown authors are counted and left out.
/// Throws LimitError for a paper with more than 10,000 known authors.
void read_dblp_papers(Input& input, GraphBuilder& builder);

}  // namespace querent
