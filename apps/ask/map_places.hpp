// SPDX-License-Identifier: Apache-2.0
// Where the items are on the map, computed on a thread of its own once somebody asks.
#pragma once

#include <array>
#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <vector>

#include <querent/graph/graph.hpp>

namespace querent {
struct Items;
}

namespace querent::apps {

class MapPlaces {
 public:
  using Places = std::vector<std::array<float, 2>>;

  /// `graph` may be null: then the rows' principal axes are the map.
  MapPlaces(std::shared_ptr<const Graph> graph, std::shared_ptr<const Items> rows)
      : graph_(std::move(graph)), rows_(std::move(rows)) {}
  /// Ends a layout that nobody waits for any more.
  ~MapPlaces();
  MapPlaces(const MapPlaces&) = delete;
  MapPlaces& operator=(const MapPlaces&) = delete;

  /// Begins at the first call; true once the places are there.
  bool ready();
  const Places& wait();

 private:
  std::shared_future<Places> begun();
  Places compute() const;

  std::shared_ptr<const Graph> graph_;
  std::shared_ptr<const Items> rows_;
  std::mutex mutex_;
  std::shared_future<Places> future_;
  std::atomic<bool> stop_{false};
};

}  // namespace querent::apps
