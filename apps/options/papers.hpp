// SPDX-License-Identifier: Apache-2.0
// The papers that `reproduce` knows, by name, with their tables and figures. What makes them is
// querent-reproduce.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace querent::apps {

/// One paper.
struct Paper {
  std::string name;       ///< as in `reproduce NAME`
  std::string reference;  ///< in one line
  std::vector<std::string> tables, figures;
  std::uint64_t runs;  ///< random orders where --runs says nothing
};

const std::vector<Paper>& papers();

}  // namespace querent::apps
