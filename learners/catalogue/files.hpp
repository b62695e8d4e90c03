// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <querent/learners/catalogue/catalogue.hpp>

/// One line per file of learners, in the order of `querent learners`; the file defines the function
/// that returns their rows.
#define QUERENT_LEARNERS(FILE) \
  FILE(graph_learners)         \
  FILE(linear_learners)        \
  FILE(multiclass_learners)    \
  FILE(kernel_learners)

/// The same for query rules: one line per file that defines some.
// clang-format off
#define QUERENT_QUERY_RULES(FILE) \
  FILE(published_query_rules)
// clang-format on

namespace querent {

#define QUERENT_DECLARE(file) std::vector<LearnerSpec> file();
QUERENT_LEARNERS(QUERENT_DECLARE)
#undef QUERENT_DECLARE
#define QUERENT_DECLARE(file) std::vector<QuerySpec> file();
QUERENT_QUERY_RULES(QUERENT_DECLARE)
#undef QUERENT_DECLARE

}  // namespace querent
