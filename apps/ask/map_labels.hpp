// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <querent/apps/ask/items.hpp>

namespace querent::apps {

/// What a region of the map is about.
struct MapLabel {
  float x, y;           ///< the middle of its items
  std::uint32_t items;  ///< how many it has
  std::string text;     ///< its two most characteristic words, or its node of most neighbours
};

/// The largest regions of the map, at most sixteen, the largest first: components of at least a
/// fiftieth of the items, the large ones divided by k-means. Waits for the places. Words are those
/// of titles, venues and keywords where --show has such columns, else of all its columns; without
/// words, the text of the node with the most neighbours.
std::vector<MapLabel> map_labels(const AskItems& items);

}  // namespace querent::apps
