// SPDX-License-Identifier: Apache-2.0
// Catalogue rows of learners that keep support vectors; each has a kernel and a budget.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <querent/learners/catalogue/specs.hpp>
#include <querent/learners/kernel/expansion.hpp>
#include <querent/learners/kernel/kernels.hpp>

namespace querent {

/// Kernel and budget of a learner; the kernel is Gaussian unless a degree is given.
struct KernelParams {
  GaussianKernel::Params gaussian;
  int degree = 0;
  double coef0 = 1;
  SupportBudget budget;

  static void params(auto& self, auto&& each) {
    GaussianKernel::Params::params(self.gaussian, each);
    each("degree", self.degree, Range{0, 20},
         "0: Gaussian kernel; p ≥ 1: polynomial kernel (xᵀz + coef0)^p");
    each("coef0", self.coef0, kNotNegative,
         "constant of the polynomial kernel; 0 with degree 1 is xᵀz");
    SupportBudget::params(self.budget, each);
  }
};

/// Returns make(support, budget) with the support set of the requested kernel.
std::unique_ptr<AnyLearner> with_kernel(const Params& values, auto make) {
  const KernelParams params = with_values(KernelParams{}, values);
  if (params.degree > 0) {
    return make(SupportSet<PolynomialKernel>(
                    PolynomialKernel({.degree = params.degree, .b = params.coef0})),
                params.budget);
  }
  return make(SupportSet<>(GaussianKernel(params.gaussian)), params.budget);
}

/// `own` holds the learner's parameters; the parameters of its kernel follow them.
inline LearnerSpec kernel(std::string name, std::string paper, std::string summary,
                          const UpdateCard& card, std::vector<ParamSpec> own, Make make) {
  for (ParamSpec& spec : specs_of(KernelParams{})) own.push_back(std::move(spec));
  return spec_of({std::move(name), "kernel", std::move(paper), std::move(summary), "all"}, card,
                 std::move(own), std::move(make));
}

/// Constructs a binary learner from support, its Params and budget.
template <template <class> class L>
auto two_classes(const typename L<SupportSet<>>::Params& defaults) {
  return [defaults](const Task&, const Params& values) {
    return with_kernel(values, [&](auto support, SupportBudget budget) {
      return erase(L<decltype(support)>(std::move(support), with_values(defaults, values), budget));
    });
  };
}

/// Constructs a learner of K classes from K, support, its Params and budget.
template <template <class> class L>
auto many_classes(const typename L<SupportSet<>>::Params& defaults) {
  return [defaults](const Task& task, const Params& values) {
    return with_kernel(values, [&](auto support, SupportBudget budget) {
      return erase(L<decltype(support)>(task.num_classes, std::move(support),
                                        with_values(defaults, values), budget));
    });
  };
}
/// Constructs the multiclass form if there are more than two classes.
inline Make by_classes(Make binary, Make multiclass) {
  return [=](const Task& task, const Params& values) {
    return (task.num_classes > 2 ? multiclass : binary)(task, values);
  };
}

inline Make binary_only(const char* name, Make binary) {
  return [=](const Task& task, const Params& values) {
    if (task.num_classes == 2) return binary(task, values);
    throw ChoiceError(std::string(name) + " has no multiclass form — take M-DUOL, Max or kMPA-I");
  };
}

/// The row of L for two classes.
template <template <class> class L>
LearnerSpec binary(const char* name, std::string paper, std::string summary,
                   const typename L<SupportSet<>>::Params& defaults = {}) {
  return kernel(name, std::move(paper), std::move(summary), L<SupportSet<>>::card(defaults),
                specs_of(defaults), binary_only(name, two_classes<L>(defaults)));
}

/// The row of L for K classes.
template <template <class> class L>
LearnerSpec multiclass(std::string name, std::string paper, std::string summary,
                       const typename L<SupportSet<>>::Params& defaults) {
  return kernel(std::move(name), std::move(paper), std::move(summary),
                L<SupportSet<>>::card(defaults), specs_of(defaults), many_classes<L>(defaults));
}

/// L for two classes, M for more.
template <template <class> class L, template <class> class M>
LearnerSpec either(std::string name, std::string paper, std::string summary,
                   const typename L<SupportSet<>>::Params& of_two,
                   const typename M<SupportSet<>>::Params& of_many) {
  return kernel(std::move(name), std::move(paper), std::move(summary),
                L<SupportSet<>>::card(of_two), specs_of(of_two),
                by_classes(two_classes<L>(of_two), many_classes<M>(of_many)));
}

}  // namespace querent
