// SPDX-License-Identifier: Apache-2.0
// The names, tables and figures of the papers that `reproduce` accepts. The experiments are in
// querent-reproduce.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace querent::apps {

/// One paper.
struct Paper {
  std::string name;       ///< the PAPER of `reproduce PAPER`
  std::string reference;  ///< in one line
  std::vector<std::string> tables, figures;
  std::uint64_t runs;  ///< random orders without --runs
};

const std::vector<Paper>& papers();

}  // namespace querent::apps
