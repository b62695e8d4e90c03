// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/variance_reduction.hpp>

#include <algorithm>
#include <stdexcept>

#include <Eigen/Core>

#include <querent/graph/parallel.hpp>
#include <querent/learners/session/calibration.hpp>

namespace querent {

namespace {

using Weights = Eigen::Map<const Eigen::ArrayXf>;
constexpr std::uint64_t kItemsTogether = 512;  // of one piece of work of a thread

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
  for_rows(model.threads(), model.size(), kItemsTogether, [&](std::uint64_t first, std::uint64_t last) {
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
  return [params](const Pool& pool, Rng&) -> PoolChoice {
    const std::vector<double> V = variance_reductions(pool, params);
    PoolChoice choice{.why = covers(pool) ? Why::kCover : Why::kUrgent};
    double most = -1;
    for (std::uint32_t i = 0; i < V.size(); ++i) {
      if (pool.may_ask[i] == 0 || V[i] <= most) continue;
      most = V[i];
      choice.item = i;
    }
    return choice;
  };
}

}  // namespace querent
