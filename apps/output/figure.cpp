// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/figure.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <querent/apps/output/child.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

namespace {

// Okabe and Ito's colours, which readers with any colour vision can tell apart.
constexpr std::array kColours{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                              "#E69F00", "#56B4E9", "#000000", "#999999"};
// Curves that lie on one another show through, in print too.
constexpr std::array kDashes{"1", "(8,3)", "(3,2)", "(8,3,2,3)", "(12,4)", "(2,2)"};
constexpr int kPanelWidth = 480, kHeight = 360, kLegendWidth = 220;

const char* colour_of(std::size_t series) {
  return kColours[series % kColours.size()];
}

std::string data_block(std::size_t panel, std::size_t index, const Series& series) {
  std::string text = fmt::format("$d{}_{} << EOD\n", panel, index);
  for (std::size_t k = 0; k < series.x.size(); ++k) {
    const bool band = !series.low.empty();
    text += fmt::format("{:.10g} {:.10g} {:.10g} {:.10g}\n", series.x[k], series.mean[k],
                        band ? series.low[k] : series.mean[k] - series.spread[k],
                        band ? series.high[k] : series.mean[k] + series.spread[k]);
  }
  return text + "EOD\n";
}

bool has_spread(const Series& series) {
  return !series.low.empty() || std::any_of(series.spread.begin(), series.spread.end(), [](double s) { return s > 0; });
}

// Dots of a map: what has few lies above what has many.
std::string map_commands(const Panel& panel, std::size_t p) {
  std::string plots;
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    const std::size_t mark = s / kColours.size() % 3;
    plots += fmt::format("{}$d{}_{} using 1:2 with points lc rgb '{}' pt {} ps {} title {} noenhanced",
                         s == 0 ? "plot " : ", \\\n     ", p, s, colour_of(s),
                         mark == 0 ? 7 : mark == 1 ? 5 : 9, panel.series[s].x.size() > 5000 ? 0.15 : 0.4,
                         gnuplot_text(panel.series[s].name));
  }
  return "unset border\nunset tics\nunset grid\nset xrange [-1.05:1.05]\nset yrange [-1.05:1.05]\n"
         "set key outside right top Left reverse\n" + plots + "\n";
}

std::string panel_commands(const Panel& panel, std::size_t p) {
  if (panel.scatter) return map_commands(panel, p);
  std::string text = fmt::format("set xlabel {} noenhanced\nset ylabel {} noenhanced\n",
                                 gnuplot_text(panel.x_label), gnuplot_text(panel.y_label));
  text += fmt::format("set format x {}\n", gnuplot_text(panel.x_format));
  text += p > 0 || panel.series.size() < 2 ? "unset key\n"
          : panel.rising                   ? "set key bottom right\n"
                                           : "set key top right\n";
  text += panel.log_x ? "set logscale x\nset xrange [*:*] noextend\n"
                      : "unset logscale x\nset xrange [0:*] noextend\n";
  text +=
      fmt::format("set yrange [{}:{}]\n", panel.y_min ? fmt::format("{:.6g}", *panel.y_min) : "*",
                  panel.y_max ? fmt::format("{:.6g}", *panel.y_max) : "*");
  std::string plots;
  const auto add = [&](const std::string& plot) {
    plots += (plots.empty() ? "plot " : ", \\\n     ") + plot;
  };
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    if (!has_spread(panel.series[s])) continue;
    if (panel.points) {
      add(fmt::format("$d{}_{} using 1:2:3:4 with yerrorbars lc rgb '{}' lw 1 pt 0 notitle", p, s,
                      colour_of(s)));
    } else {
      add(
          fmt::format("$d{}_{} using 1:3:4 with filledcurves lc rgb '{}' fs transparent solid 0.18 "
                      "noborder notitle",
                      p, s, colour_of(s)));
    }
  }
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    add(fmt::format("$d{}_{} using 1:2 with {} lc rgb '{}' lw 2 dt {}{} title {} noenhanced", p, s,
                    panel.points ? "linespoints" : "lines", colour_of(s),
                    kDashes[s % kDashes.size()],
                    panel.points ? fmt::format(" pt {} ps 0.8", 5 + 2 * (s % 5)) : "",
                    gnuplot_text(panel.series[s].name)));
  }
  return text + plots + "\n";
}

}  // namespace

std::string gnuplot_script(const Figure& figure, const std::filesystem::path& svg,
                           const std::filesystem::path& png) {
  // the names of a map's classes stand beside it: dots may lie anywhere
  const bool map = !figure.panels.empty() && figure.panels.front().scatter;
  const std::size_t width =
      kPanelWidth * figure.panels.size() + (map ? std::size_t{kLegendWidth} : 0);
  std::string script = "set encoding utf8\n";
  for (std::size_t p = 0; p < figure.panels.size(); ++p) {
    for (std::size_t s = 0; s < figure.panels[p].series.size(); ++s)
      script += data_block(p, s, figure.panels[p].series[s]);
  }
  std::string commands = fmt::format(
      "set border 3 lc rgb '#444444'\n"
      "set tics out nomirror textcolor rgb '#222222'\n"
      "set grid ytics lc rgb '#dddddd' lt 1 lw 0.6\n"
      "set style fill transparent solid 0.18 noborder\n"
      "set key samplen 2 spacing 1.1 nobox\n"
      "set multiplot layout 1,{} title {} noenhanced font ',13' margins {:.3f},{:.3f},0.18,0.87 "
      "spacing {:.3f}\n",
      figure.panels.size(), gnuplot_text(figure.title), (map ? 20.0 : 80.0) / static_cast<double>(width),
      1 - (map ? kLegendWidth : 25.0) / static_cast<double>(width), 95.0 / static_cast<double>(width));
  for (std::size_t p = 0; p < figure.panels.size(); ++p)
    commands += panel_commands(figure.panels[p], p);
  commands += "unset multiplot\nunset output\n";
  script +=
      fmt::format(
          "set terminal svg size {},{} font 'Helvetica,12' background '#ffffff'\nset output {}\n",
          width, kHeight, gnuplot_file(svg)) +
      commands;
  script +=
      fmt::format(
          "reset\nset encoding utf8\nset terminal pngcairo size {},{} fontscale 1.6 linewidth "
          "2 pointscale 2 "
          "font 'Helvetica,12' background '#ffffff'\nset output {}\n",
          2 * width, 2 * kHeight, gnuplot_file(png)) +
      commands;
  return script;
}

std::string draw(const Figure& figure, const std::filesystem::path& svg,
                 const std::filesystem::path& png) {
  const ChildResult gnuplot =
      run_child({"gnuplot", "--default-settings", "-"}, gnuplot_script(figure, svg, png));
  if (!gnuplot.found)
    return "gnuplot is not installed — install the package gnuplot-nox for the pictures";
  if (gnuplot.status != 0)
    return fmt::format("gnuplot ended with {}: {}", gnuplot.status, gnuplot.errors);
  return "";
}

}  // namespace querent::apps
