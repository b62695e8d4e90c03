// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/figure.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <querent/apps/output/child.hpp>
#include <querent/apps/output/line_style.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/apps/terminal/visible_text.hpp>

namespace querent::apps {

namespace {

struct Geometry {
  int panel_width, panel_height;  // pixels of an SVG, as below
  std::size_t columns;            // maximum number of panels per row
  int left;                       // space for numbers and name of an axis
  bool names_below;
  double centimetres;  // width of a PDF with full rows; 0: free
};

constexpr int kTitleHeight = 52, kLegendLine = 20;

Geometry geometry_of(FigureWidth width) {
  switch (width) {
    case FigureWidth::kScreen:
      return {480, 340, 3, 104, false, 0};
    case FigureWidth::kPage:
      return {250, 215, 3, 92, true, 17.5};
    case FigureWidth::kColumn:
      return {360, 260, 1, 92, true, 8.5};
  }
  return {};
}

// The width of a line's sample and the longest name, beside the panels.
std::size_t legend_width(const Panel& panel) {
  constexpr std::size_t kSample = 64, kLetter = 7, kMost = 300;  // pixels
  std::size_t longest = 0;
  for (const auto& series : panel.series) longest = std::max(longest, width_of(series.name));
  return std::min(kMost, kSample + kLetter * longest);
}

std::string data_block(std::size_t panel, std::size_t index, const Series& series) {
  std::string text = fmt::format("$d{}_{} << EOD\n", panel, index);
  for (std::size_t k = 0; k < series.x.size(); ++k) {
    const bool band = !series.low.empty();
    text += fmt::format("{:.10g} {:.10g} {:.10g} {:.10g}\n", series.x[k], series.mean[k],
                        band ? series.low[k] : series.mean[k] - series.deviation[k],
                        band ? series.high[k] : series.mean[k] + series.deviation[k]);
  }
  return text + "EOD\n";
}

std::vector<LineStyle> styles_in(const Panel& panel) {
  std::vector<std::string> names;
  for (const auto& series : panel.series) names.push_back(series.name);
  std::vector<LineStyle> styles = styles_of(names);
  for (std::size_t s = 0; s < styles.size(); ++s) {
    if (panel.series[s].style >= 0) styles[s] = style_at(panel.series[s].style);
  }
  return styles;
}

bool has_std(const Series& series) {
  return !series.low.empty() || std::any_of(series.deviation.begin(), series.deviation.end(),
                                            [](double s) { return s > 0; });
}

// The meaning of bands and bars, unless the figure has none or has its own text.
std::string band_text(const Figure& figure) {
  bool bands = false, bars = false;
  for (const auto& panel : figure.panels) {
    const bool any = std::any_of(panel.series.begin(), panel.series.end(), has_std);
    (panel.points ? bars : bands) |= any && !panel.scatter;
  }
  if (!bands && !bars) return "";
  if (!figure.band.empty()) return figure.band;
  return fmt::format("{}: ± one standard deviation", !bars    ? "bands"
                                                     : !bands ? "bars"
                                                              : "bands and bars");
}

// Draws the dots of a map, with small classes above large ones.
std::string map_commands(const Panel& panel, std::size_t p) {
  const auto styles = styles_in(panel);
  std::string plots;
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    plots += fmt::format(
        "{}$d{}_{} using 1:2 with points lc rgb '{}' pt {} ps {} title {} noenhanced",
        s == 0 ? "plot " : ", \\\n     ", p, s, styles[s].colour, styles[s].mark,
        panel.series[s].x.size() > 5000 ? 0.15 : 0.4, gnuplot_text(panel.series[s].name));
  }
  std::string texts;
  for (const Annotation& at : panel.annotations) {
    texts += fmt::format("set label {} at {:.4g},{:.4g} center front font ',8' noenhanced boxed\n",
                         gnuplot_text(at.text), at.x, at.y);
  }
  if (!texts.empty()) texts = "set style textbox opaque noborder margins 0.4,0.2\n" + texts;
  return "unset border\nunset tics\nunset grid\nset xrange [-1.05:1.05]\nset yrange "
         "[-1.05:1.05]\n" +
         texts + plots + "\n";
}

// Extends the range a little beyond the first and last values, so that marks and numbers are whole.
std::string log_range(const Panel& panel) {
  double low = std::numeric_limits<double>::infinity(), high = 0;
  for (const auto& series : panel.series) {
    for (const double x : series.x) low = std::min(low, x), high = std::max(high, x);
  }
  if (!(low > 0 && low <= high)) return "set logscale x\nset xrange [*:*]\n";
  const double air = std::pow(std::max(high / low, 1.5), 0.04);
  return fmt::format("set logscale x\nset xrange [{:.10g}:{:.10g}]\n", low / air, high * air);
}

// 0 and a number of ticks that do not overlap on an axis of `pixels`; gnuplot's own choice ignores
// the length of the numbers.
std::string linear_ticks(const Panel& panel, double end, int pixels) {
  const auto number = [&](double x) {
    if (panel.x_format == "%.0f" && end >= 10000)
      return grouped(static_cast<std::uint64_t>(std::llround(x)));
    return panel.x_format == "%.0f" ? fmt::format("{:.0f}", x) : fmt::format("{:.6g}", x);
  };
  const bool whole = panel.x_format == "%.0f";
  for (double decade = whole ? 1 : std::pow(10, std::floor(std::log10(end)) - 3);; decade *= 10) {
    for (const double step :
         {decade, 2 * decade, whole && decade < 10 ? 5 * decade : 2.5 * decade, 5 * decade}) {
      std::vector<std::string> ticks;
      std::size_t longest = 1;
      if (end / step > 20) continue;
      for (int k = 0; k * step <= end * (1 + 1e-9); ++k) {
        const std::string text = number(k * step);
        longest = std::max(longest, text.size());
        ticks.push_back(fmt::format("{} {:.10g}", gnuplot_text(text), k * step));
      }
      constexpr std::size_t kDigit = 7, kBetween = 14;  // pixels
      if (ticks.size() < 3 ||
          (ticks.size() - 1) * (longest * kDigit + kBetween) <= static_cast<std::size_t>(pixels))
        return fmt::format("({})", fmt::join(ticks, ", "));
    }
  }
}

double end_of(const Panel& panel) {
  double end = 0;
  for (const auto& series : panel.series) {
    if (series.level) continue;
    for (const double x : series.x) end = std::max(end, x);
  }
  return end;
}

std::string panel_commands(const Panel& panel, std::size_t p, int pixels) {
  if (panel.scatter) return map_commands(panel, p);
  std::string text = fmt::format("set xlabel {} noenhanced\nset ylabel {} noenhanced\n",
                                 gnuplot_text(panel.x_label), gnuplot_text(panel.y_label));
  text += fmt::format("set format x {}\n", gnuplot_text(panel.x_format));
  text += panel.title.empty()
              ? "unset title\n"
              : fmt::format("set title {} offset 0,-0.6 noenhanced\n", gnuplot_text(panel.title));
  const double end = panel.points ? 1.04 * end_of(panel) : end_of(panel);
  const std::string ticks = !panel.x_ticks.empty()
                                ? fmt::format("({:g})", fmt::join(panel.x_ticks, ", "))
                            : !panel.log_x && end > 0 ? linear_ticks(panel, end, pixels)
                                                      : "autofreq";
  // y has the ticks of x if y = x is drawn
  text += fmt::format("set xtics {}\nset ytics {}\n", ticks,
                      panel.diagonal.empty() ? "autofreq" : ticks);
  text += panel.log_y ? "set logscale y\n" : "unset logscale y\n";
  if (p > 0) text += "unset key\n";  // all panels have the learners of the first
  // marks at the ends need space; a curve of rounds has no marks there
  text += panel.log_x ? log_range(panel)
          : end > 0   ? fmt::format("unset logscale x\nset xrange [0:{:.10g}]\n", end)
                      : "unset logscale x\nset xrange [0:*]\n";
  text +=
      fmt::format("set yrange [{}:{}]\n", panel.y_min ? fmt::format("{:.6g}", *panel.y_min) : "*",
                  panel.y_max ? fmt::format("{:.6g}", *panel.y_max) : "*");
  const auto styles = styles_in(panel);
  std::string plots;
  const auto add = [&](const std::string& plot) {
    plots += (plots.empty() ? "plot " : ", \\\n     ") + plot;
  };
  if (!panel.diagonal.empty() && !panel.series.empty() && !panel.series.front().x.empty()) {
    text += fmt::format(
        "set label 3 {} at {:.6g},{:.6g} right offset -1,0 textcolor rgb '#888888' font ',10' "
        "noenhanced\n",
        gnuplot_text(panel.diagonal), 0.75 * end, 0.75 * end);
    add("x with lines lc rgb '#999999' lw 1 dt (4,4) notitle");
  }
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    if (!has_std(panel.series[s]) || panel.series[s].level) continue;
    add(panel.points
            ? fmt::format("$d{}_{} using 1:2:3:4 with yerrorbars lc rgb '{}' lw 1 pt 0 notitle", p,
                          s, styles[s].colour)
            : fmt::format(
                  "$d{}_{} using 1:3:4 with filledcurves lc rgb '{}' fs transparent solid 0.15 "
                  "noborder notitle",
                  p, s, styles[s].colour));
  }
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    // a mark at every measured point, or at eight positions of a curve, shifted from its
    // neighbours' marks
    const std::string style = fmt::format("lc rgb '{}' lw 2 dt {} pt {} ps 0.7", styles[s].colour,
                                          styles[s].dash, styles[s].mark);
    if (panel.series[s].x.empty()) {  // no data here, but the first panel lists all names
      if (p == 0)
        add(fmt::format("keyentry with linespoints {} title {} noenhanced", style,
                        gnuplot_text(panel.series[s].name)));
      continue;
    }
    const std::size_t apart =
        panel.points ? 1 : std::max<std::size_t>(1, panel.series[s].x.size() / 8);
    if (panel.series[s].level) {
      add(fmt::format("{:.10g} with lines lc rgb '{}' lw 2 dt {} title {} noenhanced",
                      panel.series[s].mean.front(), styles[s].colour, styles[s].dash,
                      gnuplot_text(panel.series[s].name)));
      continue;
    }
    add(fmt::format("$d{}_{} using 1:2 with linespoints {} pi {} title {} noenhanced", p, s, style,
                    apart, gnuplot_text(panel.series[s].name)));
  }
  return text + plots + "\n";
}

}  // namespace

