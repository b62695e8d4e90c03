// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace querent::apps {

/// How a learner is drawn: told apart by colour, in print by dash and mark.
struct LineStyle {
  const char* colour;  ///< #rrggbb
  const char* dash;    ///< gnuplot's dashtype
  int mark;            ///< gnuplot's pointtype
};

/// A learner has the same style in every picture, unless another of the picture has taken it;
/// twelve are told apart.
std::vector<LineStyle> styles_of(const std::vector<std::string>& names);

}  // namespace querent::apps
