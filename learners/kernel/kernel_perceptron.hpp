// SPDX-License-Identifier: Apache-2.0
// kPerceptron: the perceptron in the space of a kernel.
//
// Rosenblatt, Psychological Review 65, 1958; with kernels Freund, Schapire, Machine Learning 37,
// 1999.
//
//   f_0 = 0
//   for t = 1, …, T
//     receive x_t, predict ŷ_t = sgn f_{t−1}(x_t), receive y_t
//     if ŷ_t ≠ y_t:  f_t = f_{t−1} + y_t κ(x_t, ·)
#pragma once

#include <querent/learners/kernel/kernel_model.hpp>

namespace querent {

template <class Support = SupportSet<>>
class KernelPerceptron : public KernelBinary<Support> {
 public:
  using Params = NoParams;
  static constexpr UpdateCard card(const Params& = {}) { return {.words = "kernel perceptron"}; }

  explicit KernelPerceptron(Support support = Support{}, SupportBudget budget = {})
      : KernelBinary<Support>(std::move(support), budget) {}

  bool update(const auto& x, int y) {
    if (this->predict(x).label == y) return false;
    f_.add(f_.make_room(), x, sign_of(y));
    return true;
  }

  static void fields(auto& self, auto&& field) {
    field.is("kPerceptron");
    field("f", self.f_);
  }

 private:
  using KernelBinary<Support>::f_;
};

}  // namespace querent
