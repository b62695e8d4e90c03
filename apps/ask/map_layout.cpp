// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/map_layout.hpp>

#include <chrono>

#include <querent/graph/layout/layout.hpp>
#include <querent/learners/session/items.hpp>
#include <querent/learners/session/layout.hpp>

namespace querent::apps {

namespace {

constexpr auto kWhere = QUERENT_THREADS ? std::launch::async : std::launch::deferred;

}  // namespace

MapLayout::~MapLayout() {
  stop_ = true;
  if (future_.valid() && !deferred()) future_.wait();
}

bool MapLayout::deferred() const {
  return future_.valid() &&
         future_.wait_for(std::chrono::seconds(0)) == std::future_status::deferred;
}

MapLayout::Positions MapLayout::compute() const {
  constexpr std::uint64_t kMostNodes = 200'000;  // a layout of more nodes takes over a minute
  if (graph_ == nullptr || graph_->num_nodes() > kMostNodes) return layout_of(*rows_);
  return plane_layout(*graph_, {.stop = [this] { return stop_.load(); }});
}

std::shared_future<MapLayout::Positions> MapLayout::begun() {
  const std::lock_guard lock(mutex_);
  if (!future_.valid()) future_ = std::async(kWhere, [this] { return compute(); }).share();
  return future_;
}

bool MapLayout::ready() {
  return begun().wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

const MapLayout::Positions& MapLayout::wait() {
  begun().wait();
  return future_.get();
}

}  // namespace querent::apps
