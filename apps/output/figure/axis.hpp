// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace querent::apps {

constexpr double kNumberSize = 11;  ///< the font of an axis's numbers

struct Tick {
  double value = 0;
  std::string text = {};
};

/// An axis with numbers that do not overlap.
struct Axis {
  double low = 0, high = 1;
  bool logarithmic = false;
  std::vector<Tick> ticks = {};
  /// Position on the axis: 0 at low, 1 at high.
  double share(double value) const;
  /// A value that can be drawn: finite, not extreme, and positive on a logarithmic axis.
  bool drawable(double value) const;
};

/// The demands on an axis; it has at least the values from low to high.
struct AxisNeeds {
  double low = 0, high = 1;
  double pixels = 100;          ///< its length
  bool across = true;           ///< numbers stand beside each other, not above each other
  bool logarithmic = false;     ///< requires low > 0
  bool whole = false;           ///< no fractions, since values are counts
  bool open_low = false;        ///< may begin at a number below low
  bool open_high = false;       ///< may end at a number above high
  std::vector<double> at = {};  ///< the values that have numbers; empty: chosen here
};

Axis axis_of(const AxisNeeds& needs);

}  // namespace querent::apps
