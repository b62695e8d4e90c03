// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include <querent/graph/layout/force_layout.hpp>

namespace querent {

namespace {

constexpr Node kNone = 0xffffffff;

// The unmatched neighbour of the heaviest edge, excluding its own mass; kNone if all are matched.
Node free_neighbour(const Coarser& fine, Node i, const std::vector<Node>& partner) {
  Node best = kNone;
  double most = 0;
  for (std::uint64_t k = fine.offsets[i]; k < fine.offsets[i + 1]; ++k) {
    const Node j = fine.neighbours[k];
    const double weight = fine.weights[k] / fine.masses[j];
    if (partner[j] == kNone && weight > most) {
      most = weight;
      best = j;
    }
  }
  return best;
}

Node heaviest_neighbour(const Coarser& fine, Node i) {
  const auto begin = fine.weights.begin();
  const auto first = begin + static_cast<std::ptrdiff_t>(fine.offsets[i]);
  const auto last = begin + static_cast<std::ptrdiff_t>(fine.offsets[i + 1]);
  return fine.neighbours[static_cast<std::size_t>(std::max_element(first, last) - begin)];
}

// Matches light nodes first, so that hubs do not absorb everything; an unmatched i is its own
// partner.
std::vector<Node> partners(const Coarser& fine) {
  const std::size_t n = fine.masses.size();
  std::vector<Node> order(n), partner(n, kNone), waiting(n, kNone);
  std::iota(order.begin(), order.end(), Node{0});
  std::ranges::stable_sort(order, [&](Node a, Node b) { return fine.masses[a] < fine.masses[b]; });
  for (const Node i : order) {
    if (partner[i] != kNone) continue;
    const Node other = free_neighbour(fine, i, partner);
    if (other == kNone) continue;
    partner[i] = other;
    partner[other] = i;
  }
  for (const Node i : order) {  // leaves of one hub are merged
    if (partner[i] != kNone) continue;
    const Node hub = heaviest_neighbour(fine, i);
    if (waiting[hub] == kNone) {
      waiting[hub] = i;
    } else {
      partner[i] = waiting[hub];
      partner[waiting[hub]] = i;
      waiting[hub] = kNone;
    }
  }
  for (Node i = 0; i < n; ++i) {
    if (partner[i] == kNone) partner[i] = i;
  }
  return partner;
}

}  // namespace

Coarser finest(const Graph& graph) {
  const auto offsets = graph.offsets();
  const auto neighbours = graph.all_neighbours();
  Coarser level{.offsets = {offsets.begin(), offsets.end()},
                .neighbours = {neighbours.begin(), neighbours.end()},
                .weights = std::vector<double>(neighbours.size(), 1.0)};
  if (graph.weighted()) {
    constexpr double kLeast = 0.2, kMost = 4;  // times the mean: limits distortion
    const auto weights = graph.all_weights();
    const double mean =
        std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(weights.size());
    for (std::size_t k = 0; k < weights.size(); ++k)
      level.weights[k] = std::clamp(weights[k] / mean, kLeast, kMost);
  }
  level.masses.resize(graph.num_nodes());
  for (std::size_t i = 0; i < level.masses.size(); ++i)
    level.masses[i] = 1 + static_cast<double>(level.offsets[i + 1] - level.offsets[i]);
  return level;
}

Coarser coarser(const Coarser& fine) {
  const std::vector<Node> partner = partners(fine);
  const std::size_t n = partner.size();
  Coarser coarse{.offsets = {0}};
  coarse.parent.assign(n, kNone);
  std::vector<Node> first;  // first of the one or two merged nodes
  for (Node i = 0; i < n; ++i) {
    if (partner[i] < i) continue;
    coarse.parent[i] = coarse.parent[partner[i]] = static_cast<Node>(first.size());
    first.push_back(i);
  }
  std::vector<std::uint64_t> slot(first.size(), 0);
  for (Node c = 0; c < first.size(); ++c) {
    const std::uint64_t begin = coarse.neighbours.size();
    double mass = 0;
    const auto add = [&](Node i) {
      mass += fine.masses[i];
      for (std::uint64_t k = fine.offsets[i]; k < fine.offsets[i + 1]; ++k) {
        const Node other = coarse.parent[fine.neighbours[k]];
        if (other == c) continue;
        const std::uint64_t at = slot[other];
        if (at >= begin && at < coarse.neighbours.size() && coarse.neighbours[at] == other) {
          coarse.weights[at] += fine.weights[k];
        } else {
          slot[other] = coarse.neighbours.size();
          coarse.neighbours.push_back(other);
          coarse.weights.push_back(fine.weights[k]);
        }
      }
    };
    add(first[c]);
    if (partner[first[c]] != first[c]) add(partner[first[c]]);
    coarse.masses.push_back(mass);
    coarse.offsets.push_back(coarse.neighbours.size());
  }
  return coarse;
}

}  // namespace querent
