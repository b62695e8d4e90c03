// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <querent/apps/ask/items.hpp>

namespace querent::apps {

/// Name of a region of the map.
struct MapLabel {
  float x, y;           ///< centre of its items
  std::uint32_t items;  ///< number of items
  std::string text;     ///< its two most characteristic words, or its node of largest degree
};

/// The largest regions of the map, at most sixteen, by decreasing size: components with at least
/// 2 % of the items, the large ones divided by k-means. Blocks until places are computed. Words
/// come from titles, venues and keywords if --show has such columns, otherwise from all columns;
/// without words, a region has the text of its node of largest degree.
std::vector<MapLabel> map_labels(const AskItems& items);

}  // namespace querent::apps
