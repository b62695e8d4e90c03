// SPDX-License-Identifier: Apache-2.0
// Positions of the items on the map, computed in a thread at the first request.
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

  /// `graph` may be null; the map then shows the principal axes of the rows.
  MapPlaces(std::shared_ptr<const Graph> graph, std::shared_ptr<const Items> rows)
      : graph_(std::move(graph)), rows_(std::move(rows)) {}
  /// Cancels a layout that is still running.
  ~MapPlaces();
  MapPlaces(const MapPlaces&) = delete;
  MapPlaces& operator=(const MapPlaces&) = delete;

  /// The first call starts the computation; returns true when it has finished.
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