std::string gnuplot_script(const Figure& figure, FigureWidth target,
                           const std::vector<Drawing>& drawings) {
  const Geometry geometry = geometry_of(target);
  const std::size_t panels = figure.panels.size();
  const std::size_t columns =
      std::min({panels, geometry.columns, panels == 4 ? std::size_t{2} : panels});
  const std::size_t rows = (panels + columns - 1) / columns;
  const std::size_t names = figure.panels.empty() ? 0 : figure.panels.front().series.size();
  const bool named = names > 1 || (names > 0 && figure.panels.front().scatter);
  constexpr std::size_t kLeastWidth = 360;  // minimum width for the title
  const std::size_t plotted = std::max(static_cast<std::size_t>(geometry.panel_width) * columns,
                                       geometry.names_below ? kLeastWidth : 0);
  const std::size_t width =
      plotted + (named && !geometry.names_below ? legend_width(figure.panels.front()) : 0);
  const std::size_t names_a_line = std::max<std::size_t>(
      1,
      names == 0 ? 1 : plotted / std::max<std::size_t>(120, legend_width(figure.panels.front())));
  const std::size_t name_lines = (names + names_a_line - 1) / names_a_line;
  const std::size_t below = named && geometry.names_below ? kLegendLine * name_lines + 12 : 0;
  const std::size_t height =
      static_cast<std::size_t>(geometry.panel_height) * rows + kTitleHeight + below;
  const auto across = [&](double pixels) { return pixels / static_cast<double>(width); };
  const auto down = [&](double pixels) { return pixels / static_cast<double>(height); };
  std::string script = "set encoding utf8\n";
  for (std::size_t p = 0; p < panels; ++p) {
    for (std::size_t s = 0; s < figure.panels[p].series.size(); ++s)
      script += data_block(p, s, figure.panels[p].series[s]);
  }
  const std::string key =
      geometry.names_below
          ? fmt::format(
                "at screen 0.5, screen {:.4f} center bottom vertical Left reverse maxrows {}",
                down(4), name_lines)
          : fmt::format("at screen {:.4f}, screen {:.4f} left top Left reverse",
                        across(static_cast<double>(plotted)), 1 - down(kTitleHeight + 4));
  std::string commands = fmt::format(
      "set border 3 lc rgb '#444444'\n"
      "set tics out nomirror textcolor rgb '#222222'\n"
      "set grid ytics lc rgb '#dddddd' lt 1 lw 0.6\n"
      "set key {} samplen 2.5 spacing 1.15 nobox\n"
      "set label 1 {} at screen 0.5, screen {:.4f} center font ',13' noenhanced\n"
      "set label 2 {} at screen 0.5, screen {:.4f} center font ',10' textcolor rgb '#666666' "
      "noenhanced\n"
      "set multiplot layout {},{} margins {:.4f},{:.4f},{:.4f},{:.4f} spacing {:.4f},{:.4f}\n",
      key, gnuplot_text(figure.title), 1 - down(18), gnuplot_text(band_text(figure)), 1 - down(38),
      rows, columns, across(geometry.left), across(static_cast<double>(plotted) - 20),
      down(static_cast<double>(62 + below)), 1 - down(kTitleHeight + 6),
      across(geometry.names_below ? geometry.left : 108), down(75));
  for (std::size_t p = 0; p < panels; ++p) {
    commands += panel_commands(figure.panels[p], p, geometry.panel_width - 115);
    if (p == 0) commands += "unset label 1\nunset label 2\n";  // drawn once
  }
  commands += "unset multiplot\nunset output\n";
  constexpr double kPointsAPixel = 0.5;  // of a PDF without a given width
  const std::size_t full =
      std::max(static_cast<std::size_t>(geometry.panel_width) * geometry.columns, width);
  const double points = geometry.centimetres > 0
                            ? geometry.centimetres / 2.54 * 72 / static_cast<double>(full)
                            : kPointsAPixel;
  for (std::size_t k = 0; k < drawings.size(); ++k) {
    if (k > 0) script += "reset\nset encoding utf8\n";
    switch (drawings[k].format) {
      case FigureFormat::kSvg:
        script +=
            fmt::format("set terminal svg size {},{} font 'Helvetica,12' background '#ffffff'\n",
                        width, height);
        break;
      case FigureFormat::kPng:
        script += fmt::format(
            "set terminal pngcairo size {},{} fontscale 1.6 linewidth 2 pointscale 2 "
            "font 'Helvetica,12' background '#ffffff'\n",
            2 * width, 2 * height);
        break;
      case FigureFormat::kPdf:
        script += fmt::format(
            "set terminal pdfcairo size {:.4f}in,{:.4f}in fontscale {:.3f} linewidth {:.3f} "
            "pointscale {:.3f} font 'Helvetica,12'\n",
            points * static_cast<double>(width) / 72, points * static_cast<double>(height) / 72,
            0.85 * points, points, points);
        break;
    }
    script += fmt::format("set output {}\n", drawings[k].file) + commands;
  }
  return script;
}

std::string drawn_again(const Figure& figure, const std::string& name, const FigureStyle& style) {
  std::vector<Drawing> drawings;
  for (const FigureFormat format : style.formats) {
    drawings.push_back({format, gnuplot_text(fmt::format("./{}.{}", name, ending_of(format)))});
  }
  return gnuplot_script(figure, style.width, drawings);
}

std::string draw(const Figure& figure, FigureWidth width, const std::vector<Drawing>& drawings) {
  const ChildResult gnuplot =
      run_child({"gnuplot", "--default-settings", "-"}, gnuplot_script(figure, width, drawings));
  if (!gnuplot.found)
    return "gnuplot is not installed — install the package gnuplot-nox to draw figures";
  if (gnuplot.status != 0)
    return fmt::format("gnuplot ended with {}: {}", gnuplot.status, gnuplot.errors);
  return "";
}

}  // namespace querent::apps
