// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace querent::apps {

/// One line with a band around it.
struct Series {
  std::string name;
  std::vector<double> x, mean, spread;  ///< equally long; the band is mean ± spread
  std::vector<double> low = {}, high = {};  ///< the band instead, where it is not as wide on both sides
};

/// One pair of axes.
struct Panel {
  std::string x_label, y_label;
  std::vector<Series> series;
  std::string x_format = "%.0f";
  bool points = false;  ///< marks at the values: for a few measured points
  bool scatter = false;  ///< a dot at each (x, mean), no lines and no numbers at the axes: a map
  std::optional<double> y_min = {}, y_max = {};
  bool log_x = false;   ///< x > 0 on a logarithmic scale
  std::string diagonal = {};  ///< names a line y = x, drawn where it is not empty
};

/// Panels side by side, three a row, all with the series of the first, whose names stand beside them.
struct Figure {
  std::string title;
  std::vector<Panel> panels;
  std::string band = "bands and bars: one standard deviation to each side";  ///< shown where there are any
};

/// What gnuplot needs to draw the figure as SVG and PNG (twice the pixels, for print).
std::string gnuplot_script(const Figure& figure, const std::filesystem::path& svg,
                           const std::filesystem::path& png);

/// Draws with gnuplot. Returns what is in the way, or an empty text.
std::string draw(const Figure& figure, const std::filesystem::path& svg,
                 const std::filesystem::path& png);

}  // namespace querent::apps
