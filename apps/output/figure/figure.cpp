// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/figure/figure.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <querent/apps/output/figure/panel.hpp>
#include <querent/apps/output/figure/svg.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

namespace {

// Lengths are pixels.
struct Medium {
  double panel_width, panel_height;
  std::size_t columns;  // maximum number of panels per row
  bool names_below;
  double centimetres;  // width of full rows; 0: as many pixels as drawn
};

Medium medium_of(FigureWidth width) {
  switch (width) {
    case FigureWidth::kScreen:
      return {480, 340, 3, false, 0};
    case FigureWidth::kPage:
      return {250, 215, 3, true, 17.5};
    case FigureWidth::kColumn:
      return {360, 260, 1, true, 8.5};
  }
  return {};
}

constexpr double kNameHeight = 20, kSample = 34, kNameSize = 12, kEdge = 10;

// Names of series: beside the panels in one column, or below them in several.
struct Names {
  double width = 0;      // of one name with its sample
  std::size_t rows = 0;  // 0: without names
  double left = 0, top = 0;
  Point place(std::size_t s) const {
    return {left + width * static_cast<double>(s / rows),
            top + kNameHeight * (static_cast<double>(s % rows) + 0.5)};
  }
};

struct Layout {
  std::size_t columns = 1, rows = 1;
  double panel_width = 0, panel_height = 0;
  double header = 0, width = 0, height = 0;
  double left = 0;  // of the plot in its panel: the numbers and the title of its axis
  Names names = {};
};

double longest_name(const Panel& panel) {
  constexpr double kMost = 300;
  double longest = 0;
  for (const Series& series : panel.series)
    longest = std::max(longest, text_width(shortened(series.name, kNameSize, kMost), kNameSize));
  return longest;
}

constexpr double kBelowPlot = 50, kAbovePlot = 10, kTitleAbove = 16, kRight = 24;

double plot_height(const Panel& panel, double panel_height) {
  return panel_height - kBelowPlot - kAbovePlot - (panel.title.empty() ? 0 : kTitleAbove);
}

double left_of_plots(const Figure& figure, double panel_height) {
  double left = 40;
  for (const Panel& panel : figure.panels) {
    if (!panel.scatter)
      left = std::max(left, 40 + numbers_width(y_axis_of(panel, plot_height(panel, panel_height))));
  }
  return left;
}

// The meaning of bands and bars, unless the figure has none or has its own text.
std::string band_text(const Figure& figure) {
  bool bands = false, bars = false;
  for (const auto& panel : figure.panels) {
    const bool any = std::any_of(panel.series.begin(), panel.series.end(), has_band);
    (panel.points ? bars : bands) |= any && !panel.scatter;
  }
  if (!bands && !bars) return "";
  if (!figure.band.empty()) return figure.band;
  return fmt::format("{}: ± one standard deviation", !bars    ? "bands"
                                                     : !bands ? "bars"
                                                              : "bands and bars");
}

Layout layout_of(const Figure& figure, const Medium& medium) {
  constexpr double kLeastWidth = 360;  // for the title
  const std::size_t panels = std::max<std::size_t>(1, figure.panels.size());
  Layout layout{.panel_width = medium.panel_width, .panel_height = medium.panel_height};
  layout.columns = std::min({panels, medium.columns, panels == 4 ? std::size_t{2} : panels});
  layout.rows = (panels + layout.columns - 1) / layout.columns;
  layout.left = left_of_plots(figure, layout.panel_height);
  const double plotted = layout.panel_width * static_cast<double>(layout.columns);
  layout.width = medium.names_below ? std::max(plotted, kLeastWidth) : plotted;
  layout.header = band_text(figure).empty() ? 34 : 52;
  layout.height = layout.header + layout.panel_height * static_cast<double>(layout.rows);
  const std::size_t series = figure.panels.empty() ? 0 : figure.panels.front().series.size();
  if (series == 0 || (series == 1 && !figure.panels.front().scatter)) return layout;
  Names& names = layout.names;
  names.width = kSample + longest_name(figure.panels.front()) + 2 * kEdge;
  if (medium.names_below) {
    names.width = std::min(names.width, layout.width - 2 * kEdge);
    const auto a_row = static_cast<std::size_t>((layout.width - 2 * kEdge) / names.width);
    names.rows = (series + a_row - 1) / a_row;
    const std::size_t columns = (series + names.rows - 1) / names.rows;
    names.left = (layout.width - names.width * static_cast<double>(columns)) / 2 + kEdge;
    names.top = layout.height;
    layout.height += kNameHeight * static_cast<double>(names.rows) + kEdge;
  } else {
    names.rows = series;
    names.left = layout.width;
    names.top = layout.header;
    layout.width += names.width;
    layout.height =
        std::max(layout.height, layout.header + kNameHeight * static_cast<double>(series) + kEdge);
  }
  return layout;
}

std::string names_in(const Panel& panel, const Names& names) {
  if (names.rows == 0) return "";
  const auto styles = styles_in(panel);
  std::string text;
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    const auto [x, y] = names.place(s);
    const double middle = x + (kSample - 6) / 2;
    const std::string dash =
        styles[s].dash[0] == '\0' ? "" : fmt::format(" stroke-dasharray=\"{}\"", styles[s].dash);
    const std::string line =
        fmt::format("<path d=\"M{}h{:g}\" fill=\"none\" stroke-width=\"2\"{}/>\n",
                    coordinates(x, y), kSample - 6, dash);
    const std::string dot =
        fmt::format("<path d=\"M{}h0\" stroke-width=\"8\" stroke-linecap=\"round\"/>\n",
                    coordinates(middle, y));
    text +=
        coloured(styles[s], panel.scatter           ? dot
                            : panel.series[s].level ? line
                                                    : line + marks_at(styles[s], {{middle, y}}));
    text += element_of(
        {.text = shortened(panel.series[s].name, kNameSize, names.width - kSample - kEdge),
         .at = {x + kSample, y + 4},
         .anchor = Anchor::kStart,
         .size = kNameSize});
  }
  return text;
}

