// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/options/figure_look.hpp>

namespace querent::apps {

/// One line with a band around it.
struct Series {
  std::string name;
  std::vector<double> x, mean, spread;  ///< equally long; the band is mean ± spread
  bool level = false;  ///< a line across the panel without marks: what is had with every label
  std::vector<double> low = {},
                      high = {};  ///< the band instead, where it is not as wide on both sides
  int style = -1;                 ///< of the twelve, from 0: the colour of a class; -1: by the name
};

/// A text in a panel, its middle at (x, y).
struct Annotation {
  double x = 0, y = 0;
  std::string text = {};
};

/// One pair of axes.
struct Panel {
  std::string x_label, y_label;
  std::vector<Series> series;
  std::string x_format = "%.0f";
  bool points = false;   ///< marks at the values: for a few measured points
  bool scatter = false;  ///< a dot at each (x, mean), no lines and no numbers at the axes: a map
  std::optional<double> y_min = {}, y_max = {};
  bool log_x = false;  ///< x > 0 on a logarithmic scale
  bool log_y = false;  ///< the same of what is drawn
  std::string title = {};
  std::vector<double> x_ticks = {};          ///< numbers at the x axis; empty: as they come
  std::string diagonal = {};                 ///< names a line y = x, drawn where it is not empty
  std::vector<Annotation> annotations = {};  ///< of a map, above its dots
};

/// Panels in rows, all with the series of the first (a series may be empty), whose names stand
/// beside or below them.
struct Figure {
  std::string title;
  std::vector<Panel> panels;
  std::string band =
      {};  ///< what bands and bars mean, shown where there are any; empty: one standard deviation
};

/// A file that a figure becomes. PNG has twice the pixels, for print; PDF the width in centimetres.
struct Drawing {
  FigureFormat format = FigureFormat::kSvg;
  std::string file;  ///< as a string of gnuplot's, quotes included
};

/// What gnuplot needs to draw the figure; the data stand in it.
std::string gnuplot_script(const Figure& figure, FigureWidth width,
                           const std::vector<Drawing>& drawings);

/// The script that draws the figure as NAME.svg, … in the folder where gnuplot runs.
std::string drawn_again(const Figure& figure, const std::string& name, const FigureLook& look);

/// Draws with gnuplot. Returns what is in the way, or an empty text.
std::string draw(const Figure& figure, FigureWidth width, const std::vector<Drawing>& drawings);

}  // namespace querent::apps
