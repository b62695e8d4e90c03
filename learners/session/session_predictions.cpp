// SPDX-License-Identifier: Apache-2.0
// The predictions of a session for every item.
#include <algorithm>
#include <utility>
#include <vector>

#include <querent/learners/session/session_state.hpp>

namespace querent {

// For each component, whether it contains a known label.
std::vector<bool> Session::State::reached_components() const {
  std::vector<bool> reached(component.size(), has_opinions());
  if (component.empty()) return reached;
  for (const auto& [item, label] : label_state.answers()) reached[component[item]] = true;
  return reached;
}

// A known class prior π: p_ik ← p_ik b_k / Σ, b_k ← b_k π_k / mean p_k until convergence (Saerens,
// Latinne, Decaestecker, Neural Computation 14, 2002, with known shares).
void Session::State::adjust_to_prior() {
  constexpr int kSteps = 1000;
  constexpr double kEnough = 1e-9, kLeast = 1e-12;
  const auto K = static_cast<Eigen::Index>(options->class_prior.size());
  if (probability.cols() != K || !predicts()) return;
  const Eigen::Map<const Eigen::RowVectorXd> prior(options->class_prior.data(), K);
  const RowMatrix P = probability.array() + kLeast;
  Eigen::RowVectorXd b = Eigen::RowVectorXd::Ones(K);
  for (int step = 0; step < kSteps; ++step) {
    const Eigen::VectorXd sums = P * b.transpose();
    const Eigen::RowVectorXd mean =
        (sums.cwiseInverse().transpose() * P).cwiseProduct(b) / static_cast<double>(P.rows());
    const Eigen::RowVectorXd by = prior.cwiseQuotient(mean);
    b = b.cwiseProduct(by);
    if (by.array().log().abs().maxCoeff() < kEnough) break;
  }
  probability = P * b.asDiagonal();
  const Eigen::VectorXd sums = probability.rowwise().sum();
  probability = sums.cwiseInverse().asDiagonal() * probability;
}

void Session::State::finish() {
  if (finished) return;
  probability = with_engine([&](auto& one) {
    one.observe(label_state);
    return RowMatrix(one.predict_all(label_state));
  });
  if (!predicts()) probability.setZero();
  if (!options->class_prior.empty() && !in_stream()) adjust_to_prior();
  const std::vector<bool> reached = reached_components();
  predictions.assign(items->size(), {});
  for (std::uint32_t i = 0; i < predictions.size(); ++i) {
    ItemPrediction& prediction = predictions[i];
    auto p = probability.row(i);
    if (!component.empty() && !reached[component[i]]) p.setZero();
    Eigen::Index best = 0;
    const double most = p.size() > 0 ? p.maxCoeff(&best) : 0;
    if (p.size() > 1 && most > 0) {
      const double own = std::exchange(p[best], -1.0);
      prediction.margin = own - p.maxCoeff();
      p[best] = own;
    }
    if (label_state.label(i) >= 0) {
      prediction = {.label = label_state.label(i),
                    .probability = 1,
                    .margin = prediction.margin,
                    .asked = true};
    } else if (most > 0) {
      prediction.label = static_cast<int>(best);
      prediction.probability = most;
    }
  }
  finished = true;
}

}  // namespace querent
