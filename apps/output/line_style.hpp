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

/// Style number `place` of the twelve, from 0; page/classes.js has the same colours.
LineStyle style_at(int place);

}  // namespace querent::apps
