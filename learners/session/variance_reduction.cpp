// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/variance_reduction.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include <Eigen/Core>

#include <querent/graph/parallel.hpp>
#include <querent/learners/session/calibration.hpp>
#include <querent/learners/session/clusters.hpp>

namespace querent {

namespace {

using Weights = Eigen::Map<const Eigen::ArrayXf>;
constexpr std::uint64_t kItemsTogether = 512;  // of one piece of work of a thread
constexpr double kMostClusters = 100;          // a class

// Whether labels are to play no part yet.
bool covers(const Pool& pool) {
  return pool.answers.size() < static_cast<std::size_t>(std::max(pool.model.num_classes(), 2));
}

// u_j of each landmark.
std::vector<float> doubts(const Pool& pool, double sharpness) {
  const PoolModel& model = pool.model;
  std::vector<float> u;
  std::vector<double> f(static_cast<std::size_t>(model.num_classes()));
  for (const std::uint32_t j : model.landmarks()) {
    model.scores(j, f);
    const std::vector<double> p = probabilities(f, sharpness);
    u.push_back(static_cast<float>(1 - *std::max_element(p.begin(), p.end())));
  }
  return u;
}

// The clusters of a graph's eigenvectors as long as answers cover them; of each the item that
// stands for it.
class Cover {
 public:
  explicit Cover(double clusters_a_class) : clusters_a_class_(clusters_a_class) {}

  // The item of the largest cluster without an answer; none where there is none, or it is no matter
  // of clusters.
  std::optional<std::uint32_t> next(const Pool& pool) {
    const Items& items = pool.model.items();
    if (items.graph == nullptr || items.word_columns > 0) return std::nullopt;
    const std::uint64_t known = pool.answers.size() + pool.open;
    auto k = static_cast<std::uint64_t>(clusters_a_class_ * std::max(pool.model.num_classes(), 2));
    if (pool.left) k = std::min(k, known + *pool.left);  // as many as can be asked
    if (known >= k) return std::nullopt;
    if (k != k_) clusters_ = clusters_of(pool.model, 0, static_cast<std::uint32_t>(k));
    k_ = k;
    std::vector<bool> answered(pool.model.size());
    for (const Answer& answer : pool.answers) answered[answer.item] = true;
    for (const std::vector<std::uint32_t>& cluster : clusters_.items) {
      if (std::ranges::any_of(cluster, [&](std::uint32_t i) { return answered[i]; })) continue;
      const auto first =
          std::ranges::find_if(cluster, [&](std::uint32_t i) { return pool.may_ask[i] != 0; });
      if (first != cluster.end() && !foreseen(pool.model, *first)) return *first;
    }
    return std::nullopt;
  }

 private:
  // Whether an answer beside the item is on its way: questions that are open together are not to be
  // alike.
  static bool foreseen(const PoolModel& model, std::uint32_t item) {
    return model.uncertainty(item, 0) < 0.5 * model.seen(item, 0).squaredNorm() / model.gamma();
  }

  double clusters_a_class_;
  std::uint64_t k_ = 0;  // of clusters_
  Clusters clusters_;
};

}  // namespace

std::vector<double> variance_reductions(const Pool& pool, const VarianceReductionParams& params) {
  const PoolModel& model = pool.model;
  if (model.landmarks().empty() && model.size() > 0)
    throw std::invalid_argument("variance_reduction: a model with landmarks is needed");
  const std::vector<float> u = covers(pool) || params.sharpness == 0
                                   ? std::vector<float>(model.landmarks().size(), 1)
                                   : doubts(pool, params.sharpness);
  const Weights weight(u.data(), static_cast<Eigen::Index>(u.size()));
  std::vector<double> V(model.size(), 0);
  for_rows(
      model.threads(), model.size(), kItemsTogether, [&](std::uint64_t first, std::uint64_t last) {
        std::vector<float> scratch;
        for (auto i = static_cast<std::uint32_t>(first); i < last; ++i) {
          if (pool.may_ask[i] == 0) continue;
          for (std::size_t e = 0; e < model.num_views(); ++e) {
            const std::span<const float> c = model.covariances(i, e, scratch);
            const Weights covariance(c.data(), static_cast<Eigen::Index>(c.size()));
            V[i] += model.weights()[e] * static_cast<double>((weight * covariance.square()).sum()) /
                    (1 + model.uncertainty(i, e));
          }
        }
      });
  return V;
}

PoolRule variance_reduction(VarianceReductionParams params) {
  if (!(params.sharpness >= 0))
    throw std::invalid_argument("variance_reduction: sharpness >= 0 is needed");
  if (!(params.clusters_a_class >= 0 && params.clusters_a_class <= kMostClusters))
    throw std::invalid_argument("variance_reduction: 0 <= clusters_a_class <= 100 is needed");
  return [params, cover = Cover(params.clusters_a_class)](const Pool& pool,
                                                          Rng&) mutable -> PoolChoice {
    if (const auto item = cover.next(pool)) return {.item = *item, .why = Why::kCover};
    const std::vector<double> V = variance_reductions(pool, params);
    return {.item = greatest_of(pool, [&](std::uint32_t i) { return V[i]; }),
            .why = covers(pool) ? Why::kCover : Why::kUrgent};
  };
}

}  // namespace querent
