// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/auto/rule.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include <querent/graph/components.hpp>
#include <querent/learners/session/auto/clusters.hpp>

namespace querent {

namespace {

constexpr double kEvenAbove = 0.5;  // w₀ from which questions are drawn evenly

std::size_t classes_of(const Pool& pool) {
  return static_cast<std::size_t>(std::max(pool.model.num_classes(), 2));
}

// What follows from the items alone, computed when it is first needed.
class Cover {
 public:
  // The item of the largest cluster without an answer; none where the cover is complete.
  std::optional<std::uint32_t> next(const Pool& pool) {
    if (!graph_alone(pool.model.items())) return std::nullopt;
    const std::uint64_t known = pool.answers.size() + pool.open;
    auto k = static_cast<std::uint64_t>(pool.model.params().covering *
                                        static_cast<double>(classes_of(pool)));
    if (pool.left) k = std::min(k, known + *pool.left);  // as many as can be asked
    if (known >= k) return std::nullopt;
    if (k != k_) clusters_ = clusters_of(pool.model.kernels(), 0, static_cast<std::uint32_t>(k));
    k_ = k;
    std::vector<bool> answered(pool.model.size());
    for (const Answer& answer : pool.answers) answered[answer.item] = true;
    for (const std::vector<std::uint32_t>& cluster : clusters_.items) {
      if (std::ranges::any_of(cluster, [&](std::uint32_t i) { return answered[i]; })) continue;
      const auto first = std::ranges::find_if(cluster, [&](std::uint32_t i) {
        return pool.may_ask[i] != 0 && tells_of_others(pool, i);
      });
      if (first != cluster.end() && !pending(pool.model, *first)) return *first;
    }
    return std::nullopt;
  }

  // Whether a component is large enough that an answer in it tells of other nodes.
  bool tells_of_others(const Pool& pool, std::uint32_t item) {
    if (!graph_alone(pool.model.items())) return true;
    if (component_.empty()) {
      component_ = connected_components(*pool.model.items().graph).of;
      for (const std::uint32_t c : component_) {
        size_.resize(std::max<std::size_t>(size_.size(), c + std::size_t{1}), 0);
        ++size_[c];
      }
    }
    return size_[component_[item]] >= std::min<std::size_t>(classes_of(pool), pool.model.size());
  }

 private:
  // Whether the answer of a very similar item is on its way.
  static bool pending(const AutoModel& model, std::uint32_t item) {
    return model.pending() > 0 && model.uncertainty(item) < 0.5;
  }

  std::uint64_t k_ = 0;  // number of clusters_
  Clusters clusters_;
  std::vector<std::uint32_t> component_, size_;
};

PoolChoice greatest_utility(const Pool& pool, bool weigh_by_doubt, Cover* cover, Rng& rng) {
  const Eigen::VectorXf utility = pool.model.utilities(weigh_by_doubt);
  std::optional<std::uint32_t> best, lonely;
  float most = -1, most_lonely = -1;
  for (std::uint32_t k = 0; k < pool.model.num_candidates(); ++k) {
    const std::uint32_t i = pool.model.candidate(k);
    if (pool.may_ask[i] == 0) continue;
    const bool tells = cover == nullptr || cover->tells_of_others(pool, i);
    float& value = tells ? most : most_lonely;
    if (utility[k] <= value) continue;
    value = utility[k];
    (tells ? best : lonely) = i;
  }
  if (!best) best = lonely;
  if (!best) return draw_from(pool, Why::kUrgent, rng);  // every candidate was asked
  return {.item = *best, .why = weigh_by_doubt ? Why::kUrgent : Why::kCover};
}

}  // namespace

PoolRule variance_reduction(bool weigh_by_doubt) {
  return [weigh_by_doubt](const Pool& pool, Rng& rng) {
    return greatest_utility(pool, weigh_by_doubt, nullptr, rng);
  };
}

PoolRule auto_rule() {
  return [cover = Cover()](const Pool& pool, Rng& rng) mutable -> PoolChoice {
    if (const auto item = cover.next(pool)) return {.item = *item, .why = Why::kCover};
    const std::size_t C = classes_of(pool);
    if (pool.answers.size() >= covering_answers(C) && pool.model.choice().null > kEvenAbove)
      return draw_from(pool, Why::kCheck, rng);
    return greatest_utility(pool, pool.answers.size() >= C, &cover, rng);
  };
}

}  // namespace querent
