// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/catalogue/kernel_specs.hpp>
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

LearnerSpec ranking_perceptron(std::string name, std::string summary, PairWeights weights) {
  return kernel(std::move(name), kCrammerSinger, std::move(summary),
                KernelMulticlassPerceptron<>::card(weights), {}, multiclass_perceptron(weights));
}

LearnerSpec bounded(bool classes, LearnerSpec spec) {
  spec.bound = {.theorem = Theorem::kDoubleUpdate, .classes = classes};
  return spec;
}

}  // namespace

std::vector<LearnerSpec> kernel_learners() {
  using enum DoubleUpdateSolver;
  using enum PassiveAggressiveForm;
  const std::string in_kernel = "Kernel passive-aggressive.";
  const std::string in_kernel_many = "Multiclass kernel passive-aggressive.";
  return {
      kernel("kPerceptron", "Rosenblatt, 1958; Freund & Schapire, Machine Learning 37, 1999",
             "Kernel perceptron.", KernelPerceptron<>::card(), {},
             by_classes(perceptron, multiclass_perceptron(PairWeights::kMax))),
      binary<Romma>("ROMMA", "Li & Long, NIPS 1999", "Relaxed maximum margin, on mistakes."),
      binary<Romma>("agg-ROMMA", "Li & Long, NIPS 1999",
                    "Relaxed maximum margin, on margins below 1.", {.aggressive = true}),
      binary<Alma>("ALMA", "Gentile, JMLR 2, 2001", "Approximately maximal margin, p = 2."),
      either<KernelPassiveAggressive, KernelMulticlassPassiveAggressive>(
          "kPA-I", kPa, in_kernel, {.form = kOne}, {.form = kOne}),
      either<KernelPassiveAggressive, KernelMulticlassPassiveAggressive>(
          "kPA-II", kPa, in_kernel, {.form = kTwo}, {.form = kTwo}),
      bounded(false, either<Duol, MDuol>(
                         "DUOL", kDuol + ", Algorithm 1",
                         "Updates the weight of the new example and of the support vector that "
                         "conflicts with it most.",
                         {}, {})),
      either<Duol, MDuol>("DUOL-iter", kDuol + ", §5.1",
                          "DUOL with the two weights optimised in turn.", {.solver = kInTurn},
                          {.solver = kInTurn}),
      either<Duol, MDuol>("DUOL-appr", kDuol + ", §5.1", "DUOL, both weights raised by 1/(1 − ρ).",
                          {.solver = kApproximate}, {.solver = kApproximate}),
      binary<Duol>("DUOL-rand", kDuol + ", §5.3", "DUOL with a random auxiliary example.",
                   {.auxiliary = AuxiliaryExample::kRandom}),
      either<Duol, MDuol>("DUOL-gain", "after " + kDuol + ", §6",
                          "DUOL with the auxiliary example of the greatest dual ascent.",
                          {.auxiliary = AuxiliaryExample::kGain}, {.by_gain = true}),
      ranking_perceptron("Max", "Updates the worst pair of labels.", PairWeights::kMax),
      ranking_perceptron("Uniform", "All wrongly ranked labels get the same update.",
                         PairWeights::kUniform),
      ranking_perceptron("Prop",
                         "All wrongly ranked labels are updated in proportion to their error.",
                         PairWeights::kProportional),
      kernel("MIRA", kCrammerSinger + ", Figure 4",
             "Minimal change of bounded mass, solved exactly.", Mira<>::card(), {}, mira),
      multiclass<KernelMulticlassPassiveAggressive>("kMPA-I", kPa, in_kernel_many,
                                                    {.C = 10, .form = kOne}),
      multiclass<KernelMulticlassPassiveAggressive>("kMPA-II", kPa, in_kernel_many,
                                                    {.C = 10, .form = kTwo}),
      bounded(true, multiclass<MDuol>(
                        "M-DUOL", kDuol + ", Algorithm 2",
                        "Updates the weight of the new example and of the support vector that "
                        "conflicts with it most.",
                        {})),
      multiclass<MDuol>("M-DUOL-iter", kDuol + ", §5.5",
                        "M-DUOL with the two weights optimised in turn.", {.solver = kInTurn}),
      multiclass<MDuol>("M-DUOL-appr", kDuol + ", §5.5",
                        "M-DUOL, both weights raised by 1/(2(1 − ρ)).", {.solver = kApproximate}),
      multiclass<MDuol>("M-DUOL-gain", "after " + kDuol + ", §6",
                        "M-DUOL with the auxiliary example of the greatest dual ascent.",
                        {.by_gain = true}),
  };
}

}  // namespace querent
