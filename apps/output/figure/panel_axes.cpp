// SPDX-License-Identifier: Apache-2.0
// The ranges of a panel's axes follow from its values.
#include <algorithm>
#include <cmath>
#include <limits>

#include <querent/apps/output/figure/panel.hpp>

namespace querent::apps {

namespace {

// The smallest and the largest of some values.
struct AxisRange {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  bool empty() const { return low > high; }
  void add(const Axis& axis, double value) {
    if (axis.drawable(value)) low = std::min(low, value), high = std::max(high, value);
  }
};

}  // namespace

bool has_band(const Series& series) {
  return !series.low.empty() || std::any_of(series.deviation.begin(), series.deviation.end(),
                                            [](double s) { return s > 0; });
}

std::pair<double, double> band_at(const Series& series, std::size_t k) {
  if (!series.low.empty()) return {series.low[k], series.high[k]};
  return {series.mean[k] - series.deviation[k], series.mean[k] + series.deviation[k]};
}

Axis x_axis_of(const Panel& panel, double pixels) {
  const Axis kind{.logarithmic = panel.log_x};
  AxisRange values, levels;
  for (const Series& series : panel.series) {
    for (const double x : series.x) (series.level ? levels : values).add(kind, x);
  }
  if (values.empty()) values = levels;
  if (values.empty()) values = {1, 1};
  AxisNeeds needs{
      .pixels = pixels, .logarithmic = panel.log_x, .whole = panel.whole_x, .at = panel.x_ticks};
  if (panel.log_x) {  // marks at the ends need space
    const double air = std::pow(std::max(values.high / values.low, 1.5), 0.04);
    needs.low = values.low / air;
    needs.high = values.high * air;
  } else {
    needs.low = std::min(0.0, values.low);
    needs.high = std::max(0.0, values.high);
    const double air = panel.points ? 0.04 * (needs.high - needs.low) : 0;
    if (needs.low < 0) needs.low -= air;
    needs.high += air;
  }
  return axis_of(needs);
}

Axis y_axis_of(const Panel& panel, double pixels) {
  const Axis kind{.logarithmic = panel.log_y};
  AxisRange values;
  for (const Series& series : panel.series) {
    for (std::size_t k = 0; k < series.x.size(); ++k) {
      if (!kind.drawable(series.mean[k])) continue;
      values.add(kind, series.mean[k]);
      const auto [low, high] = band_at(series, k);
      values.add(kind, low);
      values.add(kind, high);
    }
  }
  if (values.empty()) values = {panel.log_y ? 1.0 : 0.0, 1};
  AxisNeeds needs{.low = panel.y_min && kind.drawable(*panel.y_min) ? *panel.y_min : values.low,
                  .high = panel.y_max.value_or(values.high),
                  .pixels = pixels,
                  .across = false,
                  .logarithmic = panel.log_y,
                  .open_low = !panel.y_min,
                  .open_high = !panel.y_max};
  needs.high = std::max(needs.high, needs.low);
  if (panel.log_y) {
    const double air = std::pow(std::max(needs.high / needs.low, 1.5), 0.04);
    needs.low /= air;
    needs.high *= air;
  }
  return axis_of(needs);
}

double numbers_width(const Axis& axis) {
  double width = 0;
  for (const Tick& tick : axis.ticks) width = std::max(width, text_width(tick.text, kNumberSize));
  return width;
}

}  // namespace querent::apps
