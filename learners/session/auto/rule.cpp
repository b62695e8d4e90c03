// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/auto/rule.hpp>

#include <algorithm>
#include <optional>
#include <vector>

#include <querent/graph/components.hpp>
#include <querent/learners/session/auto/clusters.hpp>
#include <querent/learners/session/auto/model.hpp>

namespace querent {

namespace {

std::size_t classes_of(const AutoModel& model) {
  return static_cast<std::size_t>(std::max(model.num_classes(), 2));
}

// The number of answers to the covering queries.
std::uint64_t cover_of(const Pool& pool) {
  return static_cast<std::uint64_t>(pool.model.params().covering *
                                    static_cast<double>(classes_of(pool.model)));
}

struct Rule {
  bool weigh_by_doubt, of_drawn;
};

// State that depends on the items alone, computed on first use.
class Cover {
 public:
  // The item of the largest cluster without an answer; nullopt once the cover is complete.
  std::optional<std::uint32_t> next(const Pool& pool) {
    const std::uint64_t known = pool.answers.size() + pool.open;
    std::uint64_t k = cover_of(pool);
    if (pool.left) k = std::min(k, known + *pool.left);  // the number that can be asked
    if (known >= k) return std::nullopt;
    const Kernels& kernels = pool.model.kernels();
    if (k != k_)
      clusters_ =
          clusters_of(kernels, static_cast<std::uint32_t>(k), pool.model.params().cluster_sample,
                      static_cast<float>(pool.model.params().prior_noise()));
    k_ = k;
    std::vector<bool> answered(pool.model.size());
    for (const Answer& answer : pool.answers) answered[answer.item] = true;
    for (const std::vector<std::uint32_t>& cluster : clusters_.items) {
      if (std::ranges::any_of(cluster, [&](std::uint32_t i) { return answered[i]; })) continue;
      const auto first = std::ranges::find_if(
          cluster, [&](std::uint32_t i) { return pool.may_ask[i] != 0 && has_others(pool, i); });
      if (first != cluster.end() && !pending(pool.model, *first)) return *first;
    }
    return std::nullopt;
  }

  // Whether an answer informs other nodes; with words, after the first, in any component.
  bool tells_of_others(const Pool& pool, std::uint32_t item) {
    const bool by_words =
        !graph_alone(pool.model.items()) && pool.answers.size() + pool.open >= cover_of(pool);
    return by_words || has_others(pool, item);
  }

 private:
  // Whether the component of a node has at least as many nodes as there are classes. The first
  // queries are restricted to such nodes even with words, since it is unknown at first whether words
  // predict the classes.
  bool has_others(const Pool& pool, std::uint32_t item) {
    const Graph* graph = pool.model.items().graph.get();
    if (graph == nullptr) return true;
    if (components_.of.empty()) components_ = connected_components(*graph);
    return components_.sizes[components_.of[item]] >=
           std::min<std::size_t>(classes_of(pool.model), pool.model.size());
  }
  // Whether the answer of a very similar item is pending.
  static bool pending(const AutoModel& model, std::uint32_t item) {
    return model.pending() > 0 && model.uncertainty(item) < 0.5;
  }

  std::uint64_t k_ = 0;  // number of clusters_
  Clusters clusters_;
  Components components_;
};

// Candidates that may be asked, as positions in T: those that inform others, or all if none does.
std::vector<std::uint32_t> askable(const Pool& pool, Cover* cover) {
  std::vector<std::uint32_t> found, lonely;
  for (std::uint32_t k = 0; k < pool.model.num_candidates(); ++k) {
    const std::uint32_t i = pool.model.candidate(k);
    if (pool.may_ask[i] == 0) continue;
    const bool tells = cover == nullptr || cover->tells_of_others(pool, i);
    (tells ? found : lonely).push_back(k);
  }
  return found.empty() ? lonely : found;
}

// P(m drawn of N items contain a given item and none of `before` other items).
double first_of_drawn(std::uint64_t N, std::uint64_t m, std::uint64_t before) {
  if (before > N - m) return 0;
  double p = static_cast<double>(m) / static_cast<double>(N);
  for (std::uint64_t j = 0; j < before; ++j)
    p *= static_cast<double>(N - m - j) / static_cast<double>(N - 1 - j);
  return p;
}

// The item of greatest utility among m of N items, drawn uniformly.
PoolChoice most_useful(const Pool& pool, Rule rule, Cover* cover, Rng& rng) {
  const std::vector<std::uint32_t> at = askable(pool, cover);
  if (at.empty()) return draw_from(pool, Why::kUrgent, rng);  // every candidate has been asked
  const AutoParams& params = pool.model.params();
  const auto N = static_cast<std::uint32_t>(at.size());
  const auto share = static_cast<std::uint32_t>(params.drawn * static_cast<double>(N));
  const std::uint32_t m = rule.of_drawn ? std::min(std::max(share, params.fewest_drawn), N) : N;
  const Eigen::VectorXf utility =
      pool.model.utilities(rule.weigh_by_doubt).unaryExpr(&for_comparison);
  const std::vector<std::uint32_t> drawn = drawn_evenly(N, m, rng);
  const std::uint32_t best = at[*std::ranges::max_element(
      drawn, {}, [&](std::uint32_t position) { return utility[at[position]]; })];
  std::uint64_t before = 0;  // items that would have been asked instead if drawn
  for (const std::uint32_t k : at)
    before += utility[k] > utility[best] || (k < best && utility[k] == utility[best]);
  return {.item = pool.model.candidate(best),
          .why = rule.weigh_by_doubt ? Why::kUrgent : Why::kCover,
          .probability = first_of_drawn(N, m, before)};
}

}  // namespace

bool weighs_by_doubt(const AutoModel& model, std::span<const Answer> answers) {
  return answers.size() >= classes_of(model);
}

PoolRule variance_reduction(bool weigh_by_doubt) {
  return [weigh_by_doubt](const Pool& pool, Rng& rng) {
    return most_useful(pool, {.weigh_by_doubt = weigh_by_doubt, .of_drawn = false}, nullptr, rng);
  };
}

PoolRule auto_rule() {
  return [cover = Cover()](const Pool& pool, Rng& rng) mutable -> PoolChoice {
    if (pool.answers.size() >= pool.model.params().fewest_judged && pool.model.choice().null > 0.5)
      return draw_from(pool, Why::kCheck, rng);
    if (const auto item = cover.next(pool)) return {.item = *item, .why = Why::kCover};
    const bool weigh_by_doubt = weighs_by_doubt(pool.model, pool.answers);
    return most_useful(pool, {.weigh_by_doubt = weigh_by_doubt, .of_drawn = weigh_by_doubt}, &cover,
                       rng);
  };
}

}  // namespace querent
