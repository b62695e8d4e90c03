// SPDX-License-Identifier: Apache-2.0
// Theorem 2 of D-ADA's paper, MD-ADA and MD-AMD, on the rounds of a run. The paper skips its proof,
// and its formula has max norms; the bound below is derived as Theorem 1 is, and is lower.
//
// Let u^k be any classifiers, m_t = w_t^y·x_t − w_t^r·x_t with r the rival of y, and ℓ_t the hinge
// loss 1 − (u^y·x_t − max_{s≠y} u^s·x_t) of u where it is positive. In a round that is learnt from
// g^r = x_t and g^y = −x_t, so that against b u
//
//   Σ_k g^k·(w_t^k − b u^k) = −m_t + b (u^y·x_t − u^r·x_t) ≥ −m_t + b (1 − ℓ_t)              (i)
//
// The regret of dual averaging and of mirror descent, each class for itself, bounds the sum of (i):
//
//   Σ_t (b − m_t − b ℓ_t) ≤ 1/2η D + η/2 Σ_t ρ_t
//     MD-ADA  D = Σ_k ‖b u^k‖² by H_T^k,    ρ_t = ‖x_t‖² by (H_{t−1}^y)⁻¹ + by (H_{t−1}^r)⁻¹
//     MD-AMD  D = Σ_k δ ‖b u^k‖² + Σ_t ‖b u^k − w_t^k‖² by H_t^k − H_{t−1}^k,    ρ_t by H_t
//
// A mistake has −m_t ≥ p_t, a right answer m_t = p_t < 1 where it is learnt from, and v_t ≥ ρ_t.
// Where q_t = p_t − η/2 a_t v_t > 0, the part a_t of ρ_t goes to the left: a mistake then weighs
// b + q_t or more, a right answer b − p_t − η/2 a_t v_t ≥ b − 2 p_t ≥ 0 for b ≥ 2. Elsewhere a
// mistake weighs b or more, a right answer b − p_t ≥ 1. The first are asked with probability
// b/(b + q_t), the others always, so that after division by b
//
//   E[M] ≤ Σ ℓ_t + 1/2ηb D + η/2b Σ (1 − a_t [q_t > 0]) ρ_t − 1/b Σ_{q_t ≤ 0} L_t
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include <querent/learners/bounds/adaptive_bounds.hpp>
#include <querent/learners/bounds/class_comparator.hpp>
#include <querent/learners/multiclass/m_adaptive_subgradients.hpp>

namespace querent {

/// The bound with any u, on the rounds that were learnt from; u has K × dim numbers, class by class.
class ClassAdaptiveRounds {
 public:
  ClassAdaptiveRounds(const DatasetView& examples, const std::vector<PlayedRound>& played,
                      const AdaptiveSetting& setting)
      : examples_(examples),
        setting_(setting),
        squares_(static_cast<std::size_t>(examples.num_classes) * examples.dim) {
    for (const auto& [i, round] : played) {
      if (!round.updated) continue;
      const Prediction& p = round.prediction;
      const double a = feature_weight(setting, p);
      const bool by_margin = p.margin - 0.5 * setting.eta * a * p.uncertainty > 0;
      learnt_.push_back({i, by_margin ? 1 - a : 1});
      right_ += !by_margin && !round.mistake;
    }
    if (setting.mirror_descent) {
      follow<MMirrorDescent>(squares_, [&](const auto& step) { unexplained_ += step.after; });
    } else {
      follow<MDualAveraging>(squares_, [&](const auto& step) { unexplained_ += step.before; });
    }
  }

  /// H_T of every feature, the mean over the classes.
  std::vector<double> mean_H() const {
    std::vector<double> mean(examples_.dim);
    for (std::size_t k = 0; k < squares_.size(); ++k)
      mean[k % examples_.dim] +=
          (setting_.delta + std::sqrt(squares_[k])) / static_cast<double>(examples_.num_classes);
    return mean;
  }

  std::optional<double> bound(std::span<const double> u) const {
    double hinge = 0;
    std::vector<double> f(static_cast<std::size_t>(examples_.num_classes));
    for (const Learnt& learnt : learnt_) {
      examples_.with_row(learnt.item, [&](const auto& x) {
        for (std::size_t r = 0; r < f.size(); ++r)
          f[r] = dot(u.subspan(r * examples_.dim, examples_.dim), x);
      });
      hinge += std::max(0.0, 1 - class_margin(f, examples_.labels[learnt.item]));
    }
    return adaptive_bound(setting_.b, setting_.eta, hinge, distance(u), unexplained_, right_);
  }

 private:
  struct Learnt {
    std::uint32_t item;
    double left;  // 1 − a_t [q_t > 0]
  };
  // A coordinate of a class that moved, and its part of ρ_t times `left`, by H_{t−1} and by H_t.
  struct Step {
    std::size_t at;   // in K × dim
    double w, grown;  // w_t there, H_t − H_{t−1}
    double before, after;
  };

  // Plays the learner again and calls step(Step) for each coordinate that moves.
  template <class Learner, class OnStep>
  void follow(std::vector<double>& squares, OnStep&& step) const {
    Learner learner(examples_.dim, examples_.num_classes,
                    {.delta = setting_.delta, .eta = setting_.eta});
    std::vector<double> f(static_cast<std::size_t>(examples_.num_classes));
    for (const Learnt& learnt : learnt_) {
      const int y = examples_.labels[learnt.item];
      examples_.with_row(learnt.item, [&](const auto& x) {
        learner.weights().scores(x, f);
        for (const int k : {y, best_rival(f, y)}) {
          for_each_nonzero(x, examples_.dim, [&](std::size_t j, double x_j) {
            const std::size_t at = static_cast<std::size_t>(k) * examples_.dim + j;
            const double old = std::sqrt(squares[at]), now = std::sqrt(squares[at] += x_j * x_j);
            const double part = learnt.left * x_j * x_j;
            step(Step{at, learner.weights()(j, k), now - old, part / (setting_.delta + old),
                      part / (setting_.delta + now)});
          });
        }
        learner.update(x, y);
      });
    }
  }

  double distance(std::span<const double> u) const {
    double sum = 0;
    for (std::size_t k = 0; k < u.size(); ++k)
      sum += (setting_.delta + (setting_.mirror_descent ? 0 : std::sqrt(squares_[k]))) * u[k] *
             u[k] * setting_.b * setting_.b;
    if (!setting_.mirror_descent) return sum;
    std::vector<double> squares(squares_.size());
    follow<MMirrorDescent>(squares, [&](const Step& step) {
      const double apart = setting_.b * u[step.at] - step.w;
      sum += step.grown * apart * apart;
    });
    return sum;
  }

  const DatasetView& examples_;
  AdaptiveSetting setting_;
  std::vector<double> squares_;  // Σ g² of every class and feature
  std::vector<Learnt> learnt_;
  double unexplained_ = 0;
  double right_ = 0;  // Σ L_t over the rounds of q_t ≤ 0
};

/// With the u of a machine whose every class has the classes' mean of H_T.
inline std::optional<double> class_adaptive_bound_of(const DatasetView& examples,
                                                     const std::vector<PlayedRound>& played,
                                                     const AdaptiveSetting& setting,
                                                     const Pause& pause = {}) {
  const ClassAdaptiveRounds rounds(examples, played, setting);
  return rounds.bound(class_machine(examples, setting.eta / setting.b, false, kClassEpochs,
                                    rounds.mean_H(), pause));
}

}  // namespace querent
