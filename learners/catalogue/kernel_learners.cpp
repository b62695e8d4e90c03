// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

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

const std::vector<ParamSpec> kShared{
    {"sigma", 8, kPositive, kInfinity, "σ of the Gaussian kernel, in the unit of the features"},
    {"degree", 0, 0, 20, "0: the Gaussian kernel; p ≥ 1: the polynomial kernel (xᵀz + coef0)^p"},
    {"coef0", 1, 0, kInfinity, "the constant of the polynomial kernel; 0 with degree 1 is xᵀz"},
    {"budget-sv", 0, 0, 1e9, "how many support vectors are kept; 0: all"},
    {"eviction", 0, 0, 2,
     "which one a full budget drops: 0 oldest, 1 smallest, 2 smallest, projected"}};

ParamSpec aggressiveness(double value) {
  return {"C", value, kPositive, kInfinity, "C, the largest weight of an example"};
}
const ParamSpec kRho{"rho", 0, 0, 1, "ρ, how much an auxiliary example must conflict"};

int whole(const Params& params, const char* key) {
  const double value = params.at(key);
  if (value != std::floor(value)) {
    throw ChoiceError(fmt::format("{} must be a whole number, found {}", key, value));
  }
  return static_cast<int>(value);
}

SupportBudget budget_of(const Params& params) {
  return {.max_support = static_cast<std::size_t>(whole(params, "budget-sv")),
          .eviction = std::array{Eviction::kOldest, Eviction::kSmallest, Eviction::kProjection}.at(
              static_cast<std::size_t>(whole(params, "eviction")))};
}

/// make(support, budget) with the support set of the kernel that is asked for.
template <class MakeWith>
Make with_kernel(MakeWith make) {
  return [make](const Task& task, const Params& params) {
    const SupportBudget budget = budget_of(params);
    const int degree = whole(params, "degree");
    if (degree > 0) {
      const PolynomialKernel kernel({.degree = degree, .b = params.at("coef0")});
      return make(task, params, SupportSet<PolynomialKernel>(kernel), budget);
    }
    return make(task, params, SupportSet<>(GaussianKernel({.sigma = params.at("sigma")})), budget);
  };
}

LearnerSpec kernel(std::string name, std::string paper, std::string summary, std::string update,
                   std::vector<ParamSpec> own, Make make) {
  own.insert(own.end(), kShared.begin(), kShared.end());
  return {.name = std::move(name),
          .family = "kernel",
          .paper = std::move(paper),
          .summary = std::move(summary),
          .update = std::move(update),
          .query = "all",
          .second_order = false,
          .params = std::move(own),
          .make = std::move(make)};
}

/// The multiclass form where there are more than two classes.
template <class Binary, class Multiclass>
Make either(Binary binary, Multiclass multiclass) {
  return with_kernel([=](const Task& task, const Params& params, auto support,
                         SupportBudget budget) -> std::unique_ptr<AnyLearner> {
    if (task.num_classes > 2) return multiclass(task, params, std::move(support), budget);
    return binary(params, std::move(support), budget);
  });
}
template <class Binary>
Make binary_only(const char* name, Binary binary) {
  return with_kernel([=](const Task& task, const Params& params, auto support,
                         SupportBudget budget) -> std::unique_ptr<AnyLearner> {
    if (task.num_classes > 2) {
      throw ChoiceError(std::string(name) + " has no multiclass form — take M-DUOL, Max or kMPA-I");
    }
    return binary(params, std::move(support), budget);
  });
}
template <class Multiclass>
Make any_classes(Multiclass multiclass) {
  return with_kernel(
      [=](const Task& task, const Params& params, auto support, SupportBudget budget) {
        return multiclass(task, params, std::move(support), budget);
      });
}

auto multiclass_perceptron(PairWeights weights) {
  return [weights](const Task& task, const Params&, auto support, SupportBudget budget) {
    return erase(KernelMulticlassPerceptron(task.num_classes, std::move(support), weights, budget));
  };
}
auto romma(bool aggressive) {
  return [aggressive](const Params&, auto support, SupportBudget budget) {
    return erase(Romma(std::move(support), {.aggressive = aggressive}, budget));
  };
}
auto passive_aggressive(PassiveAggressiveForm form) {
  return [form](const Params& params, auto support, SupportBudget budget) {
    return erase(
        KernelPassiveAggressive(std::move(support), {.C = params.at("C"), .form = form}, budget));
  };
}
auto multiclass_passive_aggressive(PassiveAggressiveForm form) {
  return [form](const Task& task, const Params& params, auto support, SupportBudget budget) {
    return erase(KernelMulticlassPassiveAggressive(task.num_classes, std::move(support),
                                                   {.C = params.at("C"), .form = form}, budget));
  };
}
auto duol(DoubleUpdateSolver solver, bool random = false) {
  return [=](const Params& params, auto support, SupportBudget budget) {
    return erase(Duol(std::move(support),
                      {.C = params.at("C"),
                       .rho = params.at("rho"),
                       .solver = solver,
                       .random_auxiliary = random},
                      budget));
  };
}
auto m_duol(DoubleUpdateSolver solver) {
  return [solver](const Task& task, const Params& params, auto support, SupportBudget budget) {
    return erase(MDuol(task.num_classes, std::move(support),
                       {.C = params.at("C"), .rho = params.at("rho"), .solver = solver}, budget));
  };
}

}  // namespace

