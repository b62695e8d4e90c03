// SPDX-License-Identifier: Apache-2.0
// DIR/REPRODUCED.md of --all: a summary, then every table and figure of every paper with what is said of
// it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <querent/apps/reproduce/player.hpp>

namespace querent::apps {

/// How many of a paper's numbers are how far from ours.
struct Summary {
  std::uint64_t near = 0, far = 0, farther = 0;  ///< |z| ≤ 2, ≤ 3, > 3
  std::uint64_t equal = 0;                       ///< without any spread on either side
  std::uint64_t other_data = 0;  ///< played on a stand-in, or at another share of labels
  std::uint64_t skipped = 0;     ///< not played: the data is not here

  std::uint64_t played() const { return near + far + farther; }
};
Summary summary_of(const Report& report);

/// Which parts are of which commit: that of most parts, then the parts of every other one.
std::string played_by(const std::map<std::string, std::vector<std::string>>& commits);

/// The page in Markdown, and its numbers (numbers.hpp).
struct Document {
  std::string page, numbers;
};
/// For the papers of these names. Orders are those of each paper, figures have
/// kFigureRuns, unless the options say how many. With `kept` nothing is played: what the player has
/// not kept is listed as not played.
Document document(const std::vector<std::string>& names, Player& player,
                  const ReproduceOptions& options, bool kept);
inline constexpr std::uint64_t kFigureRuns = 5;

}  // namespace querent::apps
