// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/figure/panel.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string_view>

#include <fmt/format.h>

namespace querent::apps {

namespace {

// Okabe and Ito's colours, which are distinct for readers with any colour vision, and five of
// Tol's, each with a lightness that differs from its neighbours'.
constexpr std::array<LineStyle, 12> kStyles{
    {{"#0072b2", "#3fa4dd", "", -3.5, 0, "a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z", true},
     {"#d55e00", "#f08a3c", "10 4", -3, -3, "h6v6h-6z", true},
     {"#009e73", "#2fc79c", "3 2", 0, -4, "l4 7h-8z", true},
     {"#cc79a7", "#dd9cc0", "10 3 2 3", 0, 4, "l4-7h-8z", true},
     {"#000000", "#d8d8d8", "", 0, -4.5, "l4 4.5l-4 4.5l-4-4.5z", true},
     {"#e69f00", "#f0b93e", "6 3", -3.5, 0, "a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z", false},
     {"#56b4e9", "#7cc8f2", "2 2", -3, -3, "h6v6h-6z", false},
     {"#882255", "#c9628f", "14 4", 0, -4, "l4 7h-8z", false},
     {"#44aa99", "#6cc5b7", "6 2 2 2", 0, 4, "l4-7h-8z", false},
     {"#999933", "#bdbd55", "4 4", 0, -4.5, "l4 4.5l-4 4.5l-4-4.5z", false},
     {"#6a3d9a", "#a07fd0", "12 2 2 2 2 2", -4, 0, "h8m-4-4v8", false},
     {"#777777", "#8a8f99", "1 2", -3, -3, "l6 6m0-6l-6 6", false}}};

// Learners that share a figure in the papers or in the docs have fixed styles.
const std::map<std::string_view, std::size_t> kPlaces{
    {"MSG", 0},    {"RLS-all", 1}, {"CMOG", 2},   {"GPA", 3},    {"auto", 4},  {"thrifty", 5},
    {"BBQ", 6},    {"BBQ-eps", 7}, {"DGS", 8},    {"CMOG-Q", 9}, {"PAA", 0},   {"PAA-I", 1},
    {"PAA-II", 2}, {"RPA", 3},     {"RPA-I", 5},  {"RPA-II", 6}, {"PEA", 7},   {"RPE", 8},
    {"PA", 9},     {"PA-I", 10},   {"PA-II", 11}, {"PE", 4},     {"D-ADA", 0}, {"D-ADA-I", 1},
    {"D-AMD", 2},  {"D-AMD-I", 3}, {"DA", 5},     {"MD", 6},     {"SOAL", 7},  {"DUOL", 0},
    {"M-DUOL", 0}, {"DKM2", 0},    {"CBGZ", 1}};

std::size_t place_of(std::string_view name) {
  const auto known =
      kPlaces.find(name.substr(0, name.find_first_of(": ")));  // `MSG:h=0.01` has the style of MSG
  if (known != kPlaces.end()) return known->second;
  std::uint32_t hash = 2166136261;  // FNV-1a, so that styles never change
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
  return hash % kStyles.size();
}

}  // namespace

std::vector<LineStyle> styles_of(const std::vector<std::string>& names) {
  std::vector<LineStyle> styles;
  std::array<bool, kStyles.size()> taken{};
  for (const auto& name : names) {
    std::size_t place = place_of(name);
    for (std::size_t tried = 0; tried < kStyles.size() && taken[place]; ++tried)
      place = (place + 1) % kStyles.size();
    taken[place] = true;
    styles.push_back(kStyles[place]);
  }
  return styles;
}

LineStyle style_at(int place) {
  return kStyles[static_cast<std::size_t>(place) % kStyles.size()];
}

namespace {

constexpr double kTitleSize = 12;
constexpr double kMargins = 44;  // pixels beside the plot that its titles may use

struct Plot {
  Box box;
  Axis x, y;
  double across(double value) const { return box.left + box.width() * x.share(value); }
  double down(double value) const {  // far outside, every place is as good
    return box.bottom - box.height() * std::clamp(y.share(value), -100.0, 100.0);
  }
  std::string at(double vx, double vy) const { return coordinates(across(vx), down(vy)); }
};

// Indices of consecutive points that can be drawn.
std::vector<std::vector<std::size_t>> stretches(const Series& series, const Plot& plot) {
  std::vector<std::vector<std::size_t>> found(1);
  for (std::size_t k = 0; k < series.x.size(); ++k) {
    if (plot.x.drawable(series.x[k]) && plot.y.drawable(series.mean[k])) {
      found.back().push_back(k);
    } else if (!found.back().empty()) {
      found.emplace_back();
    }
  }
  return found;
}

std::string line_of(const Series& series, const Plot& plot, const LineStyle& style) {
  std::string path;
  if (series.level && series.x.size() == 1 && plot.y.drawable(series.mean[0])) {
    path = fmt::format("M{}H{}", coordinates(plot.box.left, plot.down(series.mean[0])),
                       coordinate(plot.box.right));
  } else {
    for (const auto& stretch : stretches(series, plot)) {
      for (const std::size_t k : stretch)
        path += (k == stretch.front() ? 'M' : 'L') + plot.at(series.x[k], series.mean[k]);
    }
  }
  if (path.empty()) return "";
  const std::string dash =
      style.dash[0] == '\0' ? "" : fmt::format(" stroke-dasharray=\"{}\"", style.dash);
  return fmt::format("<path d=\"{}\" fill=\"none\" stroke-width=\"2\"{}/>\n", path, dash);
}

std::string band_of(const Series& series, const Plot& plot) {
  std::string path;
  for (const auto& stretch : stretches(series, plot)) {
    std::vector<std::string> back;
    for (const std::size_t k : stretch) {
      const auto [low, high] = band_at(series, k);
      if (!plot.y.drawable(low) || !plot.y.drawable(high)) continue;
      path += (back.empty() ? 'M' : 'L') + plot.at(series.x[k], high);
      back.push_back('L' + plot.at(series.x[k], low));
    }
    for (auto low = back.rbegin(); low != back.rend(); ++low) path += *low;
    if (!back.empty()) path += 'z';
  }
  if (path.empty()) return "";
  return fmt::format("<path d=\"{}\" stroke=\"none\" fill-opacity=\"0.15\"/>\n", path);
}

std::string bars_of(const Series& series, const Plot& plot) {
  std::string path;
  for (const auto& stretch : stretches(series, plot)) {
    for (const std::size_t k : stretch) {
      const auto [low, high] = band_at(series, k);
      if (!plot.y.drawable(low) || !plot.y.drawable(high) || low == high) continue;
      const double x = plot.across(series.x[k]), top = plot.down(high), bottom = plot.down(low);
      path += fmt::format("M{}h6m-3 0V{}m-3 0h6", coordinates(x - 3, top), coordinate(bottom));
    }
  }
  return path.empty() ? "" : fmt::format("<path d=\"{}\" fill=\"none\"/>\n", path);
}

// A mark at every measured point, or at eight positions of a curve, shifted from its neighbours'.
std::vector<Point> marked(const Panel& panel, std::size_t s, const Plot& plot) {
  const Series& series = panel.series[s];
  const std::size_t apart = panel.points ? 1 : std::max<std::size_t>(1, series.x.size() / 8);
  std::vector<Point> points;
  for (const auto& stretch : stretches(series, plot)) {
    for (const std::size_t k : stretch) {
      const Point at{plot.across(series.x[k]), plot.down(series.mean[k])};
      const Box& box = plot.box;
      const bool inside = at.x >= box.left && at.x <= box.right && at.y >= box.top - 0.01 &&
                          at.y <= box.bottom + 0.01;
      if (k % apart == s * apart / panel.series.size() && inside) points.push_back(at);
    }
  }
  return points;
}

// The name of y = x, along the line, where no curve is.
std::string diagonal_name(const Panel& panel, const Plot& plot) {
  Labels labels(plot.box);
  const auto occupy = [&](const Point& at) {
    labels.occupy({at.x - 4, at.y - 4, at.x + 4, at.y + 4});
  };
  for (const Series& series : panel.series) {
    for (const auto& stretch : stretches(series, plot)) {
      for (const std::size_t k : stretch)
        occupy({plot.across(series.x[k]), plot.down(series.mean[k])});
    }
  }
  std::vector<Point> places;
  const double end = std::min(plot.x.high, plot.y.high);
  for (int part = 0; part <= 100; ++part) {
    const double value = end * part / 100;
    const Point on_line{plot.across(value), plot.down(value)};
    occupy(on_line);
    if (part % 5 == 0) places.insert(places.begin(), {on_line.x - 8, on_line.y - 7});
  }
  std::rotate(places.begin(), places.begin() + 5, places.end());  // first at three quarters
  const auto name = labels.placed({.text = shortened(panel.diagonal, kNumberSize, 200),
                                   .anchor = Anchor::kEnd,
                                   .size = kNumberSize,
                                   .faint = true},
                                  places);
  return name ? element_of(*name) : "";
}

// Lines and bands, which end at the edges of the plot.
std::string lines_in(const Panel& panel, const Plot& plot, const std::vector<LineStyle>& styles) {
  std::string text;
  if (!panel.diagonal.empty()) {
    const double end = std::min(plot.x.high, plot.y.high);
    text += fmt::format(
        "<path d=\"M{}L{}\" class=\"q-axis\" fill=\"none\" stroke=\"#989da6\" "
        "stroke-dasharray=\"4 4\"/>\n",
        plot.at(0, 0), plot.at(end, end));
  }
  for (const bool lines : {false, true}) {
    for (std::size_t s = 0; s < panel.series.size(); ++s) {
      const Series& series = panel.series[s];
      if (!lines && (series.level || !has_band(series))) continue;
      text += coloured(styles[s], lines          ? line_of(series, plot, styles[s])
                                  : panel.points ? bars_of(series, plot)
                                                 : band_of(series, plot));
    }
  }
  const Box& box = plot.box;
  return fmt::format(
      "<svg x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" viewBox=\"{0} {1} {2} "
      "{3}\">\n{4}</svg>\n",
      coordinate(box.left), coordinate(box.top), coordinate(box.width()), coordinate(box.height()),
      text);
}

std::string axes_of(const Panel& panel, const Plot& plot) {
  const Box& box = plot.box;
  std::string grid, ticks, texts;
  for (const Tick& tick : plot.y.ticks) {
    const double y = plot.down(tick.value);
    grid += fmt::format("M{}H{}", coordinates(box.left, y), coordinate(box.right));
    ticks += fmt::format("M{}h-4", coordinates(box.left, y));
    texts += element_of({.text = tick.text,
                         .at = {box.left - 7, y + 4},
                         .anchor = Anchor::kEnd,
                         .size = kNumberSize,
                         .faint = true});
  }
  for (const Tick& tick : plot.x.ticks) {
    const double x = plot.across(tick.value);
    ticks += fmt::format("M{}v4", coordinates(x, box.bottom));
    texts += element_of(
        {.text = tick.text, .at = {x, box.bottom + 17}, .size = kNumberSize, .faint = true});
  }
  texts += element_of({.text = shortened(panel.x_label, kTitleSize, box.width() + kMargins),
                       .at = {(box.left + box.right) / 2, box.bottom + 37}});
  texts += element_of({.text = shortened(panel.y_label, kTitleSize, box.height() + 20),
                       .at = {box.left - numbers_width(plot.y) - 16, (box.top + box.bottom) / 2},
                       .turned = true});
  texts += element_of({.text = shortened(panel.title, kTitleSize, box.width() + kMargins),
                       .at = {(box.left + box.right) / 2, box.top - 9}});
  return fmt::format(
      "<path d=\"{}\" class=\"q-grid\" stroke=\"#d9dee6\" fill=\"none\"/>\n"
      "<path d=\"M{}V{}H{}{}\" class=\"q-axis\" stroke=\"#989da6\" fill=\"none\"/>\n{}",
      grid, coordinates(box.left, box.top), coordinate(box.bottom), coordinate(box.right), ticks,
      texts);
}

}  // namespace

std::vector<LineStyle> styles_in(const Panel& panel) {
  std::vector<std::string> names;
  for (const auto& series : panel.series) names.push_back(series.name);
  std::vector<LineStyle> styles = styles_of(names);
  for (std::size_t s = 0; s < styles.size(); ++s) {
    if (panel.series[s].style >= 0) styles[s] = style_at(panel.series[s].style);
  }
  return styles;
}

std::string coloured(const LineStyle& style, const std::string& content) {
  if (content.empty()) return "";
  return fmt::format("<g class=\"q-{1}\" stroke=\"#{1}\" fill=\"#{1}\">\n{0}</g>\n", content,
                     style.colour + 1);
}

std::string marks_at(const LineStyle& style, const std::vector<Point>& points) {
  std::string path;
  for (const Point& at : points)
    path += 'M' + coordinates(at.x + style.mark_x, at.y + style.mark_y) + style.mark;
  if (path.empty()) return "";
  return fmt::format("<path d=\"{}\"{}/>\n", path,
                     style.filled ? "" : " class=\"q-open\" fill=\"#ffffff\" stroke-width=\"1.5\"");
}

std::string curves_in(const Panel& panel, const Box& box) {
  const Plot plot{
      .box = box, .x = x_axis_of(panel, box.width()), .y = y_axis_of(panel, box.height())};
  const auto styles = styles_in(panel);
  std::string text = axes_of(panel, plot) + lines_in(panel, plot, styles);
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    if (!panel.series[s].level)
      text += coloured(styles[s], marks_at(styles[s], marked(panel, s, plot)));
  }
  return text + (panel.diagonal.empty() ? "" : diagonal_name(panel, plot));
}

}  // namespace querent::apps
