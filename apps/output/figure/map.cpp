// SPDX-License-Identifier: Apache-2.0
// Maps: dots in the square from −1 to 1, and texts above them.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <querent/apps/output/figure/panel.hpp>

namespace querent::apps {

namespace {

constexpr double kTextSize = 11, kReach = 1.05;

Point on_map(const Box& box, double x, double y) {
  const double half = std::min(box.width(), box.height()) / 2 / kReach;
  return {(box.left + box.right) / 2 + half * x, (box.top + box.bottom) / 2 - half * y};
}

// At the text's own place, otherwise above or below it.
std::vector<Point> places_near(const Point& centre) {
  const double line = 1.25 * kTextSize;
  std::vector<Point> places;
  for (const double lines : {0.0, -1.0, 1.0, -2.0, 2.0})
    places.push_back({centre.x, centre.y + 0.3 * kTextSize + lines * line});
  return places;
}

}  // namespace

std::string map_in(const Panel& panel, const Box& box) {
  const auto styles = styles_in(panel);
  std::size_t dots = 0;
  for (const Series& series : panel.series) dots += series.x.size();
  const double diameter = dots > 5000 ? 2 : 4;
  std::string text;
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    const Series& series = panel.series[s];
    std::string path;
    for (std::size_t k = 0; k < series.x.size(); ++k) {
      if (!std::isfinite(series.x[k]) || !std::isfinite(series.mean[k])) continue;
      const Point at = on_map(box, series.x[k], series.mean[k]);
      path += 'M' + coordinates(at.x, at.y) + "h0";  // round ends make a dot of it
    }
    if (path.empty()) continue;
    text += coloured(styles[s],
                     fmt::format("<path d=\"{}\" stroke-width=\"{:g}\" stroke-linecap=\"round\" "
                                 "fill=\"none\"/>\n",
                                 path, diameter));
  }
  Labels labels(box);
  for (const Annotation& wanted : panel.annotations) {
    const auto label = labels.placed(
        {.text = shortened(wanted.text, kTextSize, box.width()), .size = kTextSize, .halo = true},
        places_near(on_map(box, wanted.x, wanted.y)));
    if (label) text += element_of(*label);
  }
  return text;
}

}  // namespace querent::apps
