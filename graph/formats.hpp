// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/graph/format.hpp>

/// One line per format, in the order in which they are recognised. Each is defined at the end of
/// its reader's file.
#define QUERENT_GRAPH_FORMATS(FORMAT) \
  FORMAT(npz)                         \
  FORMAT(npy_matrix)                  \
  FORMAT(matrix_market)               \
  FORMAT(node_link)                   \
  FORMAT(foreign)                     \
  FORMAT(gexf)                        \
  FORMAT(graphml)                     \
  FORMAT(pajek)                       \
  FORMAT(adjacency)                   \
  FORMAT(pubmed_citations)            \
  FORMAT(pubmed_papers)               \
  FORMAT(gml)                         \
  FORMAT(linqs_content)               \
  FORMAT(svmlight)                    \
  FORMAT(four_area)                   \
  FORMAT(edge_list)

namespace querent::formats {

#define QUERENT_DECLARE(name) GraphFormat name();
QUERENT_GRAPH_FORMATS(QUERENT_DECLARE)
#undef QUERENT_DECLARE

}  // namespace querent::formats