std::string panel_in(const Panel& panel, std::size_t p, const Layout& layout) {
  const double x = layout.panel_width * static_cast<double>(p % layout.columns),
               y = layout.header + layout.panel_height * static_cast<double>(p / layout.columns);
  if (panel.scatter)
    return map_in(panel,
                  {x + kEdge, y, x + layout.panel_width - kEdge, y + layout.panel_height - kEdge});
  const double bottom = y + layout.panel_height - kBelowPlot;
  return curves_in(panel, {x + layout.left, bottom - plot_height(panel, layout.panel_height),
                           x + layout.panel_width - kRight, bottom});
}

// Dark colours, for all figures the same, so that several can stand in one page.
std::string style_sheet() {
  std::string rules;
  for (int k = 0; k < 12; ++k)
    rules += fmt::format(".q-{0}{{stroke:{1};fill:{1}}}", style_at(k).colour + 1, style_at(k).dark);
  return fmt::format(
      "<style>@media (prefers-color-scheme:dark){{.q-ground,.q-open{{fill:#171b22}}"
      ".q-ink{{fill:#e8ebf0}}.q-faint{{fill:#9aa4b4}}.q-halo{{stroke:#171b22}}"
      ".q-grid{{stroke:#2c333f}}.q-axis{{stroke:#6b7485}}{}}}</style>\n",
      rules);
}

std::string size_of(const Layout& layout, const Medium& medium) {
  if (medium.centimetres == 0)
    return fmt::format("width=\"{}\" height=\"{}\"", coordinate(layout.width),
                       coordinate(layout.height));
  const double full =
      std::max(medium.panel_width * static_cast<double>(medium.columns), layout.width);
  const double each = medium.centimetres / full;
  return fmt::format("width=\"{}cm\" height=\"{}cm\"", coordinate(each * layout.width),
                     coordinate(each * layout.height));
}

}  // namespace

bool is_empty(const Figure& figure) {
  return std::none_of(figure.panels.begin(), figure.panels.end(), [](const Panel& panel) {
    const Axis across{.logarithmic = panel.log_x}, down{.logarithmic = panel.log_y};
    return std::any_of(panel.series.begin(), panel.series.end(), [&](const Series& series) {
      for (std::size_t k = 0; k < series.x.size(); ++k) {
        if (across.drawable(series.x[k]) && down.drawable(series.mean[k])) return true;
      }
      return false;
    });
  });
}

std::string svg_of(const Figure& figure, FigureWidth width) {
  Medium medium = medium_of(width);
  if (!figure.panels.empty() && figure.panels.front().scatter)
    medium.panel_height = medium.panel_width;  // a map is a square
  const Layout layout = layout_of(figure, medium);
  const double room = layout.width - 2 * kEdge;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" {} viewBox=\"0 0 {}\" role=\"img\" "
      "font-family=\"Helvetica,Arial,Liberation Sans,DejaVu Sans,sans-serif\">\n"
      "<title>{}</title>\n{}<rect class=\"q-ground\" width=\"100%\" height=\"100%\" "
      "fill=\"#ffffff\"/>\n",
      size_of(layout, medium), coordinates(layout.width, layout.height), xml_text(figure.title),
      style_sheet());
  svg += element_of(
      {.text = shortened(figure.title, 14, room), .at = {layout.width / 2, 23}, .size = 14});
  svg += element_of({.text = shortened(band_text(figure), 11, room),
                     .at = {layout.width / 2, 42},
                     .size = 11,
                     .faint = true});
  for (std::size_t p = 0; p < figure.panels.size(); ++p)
    svg += panel_in(figure.panels[p], p, layout);
  if (!figure.panels.empty()) svg += names_in(figure.panels.front(), layout.names);
  return svg + "</svg>\n";
}

}  // namespace querent::apps
