// SPDX-License-Identifier: Apache-2.0
// DIR/REPRODUCED.md of --all: a summary, then every table and figure of every paper with its
// comments.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <querent/apps/reproduce/player.hpp>

namespace querent::apps {

/// The numbers of a paper by their distance from ours.
struct Summary {
  std::uint64_t near = 0, far = 0, farther = 0;  ///< |z| ≤ 2, ≤ 3, > 3
  std::uint64_t equal = 0;                       ///< no deviation on either side
  std::uint64_t other_data = 0;  ///< run on a stand-in, or at another share of labels
  std::uint64_t skipped = 0;     ///< not run, because the data is missing

  std::uint64_t played() const { return near + far + farther; }
};
Summary summary_of(const Report& report);

/// The commit of most parts, then the other commits with their parts.
std::string played_by(const std::map<std::string, std::vector<std::string>>& commits);

/// The page in Markdown, and its numbers (reasons.hpp).
struct Document {
  std::string page, numbers;
};
/// The page for the papers of these names. Tables have the runs of each paper and figures
/// kFigureRuns, unless the options set another number. With `kept` nothing is run, and parts
/// without stored results are listed as not run.
Document document(const std::vector<std::string>& names, Player& player,
                  const ReproduceOptions& options, bool kept);
inline constexpr std::uint64_t kFigureRuns = 5;

}  // namespace querent::apps
