// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/catalogue/specs.hpp>
#include <querent/learners/kernel/alma.hpp>
#include <querent/learners/kernel/duol.hpp>
#include <querent/learners/kernel/kernel_multiclass_passive_aggressive.hpp>
#include <querent/learners/kernel/kernel_multiclass_perceptron.hpp>
#include <querent/learners/kernel/kernel_passive_aggressive.hpp>
#include <querent/learners/kernel/kernel_perceptron.hpp>
#include <querent/learners/kernel/m_duol.hpp>
#include <querent/learners/kernel/mira.hpp>
#include <querent/learners/kernel/romma.hpp>

namespace querent {
namespace {

const std::string kDuol = "Zhao, Hoi, Jin, JMLR 12, 2011";
const std::string kPa = "Crammer et al., JMLR 7, 2006";
const std::string kCrammerSinger = "Crammer & Singer, JMLR 3, 2003";

/// The kernel and the budget of a learner: Gaussian, or polynomial where a degree is given.
struct KernelParams {
  GaussianKernel::Params gaussian;
  int degree = 0;
  double coef0 = 1;
  SupportBudget budget;

  template <class Self, class Each>
  static void params(Self& self, Each&& each) {
    GaussianKernel::Params::params(self.gaussian, each);
    each("degree", self.degree, Range{0, 20},
         "0: the Gaussian kernel; p ≥ 1: the polynomial kernel (xᵀz + coef0)^p");
    each("coef0", self.coef0, kNotNegative,
         "the constant of the polynomial kernel; 0 with degree 1 is xᵀz");
    SupportBudget::params(self.budget, each);
  }
};

/// make(support, budget) with the support set of the kernel that is asked for.
template <class MakeWith>
std::unique_ptr<AnyLearner> with_kernel(const Params& values, MakeWith make) {
  const KernelParams params = with_values(KernelParams{}, values);
  if (params.degree > 0) {
    return make(SupportSet<PolynomialKernel>(
                    PolynomialKernel({.degree = params.degree, .b = params.coef0})),
                params.budget);
  }
  return make(SupportSet<>(GaussianKernel(params.gaussian)), params.budget);
}

/// `own` are the learner's parameters, before those of its kernel.
LearnerSpec kernel(std::string name, std::string paper, std::string summary, const UpdateCard& card,
                   std::vector<ParamSpec> own, Make make) {
  for (ParamSpec& spec : specs_of(KernelParams{})) own.push_back(std::move(spec));
  return spec_of({std::move(name), "kernel", std::move(paper), std::move(summary), "all"}, card,
                 std::move(own), std::move(make));
}

/// A learner of two classes, made of support, its Params and budget.
template <template <class> class L>
auto two_classes(const typename L<SupportSet<>>::Params& defaults) {
  return [defaults](const Task&, const Params& values) {
    return with_kernel(values, [&](auto support, SupportBudget budget) {
      return erase(L<decltype(support)>(std::move(support), with_values(defaults, values), budget));
    });
  };
}
/// Of K classes, made of K, support, its Params and budget.
template <template <class> class L>
auto many_classes(const typename L<SupportSet<>>::Params& defaults) {
  return [defaults](const Task& task, const Params& values) {
    return with_kernel(values, [&](auto support, SupportBudget budget) {
      return erase(L<decltype(support)>(task.num_classes, std::move(support),
                                        with_values(defaults, values), budget));
    });
  };
}
std::unique_ptr<AnyLearner> perceptron(const Task&, const Params& values) {
  return with_kernel(values, [](auto support, SupportBudget budget) {
    return erase(KernelPerceptron(std::move(support), budget));
  });
}
auto multiclass_perceptron(PairWeights weights) {
  return [weights](const Task& task, const Params& values) {
    return with_kernel(values, [&](auto support, SupportBudget budget) {
      return erase(
          KernelMulticlassPerceptron(task.num_classes, std::move(support), weights, budget));
    });
  };
}
std::unique_ptr<AnyLearner> mira(const Task& task, const Params& values) {
  return with_kernel(values, [&](auto support, SupportBudget budget) {
    return erase(Mira(task.num_classes, std::move(support), budget));
  });
}

/// The multiclass form where there are more than two classes.
Make by_classes(Make binary, Make multiclass) {
  return [=](const Task& task, const Params& values) {
    return (task.num_classes > 2 ? multiclass : binary)(task, values);
  };
}
Make binary_only(const char* name, Make binary) {
  return [=](const Task& task, const Params& values) {
    if (task.num_classes == 2) return binary(task, values);
    throw ChoiceError(std::string(name) + " has no multiclass form — take M-DUOL, Max or kMPA-I");
  };
}

template <template <class> class L>
LearnerSpec binary(const char* name, std::string paper, std::string summary,
                   const typename L<SupportSet<>>::Params& defaults = {}) {
  return kernel(name, std::move(paper), std::move(summary), L<SupportSet<>>::card(defaults),
                specs_of(defaults), binary_only(name, two_classes<L>(defaults)));
}
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
LearnerSpec ranking_perceptron(std::string name, std::string summary, PairWeights weights) {
  return kernel(std::move(name), kCrammerSinger, std::move(summary),
                KernelMulticlassPerceptron<>::card(weights), {}, multiclass_perceptron(weights));
}

}  // namespace

std::vector<LearnerSpec> kernel_learners() {
  using enum DoubleUpdateSolver;
  using enum PassiveAggressiveForm;
  const std::string in_kernel = "Passive-aggressive in the space of a kernel.";
  const std::string in_kernel_many = "Multiclass passive-aggressive in the space of a kernel.";
  return {
      kernel("kPerceptron", "Rosenblatt, 1958; Freund & Schapire, Machine Learning 37, 1999",
             "The perceptron in the space of a kernel.", KernelPerceptron<>::card(), {},
             by_classes(perceptron, multiclass_perceptron(PairWeights::kMax))),
      binary<Romma>("ROMMA", "Li & Long, NIPS 1999", "Relaxed maximum margin, on mistakes."),
      binary<Romma>("agg-ROMMA", "Li & Long, NIPS 1999",
                    "Relaxed maximum margin, on margins below 1.", {.aggressive = true}),
      binary<Alma>("ALMA", "Gentile, JMLR 2, 2001", "Approximately maximal margin, p = 2."),
      either<KernelPassiveAggressive, KernelMulticlassPassiveAggressive>(
          "kPA-I", kPa, in_kernel, {.form = kOne}, {.form = kOne}),
      either<KernelPassiveAggressive, KernelMulticlassPassiveAggressive>(
          "kPA-II", kPa, in_kernel, {.form = kTwo}, {.form = kTwo}),
      either<Duol, MDuol>("DUOL", kDuol + ", Algorithm 1",
                          "Updates the new example and the one it conflicts with most.", {}, {}),
      either<Duol, MDuol>("DUOL-iter", kDuol + ", §5.1",
                          "DUOL, its two weights found one after the other.", {.solver = kInTurn},
                          {.solver = kInTurn}),
      either<Duol, MDuol>("DUOL-appr", kDuol + ", §5.1", "DUOL, both weights raised by 1/(1 − ρ).",
                          {.solver = kApproximate}, {.solver = kApproximate}),
      binary<Duol>("DUOL-rand", kDuol + ", §5.3", "DUOL with a random auxiliary example.",
                   {.random_auxiliary = true}),
      ranking_perceptron("Max", "The worst pair of labels is updated.", PairWeights::kMax),
      ranking_perceptron("Uniform", "All labels ranked wrongly are updated alike.",
                         PairWeights::kUniform),
      ranking_perceptron("Prop", "All labels ranked wrongly are updated by how wrong they are.",
                         PairWeights::kProportional),
      kernel("MIRA", kCrammerSinger + ", Figure 4",
             "The least change of bounded mass, solved exactly.", Mira<>::card(), {}, mira),
      multiclass<KernelMulticlassPassiveAggressive>("kMPA-I", kPa, in_kernel_many,
                                                    {.C = 10, .form = kOne}),
      multiclass<KernelMulticlassPassiveAggressive>("kMPA-II", kPa, in_kernel_many,
                                                    {.C = 10, .form = kTwo}),
      multiclass<MDuol>("M-DUOL", kDuol + ", Algorithm 2",
                        "Updates the new example and the one it conflicts with most.", {}),
      multiclass<MDuol>("M-DUOL-iter", kDuol + ", §5.5",
                        "M-DUOL, its two weights found one after the other.", {.solver = kInTurn}),
      multiclass<MDuol>("M-DUOL-appr", kDuol + ", §5.5",
                        "M-DUOL, both weights raised by 1/(2(1 − ρ)).", {.solver = kApproximate}),
  };
}

}  // namespace querent
