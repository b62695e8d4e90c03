// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/map.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <unordered_map>

#include <querent/apps/ask/items.hpp>
#include <querent/datasets/text/lowered.hpp>
#include <querent/graph/bibliography/words.hpp>
#include <querent/graph/components.hpp>
#include <querent/graph/layout/layout.hpp>
#include <querent/learners/session/items.hpp>
#include <querent/learners/session/layout.hpp>

namespace querent::apps {

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
  constexpr auto kWhere = QUERENT_THREADS ? std::launch::async : std::launch::deferred;
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

namespace {

constexpr std::size_t kMostLabels = 16, kItemsOfRegion = 80, kMostRegions = 12;

using Members = std::vector<std::uint32_t>;
using Positions = std::vector<std::array<float, 2>>;

double squared(const std::array<float, 2>& a, const std::array<double, 2>& b) {
  const double dx = a[0] - b[0], dy = a[1] - b[1];
  return dx * dx + dy * dy;
}

// k-means, started from points far apart (farthest-first); deterministic.
std::vector<Members> regions_of(const Members& members, const Positions& positions) {
  const std::size_t k = std::clamp<std::size_t>(members.size() / kItemsOfRegion, 1, kMostRegions);
  std::vector<std::array<double, 2>> centres;
  std::vector<double> nearest(members.size(), std::numeric_limits<double>::infinity());
  std::size_t next = 0;
  while (centres.size() < k) {
    const auto& p = positions[members[next]];
    centres.push_back({p[0], p[1]});
    for (std::size_t i = 0; i < members.size(); ++i)
      nearest[i] = std::min(nearest[i], squared(positions[members[i]], centres.back()));
    next = static_cast<std::size_t>(std::max_element(nearest.begin(), nearest.end()) -
                                    nearest.begin());
  }
  std::vector<Members> regions;
  for (int round = 0; round < 20; ++round) {
    regions.assign(k, {});
    for (const std::uint32_t item : members) {
      std::size_t best = 0;
      for (std::size_t c = 1; c < k; ++c) {
        if (squared(positions[item], centres[c]) < squared(positions[item], centres[best]))
          best = c;
      }
      regions[best].push_back(item);
    }
    for (std::size_t c = 0; c < k; ++c) {
      if (regions[c].empty()) continue;
      centres[c] = {0, 0};
      for (const std::uint32_t item : regions[c]) {
        for (std::size_t axis = 0; axis < 2; ++axis)
          centres[c][axis] += positions[item][axis] / static_cast<double>(regions[c].size());
      }
    }
  }
  std::erase_if(regions, [](const Members& region) { return region.empty(); });
  return regions;
}

std::vector<Members> all_regions(const AskItems& items) {
  const Positions& positions = items.map().wait();
  std::vector<Members> components;
  if (items.graph() == nullptr) {
    components.resize(1);
    for (std::uint32_t i = 0; i < items.size(); ++i) components[0].push_back(i);
  } else {
    components = connected_components(*items.graph()).members();
  }
  const std::size_t least = std::max<std::size_t>(8, items.size() / 50);
  std::vector<Members> regions;
  for (const Members& component : components) {
    if (component.size() < least) continue;
    for (Members& region : regions_of(component, positions)) regions.push_back(std::move(region));
  }
  std::stable_sort(regions.begin(), regions.end(),
                   [](const Members& a, const Members& b) { return a.size() > b.size(); });
  if (regions.size() > kMostLabels) regions.resize(kMostLabels);
  return regions;
}

std::vector<std::size_t> columns_of_words(const AskItems& items) {
  std::vector<std::size_t> telling, all;
  for (std::size_t c = 0; c < items.shown().columns.size(); ++c) {
    const std::string name = lowered(items.shown().columns[c]);
    all.push_back(c);
    for (const char* word : {"title", "venue", "keyword", "topic"}) {
      if (name.find(word) == name.npos) continue;
      telling.push_back(c);
      break;
    }
  }
  return telling.empty() ? all : telling;
}

// Number of items that contain each word.
using Counts = std::unordered_map<std::string, double>;

void count_words(const AskItems& items, const std::vector<std::size_t>& columns, std::uint32_t item,
                 Counts& counts) {
  std::set<std::string> words;
  for (const std::size_t c : columns)
    for_each_word(items.shown().cell(item, c), [&](std::string_view word) { words.emplace(word); });
  for (const std::string& word : words) ++counts[word];
}

// The two words with the largest score: share of the region's items that contain the word, times
// the logarithm of the ratio of this share to the share among all items.
std::string characteristic(const Counts& here, double size, const Counts& everywhere, double all) {
  std::vector<std::pair<double, std::string_view>> scored;
  for (const auto& [word, count] : here) {
    if (count < std::max(2.0, 0.1 * size)) continue;
    const double ratio = (count / size) / (everywhere.at(word) / all);
    if (ratio > 1) scored.emplace_back(-count * std::log(ratio), word);
  }
  std::sort(scored.begin(), scored.end());
  std::string text;
  for (std::size_t k = 0; k < std::min<std::size_t>(2, scored.size()); ++k)
    text += (k == 0 ? "" : ", ") + std::string(scored[k].second);
  return text;
}

std::string most_neighbours(const AskItems& items, const Members& region) {
  if (items.graph() == nullptr) return "";
  const auto best = std::max_element(region.begin(), region.end(), [&](auto a, auto b) {
    return items.graph()->neighbours(a).size() < items.graph()->neighbours(b).size();
  });
  return items.title(*best);
}

}  // namespace

std::vector<MapLabel> map_labels(const AskItems& items) {
  const std::vector<Members> regions = all_regions(items);
  const std::vector<std::size_t> columns = columns_of_words(items);
  Counts everywhere;
  if (!regions.empty()) {
    for (std::uint32_t i = 0; i < items.size(); ++i) count_words(items, columns, i, everywhere);
  }
  const Positions& positions = items.map().wait();
  std::vector<MapLabel> labels;
  for (const Members& region : regions) {
    Counts here;
    double x = 0, y = 0;
    for (const std::uint32_t item : region) {
      count_words(items, columns, item, here);
      x += positions[item][0];
      y += positions[item][1];
    }
    const auto size = static_cast<double>(region.size());
    std::string text = characteristic(here, size, everywhere, static_cast<double>(items.size()));
    if (text.empty()) text = most_neighbours(items, region);
    if (text.empty()) continue;
    labels.push_back({static_cast<float>(x / size), static_cast<float>(y / size),
                      static_cast<std::uint32_t>(region.size()), std::move(text)});
  }
  return labels;
}

}  // namespace querent::apps
