// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/figure/svg.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/text/printable.hpp>
#include <querent/datasets/text/utf8.hpp>

namespace querent::apps {

namespace {

// Hundredths of the font's size, from the blank to the tilde.
constexpr std::array<std::uint8_t, 95> kWidths{
    32, 40, 46, 84, 64, 95, 78, 27, 39,  39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79,
    60, 79, 69, 63, 61, 73, 68, 99, 69,  61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63,
    63, 28, 28, 58, 28, 97, 63, 61, 63,  63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84};

double hundredths(std::string_view character) {
  const char first = character.front();
  if (first >= ' ' && first <= '~') return kWidths[static_cast<std::size_t>(first - ' ')];
  const std::size_t columns = width_of(character);
  return columns == 0 ? 0 : columns == 1 ? 80 : 100;  // most letters of other scripts have 60 to 75
}

}  // namespace

bool overlap(const Box& one, const Box& other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom &&
         other.top < one.bottom;
}

bool contains(const Box& outer, const Box& inner) {
  return outer.left <= inner.left && inner.right <= outer.right && outer.top <= inner.top &&
         inner.bottom <= outer.bottom;
}

std::string coordinate(double pixels) {
  const double rounded = std::round(pixels * 100) / 100;
  return fmt::format("{:.10g}", rounded == 0 ? 0 : rounded);  // no −0
}

std::string coordinates(double x, double y) {
  return coordinate(x) + ' ' + coordinate(y);
}

double text_width(std::string_view text, double size) {
  double sum = 0;
  while (!text.empty()) {
    const std::size_t length = first_character(text).second;
    sum += hundredths(text.substr(0, length));
    text.remove_prefix(length);
  }
  return sum * size / 100;
}

std::string shortened(std::string_view text, double size, double width) {
  const std::string shown = printable(text);
  if (text_width(shown, size) <= width) return shown;
  const double room = width - text_width("…", size);
  std::size_t kept = 0;
  for (double used = 0; kept < shown.size();) {
    const std::size_t length = first_character(std::string_view(shown).substr(kept)).second;
    used += text_width(std::string_view(shown).substr(kept, length), size);
    if (used > room) break;
    kept += length;
  }
  return shown.substr(0, kept) + "…";
}

Box box_of(const Text& text) {
  const double width = text_width(text.text, text.size);
  const double before = text.anchor == Anchor::kStart    ? 0
                        : text.anchor == Anchor::kMiddle ? width / 2
                                                         : width;
  const double above = 0.8 * text.size, below = 0.25 * text.size;
  const auto [x, y] = text.at;
  if (text.turned) return {x - above, y - width + before, x + below, y + before};
  return {x - before, y - above, x - before + width, y + below};
}

std::string element_of(const Text& text) {
  if (text.text.empty()) return "";
  const char* anchor = text.anchor == Anchor::kStart    ? ""
                       : text.anchor == Anchor::kMiddle ? " text-anchor=\"middle\""
                                                        : " text-anchor=\"end\"";
  const std::string place =
      text.turned ? fmt::format("transform=\"translate({}) rotate(-90)\"",
                                coordinates(text.at.x, text.at.y))
                  : fmt::format("x=\"{}\" y=\"{}\"", coordinate(text.at.x), coordinate(text.at.y));
  return fmt::format("<text {}{} font-size=\"{:g}\" class=\"{}{}\" fill=\"{}\"{}>{}</text>\n",
                     place, anchor, text.size, text.faint ? "q-faint" : "q-ink",
                     text.halo ? " q-halo" : "", text.faint ? "#5d6675" : "#1b1f27",
                     text.halo ? " stroke=\"#ffffff\" stroke-width=\"3\" stroke-linejoin=\"round\" "
                                 "paint-order=\"stroke\""
                               : "",
                     xml_text(text.text));
}

std::optional<Text> Labels::placed(Text text, const std::vector<Point>& places) {
  for (const Point& place : places) {
    text.at = place;
    const Box box = box_of(text);
    if (!contains(inside_, box) ||
        std::ranges::any_of(taken_, [&](const Box& taken) { return overlap(taken, box); }))
      continue;
    occupy(box);
    return text;
  }
  return std::nullopt;
}

}  // namespace querent::apps
