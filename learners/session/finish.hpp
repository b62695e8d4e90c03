// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include <querent/learners/catalogue/values.hpp>
#include <querent/learners/session/examples.hpp>
#include <querent/spectral/correct_and_smooth.hpp>

namespace [[gnu::visibility("default")]] querent {

/// What classifies the nodes of a graph once a learner has seen the labels of `asked`: its scores
/// brought over the graph (spectral/correct_and_smooth.hpp). Nothing where the rows are no nodes, or
/// the learner cannot leave out what it learned: it then classifies row by row. `options.progress` is told shares.
std::optional<ScoresOverGraph> finished_over_graph(
    const Examples& examples, const LearnerValue& learner, std::span<const std::uint32_t> asked,
    const OverGraphOptions& options = {});

}  // namespace querent
