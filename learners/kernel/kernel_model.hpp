// SPDX-License-Identifier: Apache-2.0
// The common part of the kernel learners: f and the prediction from it.
#pragma once

#include <utility>

#include <querent/learners/kernel/expansion.hpp>
#include <querent/learners/label_ranking.hpp>
#include <querent/learners/learner.hpp>

namespace querent {

/// f of a binary kernel learner.
template <class Support>
class KernelBinary {
 public:
  Prediction predict(const auto& x) const { return predict_from_sign(f_.score(x)); }
  const KernelExpansion<Support>& expansion() const { return f_; }

 protected:
  KernelBinary(Support support, SupportBudget budget) : f_(std::move(support), budget) {}

  KernelExpansion<Support> f_;
};

/// f_1, …, f_K of a multiclass kernel learner, whose update() takes a label set.
template <class Learner, class Support>
class KernelClasses {
 public:
  Prediction predict(const auto& x) const { return predict_from_scores(f_.scores(x)); }
  bool update(const auto& x, int y) {
    return static_cast<Learner&>(*this).update(x, LabelSet(&y, 1));
  }
  const KernelExpansions<Support>& expansion() const { return f_; }

 protected:
  KernelClasses(int num_classes, Support support, SupportBudget budget)
      : f_(std::move(support), budget, detail::at_least_two(num_classes)) {}

  KernelExpansions<Support> f_;
};

}  // namespace querent
