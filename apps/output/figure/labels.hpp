// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <querent/apps/output/figure/svg.hpp>

namespace querent::apps {

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
