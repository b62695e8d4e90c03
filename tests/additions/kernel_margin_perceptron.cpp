// SPDX-License-Identifier: Apache-2.0
// The kernel perceptron that also learns if y_t f(x_t) ≤ τ.
#include <querent/learners/catalogue/files.hpp>

#include <querent/learners/catalogue/kernel_specs.hpp>

namespace querent {

namespace {

struct KernelMarginPerceptronParams {
  double tau = 1;

  static void params(auto& self, auto&& each) {
    each("tau", self.tau, kNotNegative, "τ, the required margin");
  }
};

template <class Support = SupportSet<>>
class KernelMarginPerceptron {
 public:
  using Params = KernelMarginPerceptronParams;
  static constexpr UpdateCard card(const Params& = {}) {
    return {.words = "kernel perceptron with a margin"};
  }

  explicit KernelMarginPerceptron(Support support = Support{}, Params params = {},
                                  SupportBudget budget = {})
      : params_(valid(params, "kMargin")), f_(std::move(support), budget) {}

  Prediction predict(const auto& x) const { return predict_from_sign(f_.score(x)); }

  bool update(const auto& x, int y) {
    if (sign_of(y) * f_.score(x) > params_.tau) return false;
    f_.add(f_.make_room(), x, sign_of(y));
    return true;
  }

  static void fields(auto& self, auto&& field) {
    field.is("kMargin");
    same_params(self.params_, field);
    field("f", self.f_);
  }

 private:
  Params params_;
  KernelExpansion<Support> f_;
};

}  // namespace

std::vector<LearnerSpec> kernel_margin_perceptron() {
  return {binary<KernelMarginPerceptron>("kMargin", "after Krauth & Mézard, 1987",
                                         "A perceptron with a margin in the space of a kernel.")};
}

}  // namespace querent
