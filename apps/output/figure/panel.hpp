// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <querent/apps/output/figure/axis.hpp>
#include <querent/apps/output/figure/figure.hpp>
#include <querent/apps/output/figure/line_style.hpp>
#include <querent/apps/output/figure/svg.hpp>

namespace querent::apps {

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
