// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <querent/apps/output/figure/figure.hpp>
#include <querent/apps/output/figure/svg.hpp>

namespace querent::apps {

constexpr double kNumberSize = 11;  ///< the font of an axis's numbers

struct Tick {
  double value = 0;
  std::string text = {};
};

/// An axis with numbers that do not overlap.
struct Axis {
  double low = 0, high = 1;
  bool logarithmic = false;
  std::vector<Tick> ticks = {};
  /// Position on the axis: 0 at low, 1 at high.
  double share(double value) const;
  /// A value that can be drawn: finite, not extreme, and positive on a logarithmic axis.
  bool drawable(double value) const;
};

/// The demands on an axis; it has at least the values from low to high.
struct AxisNeeds {
  double low = 0, high = 1;
  double pixels = 100;          ///< its length
  bool across = true;           ///< numbers stand beside each other, not above each other
  bool logarithmic = false;     ///< requires low > 0
  bool whole = false;           ///< no fractions, since values are counts
  bool open_low = false;        ///< may begin at a number below low
  bool open_high = false;       ///< may end at a number above high
  std::vector<double> at = {};  ///< the values that have numbers; empty: chosen here
};

Axis axis_of(const AxisNeeds& needs);

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
