// SPDX-License-Identifier: Apache-2.0
// Axes and their numbers; the ranges of a panel's axes follow from its values.
#include <querent/apps/output/figure/panel.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include <querent/apps/output/figure/svg.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

namespace {

constexpr double kBetween = 13;  // pixels between the numbers of an axis
constexpr double kBeyond = 22;   // pixels that the last number may need beyond the end
constexpr double kApart = 28;    // pixels from a number to the one above it

// A multiple of a step: 1, 2, 2.5 or 5 times a power of ten.
struct Step {
  double mantissa = 1;
  int exponent = 0;
  double size() const { return mantissa * std::pow(10, exponent); }
};

std::string number_of(double value, const Step& step, double largest) {
  if (std::abs(value) < step.size() / 2) return "0";
  const std::string sign = value < 0 ? "−" : "";
  const double amount = std::abs(value);
  if (largest >= 1e7 || largest < 1e-4) {
    const auto digits = static_cast<int>(std::floor(std::log10(largest / step.size()))) + 2;
    return sign + fmt::format("{:.{}g}", amount, std::clamp(digits, 1, 15));
  }
  const int decimals = std::max(0, -step.exponent + (step.mantissa == 2.5 ? 1 : 0));
  if (decimals == 0 && amount >= 10000)
    return sign + grouped(static_cast<std::uint64_t>(std::llround(amount)));
  return sign + fmt::format("{:.{}f}", amount, decimals);
}

bool fit(const Axis& axis, const AxisNeeds& needs) {
  for (std::size_t k = 1; k < axis.ticks.size(); ++k) {
    const Tick &before = axis.ticks[k - 1], &tick = axis.ticks[k];
    const double needed =
        needs.across
            ? (text_width(before.text, kNumberSize) + text_width(tick.text, kNumberSize)) / 2 +
                  kBetween
            : kApart;
    if ((axis.share(tick.value) - axis.share(before.value)) * needs.pixels < needed) return false;
  }
  if (!needs.across || axis.ticks.empty()) return true;
  const Tick& last = axis.ticks.back();
  return text_width(last.text, kNumberSize) / 2 <=
         (1 - axis.share(last.value)) * needs.pixels + kBeyond;
}

Axis with_step(const AxisNeeds& needs, const Step& step) {
  const double size = step.size();
  Axis axis{.low = needs.open_low ? std::floor(needs.low / size + 1e-9) * size : needs.low,
            .high = needs.open_high ? std::ceil(needs.high / size - 1e-9) * size : needs.high};
  const double largest = std::max(std::abs(axis.low), std::abs(axis.high));
  const double first = std::ceil(axis.low / size - 1e-9),
               last = std::floor(axis.high / size + 1e-9);
  for (double k = first; k <= last; ++k)
    axis.ticks.push_back({k * size, number_of(k * size, step, largest)});
  return axis;
}

Axis linear(const AxisNeeds& needs) {
  int exponent = static_cast<int>(std::floor(std::log10((needs.high - needs.low) / 20)));
  if (needs.whole) exponent = std::max(exponent, 0);
  for (;; ++exponent) {
    for (const double mantissa : {1.0, 2.0, 2.5, 5.0}) {
      if (needs.whole && exponent == 0 && mantissa == 2.5) continue;
      if ((needs.high - needs.low) / Step{mantissa, exponent}.size() > 40) continue;
      Axis axis = with_step(needs, {mantissa, exponent});
      if (fit(axis, needs)) return axis;
    }
  }
}

std::string power_of_ten(int exponent) {
  constexpr std::string_view kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(exponent))) text += kDigits[digit - '0'];
  return text;
}

// Decades; where there are fewer than two of them, 1, 2 and 5 times a power of ten.
Axis logarithmic(const AxisNeeds& needs) {
  Axis axis{.low = needs.low, .high = needs.high, .logarithmic = true};
  const int first = static_cast<int>(std::ceil(std::log10(needs.low) - 1e-9)),
            last = static_cast<int>(std::floor(std::log10(needs.high) + 1e-9));
  const bool powers = first < -3 || last > 4;
  for (int each = 1; last > first && (each == 1 || !fit(axis, needs)); ++each) {
    axis.ticks.clear();
    for (int decade = first; decade <= last; ++decade) {
      if (decade % each != 0) continue;
      const double value = std::pow(10, decade);
      axis.ticks.push_back(
          {value, powers ? power_of_ten(decade) : number_of(value, {1, decade}, 1)});
    }
  }
  if (!axis.ticks.empty()) return axis;
  for (const double value : {std::pow(10, first - 1), std::pow(10, first)}) {
    for (const double times : {1, 2, 5}) {
      if (value * times >= needs.low && value * times <= needs.high)
        axis.ticks.push_back({value * times, fmt::format("{:g}", value * times)});
    }
  }
  if (axis.ticks.size() >= 2 && fit(axis, needs)) return axis;
  axis.ticks = linear({.low = needs.low, .high = needs.high, .pixels = needs.pixels / 2}).ticks;
  return axis;
}

// A range that can be divided: a single value gets room at both sides.
AxisNeeds divisible(AxisNeeds needs) {
  if (needs.logarithmic) {
    if (needs.high / needs.low < 1.1) needs.low /= 1.5, needs.high *= 1.5;
    return needs;
  }
  const double largest = std::max(std::abs(needs.low), std::abs(needs.high));
  if (needs.high - needs.low > 1e-9 * largest && needs.high - needs.low > 1e-290) return needs;
  const double air = largest > 1e-290 ? 0.1 * largest : 1;
  needs.low -= needs.low == 0 ? 0 : air;
  needs.high += air;
  return needs;
}

// The smallest and the largest of some values.
struct AxisRange {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  bool empty() const { return low > high; }
  void add(const Axis& axis, double value) {
    if (axis.drawable(value)) low = std::min(low, value), high = std::max(high, value);
  }
};

}  // namespace

double Axis::share(double value) const {
  if (logarithmic)
    return (std::log10(value) - std::log10(low)) / (std::log10(high) - std::log10(low));
  return (value - low) / (high - low);
}

bool Axis::drawable(double value) const {
  return std::isfinite(value) && std::abs(value) < 1e290 && (!logarithmic || value > 1e-290);
}

Axis axis_of(const AxisNeeds& wanted) {
  const AxisNeeds needs = divisible(wanted);
  Axis axis = needs.logarithmic ? logarithmic(needs) : linear(needs);
  if (needs.at.empty()) return axis;
  axis.ticks.clear();
  for (const double value : needs.at) {
    if (value < axis.low || value > axis.high) continue;
    axis.ticks.push_back({value, fmt::format("{:g}", value)});
    if (!fit(axis, needs)) axis.ticks.pop_back();
  }
  return axis;
}

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
