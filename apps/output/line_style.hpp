// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace querent::apps {

/// The style of a learner: a colour, and for print a dash and a mark.
struct LineStyle {
  const char* colour;  ///< #rrggbb
  const char* dash;    ///< gnuplot's dashtype
  int mark;            ///< gnuplot's pointtype
};

/// A learner has the same style in all figures, unless another learner of the figure uses it; there
/// are twelve different styles.
std::vector<LineStyle> styles_of(const std::vector<std::string>& names);

/// Style number `place` of the twelve, from 0; page/classes.js has the same colours.
LineStyle style_at(int place);

}  // namespace querent::apps
