// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/figure/labels.hpp>

#include <algorithm>

namespace querent::apps {

std::optional<Text> Labels::placed(Text text, const std::vector<Point>& places) {
  for (const Point& place : places) {
    text.at = place;
    const Box box = box_of(text);
    if (!contains(inside_, box) || std::any_of(taken_.begin(), taken_.end(), [&](const Box& taken) {
          return overlap(taken, box);
        }))
      continue;
    occupy(box);
    return text;
  }
  return std::nullopt;
}

}  // namespace querent::apps
