// SPDX-License-Identifier: Apache-2.0
// The average of K weight vectors: ../linear/averaged.hpp for more than two classes.
//
//   w̄^k_{t+1} = (w^k_2 + … + w^k_{t+1}) / t,   ŷ_t = argmax_k w̄^k_t·x_t
//
// stored as there with u^k = Σ_s (s − 1) (w^k_{s+1} − w^k_s): w̄^k_{t+1} = w^k_{t+1} − u^k / t.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <querent/learners/label_ranking.hpp>
#include <querent/learners/learner.hpp>
#include <querent/learners/multiclass/class_table.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// M with averaged weights; the uncertainty is unchanged. An update of M changes only the weights
/// of the row's features.
template <class M>
class AveragedClasses {
 public:
  using Params = typename M::Params;
  static constexpr UpdateCard card(const Params& params = {}) {
    return {.words = "average of the weights of each class",
            .second_order = M::card(params).second_order};
  }

  AveragedClasses(std::size_t dim, int num_classes, const Params& params = {})
      : learner_(dim, num_classes, params),
        u_(dim, num_classes),
        f_(u_.num_classes()),
        f_u_(u_.num_classes()) {}

  Prediction predict(const Row auto& x) const {
    Prediction p = learner_.predict(x);
    const Prediction mean = predict_from_scores(scores(x));
    p.label = mean.label;
    p.runner_up = mean.runner_up;
    p.margin = mean.margin;
    return p;
  }

  /// w̄^1·x, …, w̄^K·x; valid until the next call.
  std::span<const double> scores(const Row auto& x) const {
    learner_.weights().scores(x, f_);
    u_.scores(x, f_u_);
    for (std::size_t k = 0; k < f_.size() && t_ > 0; ++k)
      f_[k] -= f_u_[k] / static_cast<double>(t_);
    return f_;
  }

  /// predict() and, in `f`, scores().
  Prediction predict_labels(const Row auto& x, std::span<const double>& f) const {
    f = f_;
    return predict(x);
  }

  bool update(const Row auto& x, int y, double weight = 1) {
    check_label(y, static_cast<int>(u_.num_classes()));  // rejected before anything changes
    return learned(x, [&] { return learner_.update(x, y, weight); });
  }

  bool update(const Row auto& x, LabelSet Y)
    requires requires(M& learner) { learner.update(x, Y); }
  {
    static_cast<void>(label_margin(scores(x), Y));  // rejected before anything changes
    return learned(x, [&] { return learner_.update(x, Y); });
  }

  static void fields(auto& self, auto&& field) {
    field.is("average of classes");
    field("learner", self.learner_);
    field("u", self.u_);
    field("t", self.t_);
    field.must(self.u_.dim() >= self.learner_.weights().dim());
  }

 private:
  bool learned(const Row auto& x, auto&& update) {
    u_.grow(x.dim());
    add(x, -static_cast<double>(t_));  // u ← u + (t − 1) (w_{t+1} − w_t)
    const bool moved = update();
    add(x, static_cast<double>(t_));
    ++t_;
    return moved;
  }

  void add(const Row auto& x, double a) {
    const ClassTable& w = learner_.weights();
    for_each_nonzero(x, w.dim(), [&](std::size_t i, double) {
      for (int k = 0; k < static_cast<int>(u_.num_classes()); ++k) u_(i, k) += a * w(i, k);
    });
  }

  M learner_;
  ClassTable u_;
  std::uint64_t t_ = 0;  // labels learned
  mutable std::vector<double> f_, f_u_;
};

}  // namespace querent