std::vector<LearnerSpec> kernel_learners() {
  using enum DoubleUpdateSolver;
  using enum PassiveAggressiveForm;
  const std::string on_mistakes = "kernel perceptron";
  const std::string double_update = "double update, exact";
  const std::string in_turn = "double update, one weight after the other";
  const std::string approximate = "double update, fixed steps";
  const ParamSpec C5 = aggressiveness(5), C10 = aggressiveness(10);
  return {
      kernel("kPerceptron", "Rosenblatt, 1958; Freund & Schapire, Machine Learning 37, 1999",
             "The perceptron in the space of a kernel.", on_mistakes, {},
             either(
                 [](const Params&, auto support, SupportBudget budget) {
                   return erase(KernelPerceptron(std::move(support), budget));
                 },
                 multiclass_perceptron(PairWeights::kMax))),
      kernel("ROMMA", "Li & Long, NIPS 1999", "Relaxed maximum margin, on mistakes.",
             "relaxed maximum margin", {}, binary_only("ROMMA", romma(false))),
      kernel("agg-ROMMA", "Li & Long, NIPS 1999", "Relaxed maximum margin, on margins below 1.",
             "relaxed maximum margin, aggressive", {}, binary_only("agg-ROMMA", romma(true))),
      kernel("ALMA", "Gentile, JMLR 2, 2001", "Approximately maximal margin, p = 2.", "ALMA_2(α)",
             {{"alpha", 0.9, kPositive, 1, "α, aims at (1 − α) of the best margin"},
              {"B-alpha", 2 * std::numbers::sqrt2, kPositive, kInfinity,
               "B α: √8 in its paper, 1 in the table of DUOL's"}},
             binary_only("ALMA",
                         [](const Params& params, auto support, SupportBudget budget) {
                           return erase(Alma(
                               std::move(support),
                               {.alpha = params.at("alpha"), .b = params.at("B-alpha")}, budget));
                         })),
      kernel("kPA-I", kPa, "Passive-aggressive in the space of a kernel.", "PA-I", {C5},
             either(passive_aggressive(kOne), multiclass_passive_aggressive(kOne))),
      kernel("kPA-II", kPa, "Passive-aggressive in the space of a kernel.", "PA-II", {C5},
             either(passive_aggressive(kTwo), multiclass_passive_aggressive(kTwo))),
      kernel("DUOL", kDuol + ", Algorithm 1",
             "Updates the new example and the one it conflicts with most.", double_update,
             {C5, kRho}, either(duol(kExact), m_duol(kExact))),
      kernel("DUOL-iter", kDuol + ", §5.1", "DUOL, its two weights found one after the other.",
             in_turn, {C5, kRho}, either(duol(kInTurn), m_duol(kInTurn))),
      kernel("DUOL-appr", kDuol + ", §5.1", "DUOL, both weights raised by 1/(1 − ρ).", approximate,
             {C5, kRho}, either(duol(kApproximate), m_duol(kApproximate))),
      kernel("DUOL-rand", kDuol + ", §5.3", "DUOL with a random auxiliary example.", double_update,
             {C5, kRho}, binary_only("DUOL-rand", duol(kExact, true))),
      kernel("Max", kCrammerSinger, "The worst pair of labels is updated.",
             on_mistakes + ", max-score", {},
             any_classes(multiclass_perceptron(PairWeights::kMax))),
      kernel("Uniform", kCrammerSinger, "All labels ranked wrongly are updated alike.",
             on_mistakes + ", uniform", {},
             any_classes(multiclass_perceptron(PairWeights::kUniform))),
      kernel("Prop", kCrammerSinger, "All labels ranked wrongly are updated by how wrong they are.",
             on_mistakes + ", proportional", {},
             any_classes(multiclass_perceptron(PairWeights::kProportional))),
      kernel("MIRA", kCrammerSinger + ", Figure 4",
             "The least change of bounded mass, solved exactly.", "margin infused", {},
             any_classes([](const Task& task, const Params&, auto support, SupportBudget budget) {
               return erase(Mira(task.num_classes, std::move(support), budget));
             })),
      kernel("kMPA-I", kPa, "Multiclass passive-aggressive in the space of a kernel.", "PA-I",
             {C10}, any_classes(multiclass_passive_aggressive(kOne))),
      kernel("kMPA-II", kPa, "Multiclass passive-aggressive in the space of a kernel.", "PA-II",
             {C10}, any_classes(multiclass_passive_aggressive(kTwo))),
      kernel("M-DUOL", kDuol + ", Algorithm 2",
             "Updates the new example and the one it conflicts with most.", double_update,
             {C10, kRho}, any_classes(m_duol(kExact))),
      kernel("M-DUOL-iter", kDuol + ", §5.5", "M-DUOL, its two weights found one after the other.",
             in_turn, {C10, kRho}, any_classes(m_duol(kInTurn))),
      kernel("M-DUOL-appr", kDuol + ", §5.5", "M-DUOL, both weights raised by 1/(2(1 − ρ)).",
             approximate, {C10, kRho}, any_classes(m_duol(kApproximate))),
  };
}

}  // namespace querent
