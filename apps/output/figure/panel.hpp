// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <querent/apps/output/figure/axis.hpp>
#include <querent/apps/output/figure/figure.hpp>
#include <querent/apps/output/figure/svg.hpp>

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

/// The styles of a panel's series.
std::vector<LineStyle> styles_in(const Panel& panel);

/// `content` in the colours of a style.
std::string coloured(const LineStyle& style, const std::string& content);

/// The path of marks at the points.
std::string marks_at(const LineStyle& style, const std::vector<Point>& points);

/// The series has a band or bars.
bool has_band(const Series& series);

/// The band of one point.
std::pair<double, double> band_at(const Series& series, std::size_t k);

/// Axes of a panel whose plot has a size in pixels.
Axis x_axis_of(const Panel& panel, double pixels);
Axis y_axis_of(const Panel& panel, double pixels);

/// The width of the numbers at a vertical axis.
double numbers_width(const Axis& axis);

/// The panel with its axes, numbers and titles, its plot in `box`.
std::string curves_in(const Panel& panel, const Box& box);

/// The dots of a map in `box`, with texts that do not cover each other.
std::string map_in(const Panel& panel, const Box& box);

}  // namespace querent::apps
