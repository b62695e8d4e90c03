// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace querent::apps {

/// The style of a learner: a colour, and for print a dash and a mark.
struct LineStyle {
  const char* colour;     ///< #rrggbb
  const char* dark;       ///< the colour in dark mode
  const char* dash;       ///< stroke-dasharray; empty: a line without gaps
  double mark_x, mark_y;  ///< where the path of the mark begins, from its centre
  const char* mark;       ///< the rest of the path
  bool filled;
};

/// A learner has the same style in all figures, unless another learner of the figure uses it; there
/// are twelve different styles.
std::vector<LineStyle> styles_of(const std::vector<std::string>& names);

/// Style number `place` of the twelve, from 0; page/classes.js has the same colours.
LineStyle style_at(int place);

}  // namespace querent::apps
