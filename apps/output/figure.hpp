// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/options/figure_style.hpp>

namespace querent::apps {

/// A line with a band around it.
struct Series {
  std::string name;
  std::vector<double> x, mean, deviation;  ///< of equal length; the band is mean ± spread
  bool level = false;  ///< a horizontal line without marks: the result with all labels
  std::vector<double> low = {}, high = {};  ///< limits of an asymmetric band, instead of spread
  int style = -1;  ///< index of one of twelve styles, such as the colour of a class;
                   ///< −1: chosen by name
};

/// A text in a panel, centred at (x, y).
struct Annotation {
  double x = 0, y = 0;
  std::string text = {};
};

/// A pair of axes.
struct Panel {
  std::string x_label, y_label;
  std::vector<Series> series;
  std::string x_format = "%.0f";
  bool points = false;   ///< marks at the values, for a few measured points
  bool scatter = false;  ///< a map: a dot at each (x, mean), without lines and axis numbers
  std::optional<double> y_min = {}, y_max = {};
  bool log_x = false;  ///< logarithmic x axis, x > 0
  bool log_y = false;  ///< logarithmic y axis, y > 0
  std::string title = {};
  std::vector<double> x_ticks = {};          ///< numbers at the x axis; empty: automatic
  std::string diagonal = {};                 ///< name of the line y = x, which is drawn if the name
                                             ///< is not empty
  std::vector<Annotation> annotations = {};  ///< texts above the dots of a map
};

/// Panels in rows. All panels have the series of the first (a series may be empty), whose names are
/// listed beside or below the panels.
struct Figure {
  std::string title;
  std::vector<Panel> panels;
  std::string band =
      {};  ///< the meaning of bands and bars, shown if there are any; empty: one standard deviation
};

/// An output file of a figure. PNG has twice the pixels for print, PDF the width in centimetres.
struct Drawing {
  FigureFormat format = FigureFormat::kSvg;
  std::string file;  ///< a gnuplot string, with quotes
};

/// The gnuplot script that draws the figure, including its data.
std::string gnuplot_script(const Figure& figure, FigureWidth width,
                           const std::vector<Drawing>& drawings);

/// A script that draws the figure as NAME.svg, … in the folder in which gnuplot runs.
std::string drawn_again(const Figure& figure, const std::string& name, const FigureStyle& style);

/// Draws with gnuplot. Returns an error message, or an empty text.
std::string draw(const Figure& figure, FigureWidth width, const std::vector<Drawing>& drawings);

}  // namespace querent::apps
