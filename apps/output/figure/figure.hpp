// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <querent/apps/options/figure_style.hpp>
#include <querent/learners/mean_std.hpp>

namespace querent::apps {

/// A line with a band around it.
struct Series {
  std::string name;
  std::vector<double> x = {}, mean = {}, deviation = {};  ///< of equal length; the band is mean ±
                                                          ///< deviation
  bool level = false;  ///< a line without marks; a single value is drawn from side to side, such as
                       ///< the result with all labels
  std::vector<double> low = {}, high = {};  ///< limits of an asymmetric band, instead of spread
  int style = -1;  ///< index of one of twelve styles, such as the colour of a class;
                   ///< −1: chosen by name

  void add(double at, const MeanStd& y) {
    x.push_back(at);
    mean.push_back(y.mean);
    deviation.push_back(y.std);
  }
};

/// A text in a panel, centred at (x, y).
struct Annotation {
  double x = 0, y = 0;
  std::string text = {};
};

/// A pair of axes.
struct Panel {
  std::string x_label, y_label;
  std::vector<Series> series = {};
  bool whole_x = true;   ///< x are counts, whose axis has no fractions
  bool points = false;   ///< marks at the values, for a few measured points
  bool scatter = false;  ///< a map: a dot at each (x, mean), without lines and axis numbers
  std::optional<double> y_min = {}, y_max = {};
  bool log_x = false;  ///< logarithmic x axis, x > 0
  bool log_y = false;  ///< logarithmic y axis, y > 0
  std::string title = {};
  std::vector<double> x_ticks = {};          ///< numbers at the x axis; empty: automatic
  std::string diagonal = {};                 ///< name of the line y = x, which is drawn if the name
                                             ///< is not empty
  std::vector<Annotation> annotations = {};  ///< texts above the dots of a map, the important first
};

/// Panels in rows. All panels have the series of the first (a series may be empty), whose names are
/// listed beside or below the panels.
struct Figure {
  std::string title;
  std::vector<Panel> panels;
  std::string band =
      {};  ///< the meaning of bands and bars, shown if there are any; empty: one standard deviation
};

/// No series has a value that can be drawn.
bool is_empty(const Figure& figure);

/// The figure as SVG with light and dark colours: the same bytes on every machine.
std::string svg_of(const Figure& figure, FigureWidth width);

}  // namespace querent::apps
