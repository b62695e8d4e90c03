// SPDX-License-Identifier: Apache-2.0
// Pieces of an SVG: numbers, texts and their sizes. Each piece has its light colours as attributes,
// which every program understands; a style sheet replaces them in dark mode.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace querent::apps {

struct Point {
  double x = 0, y = 0;
};

struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

bool overlap(const Box& one, const Box& other);
bool contains(const Box& outer, const Box& inner);

/// A coordinate with at most two decimals, in every locale with a point.
std::string coordinate(double pixels);
/// Two coordinates: "12.5 7".
std::string coordinates(double x, double y);

enum class Anchor { kStart, kMiddle, kEnd };

struct Text {
  std::string text = {};
  Point at = {};  ///< on the baseline
  Anchor anchor = Anchor::kMiddle;
  double size = 12;
  bool faint = false;   ///< the colour of numbers and explanations
  bool turned = false;  ///< reads upwards
  bool halo = false;    ///< has a border of the ground's colour, above dots
};

/// The width of `text` in DejaVu Sans, the widest of the usual fonts; in others it is smaller.
double text_width(std::string_view text, double size);
/// `text` of data made printable and, if necessary, shortened to `width` with "…" at its end.
std::string shortened(std::string_view text, double size, double width);
/// The rectangle that the text may fill.
Box box_of(const Text& text);
std::string element_of(const Text& text);

/// Finds room for texts in a box: none covers another or an occupied place.
class Labels {
 public:
  explicit Labels(const Box& inside) : inside_(inside) {}
  void occupy(const Box& place) { taken_.push_back(place); }
  /// `text` at the first of `places` that is free, which it then occupies; nothing if none is.
  std::optional<Text> placed(Text text, const std::vector<Point>& places);

 private:
  Box inside_;
  std::vector<Box> taken_;
};

}  // namespace querent::apps
