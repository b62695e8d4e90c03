// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/files/sharded_rows.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace querent {

ShardedRows::ShardedRows(std::filesystem::path directory, EmbeddingShards shards)
    : directory_(std::move(directory)), shards_(std::move(shards)), first_(first_rows(shards_)) {
  for (std::size_t k = 0; k < shards_.shards.size(); ++k) {
    if (shards_.shards[k].nodes > 0) number_.push_back(k);
  }
}

std::span<const double> ShardedRows::row(std::uint32_t i) const {
  Held* held = nullptr;
  {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Held>& mine = held_[std::this_thread::get_id()];
    if (!mine)
      mine = std::make_unique<Held>(
          Held{.place = std::numeric_limits<std::size_t>::max(), .rows = {}});
    held = mine.get();
  }
  const auto place =
      static_cast<std::size_t>(std::ranges::upper_bound(first_, i) - first_.begin()) - 1;
  if (held->place != place) {
    held->rows.resize(0, 0);  // before the next shard is read
    held->place = std::numeric_limits<std::size_t>::max();
    held->rows = read_shard(directory_, shards_, number_[place]);
    held->place = place;
  }
  const auto d = static_cast<std::size_t>(held->rows.cols());
  return {held->rows.data() + (i - first_[place]) * d, d};
}

}  // namespace querent
