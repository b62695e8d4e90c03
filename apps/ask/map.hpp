// SPDX-License-Identifier: Apache-2.0
// The map of the items: their positions, and the names of its regions. Positions are computed in a
// thread at the first request, or by wait() if querent is built without threads.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <querent/graph/graph.hpp>

namespace querent {
struct Items;
}

namespace querent::apps {

class AskItems;

class MapLayout {
 public:
  using Positions = std::vector<std::array<float, 2>>;

  /// The plane_layout() of the graph; if null, or above 200,000 nodes, principal axes of the rows.
  MapLayout(std::shared_ptr<const Graph> graph, std::shared_ptr<const Items> rows)
      : graph_(std::move(graph)), rows_(std::move(rows)) {}
  /// Cancels a layout that is still running.
  ~MapLayout();
  MapLayout(const MapLayout&) = delete;
  MapLayout& operator=(const MapLayout&) = delete;

  /// The first call starts the computation; returns true when it has finished.
  bool ready();
  /// Position of each item in [−1, 1]²; blocks.
  const Positions& wait();
  /// Without threads: whether the layout was requested and wait() was not called yet.
  bool deferred() const;

 private:
  std::shared_future<Positions> begun();
  Positions compute() const;

  std::shared_ptr<const Graph> graph_;
  std::shared_ptr<const Items> rows_;
  std::mutex mutex_;
  std::shared_future<Positions> future_;
  std::atomic<bool> stop_{false};
};

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
