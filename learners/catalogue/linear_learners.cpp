// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/catalogue/specs.hpp>
#include <querent/learners/linear/adaptive_subgradients.hpp>
#include <querent/learners/linear/arow.hpp>
#include <querent/learners/linear/averaged.hpp>
#include <querent/learners/linear/confidence_weighted.hpp>
#include <querent/learners/linear/cost_sensitive_passive_aggressive.hpp>
#include <querent/learners/linear/dkm.hpp>
#include <querent/learners/linear/exponentiated_gradient.hpp>
#include <querent/learners/linear/ftrl_proximal.hpp>
#include <querent/learners/linear/gradient_descent.hpp>
#include <querent/learners/linear/passive_aggressive.hpp>
#include <querent/learners/linear/paum.hpp>
#include <querent/learners/linear/perceptron.hpp>
#include <querent/learners/linear/prediction_based_passive_aggressive.hpp>
#include <querent/learners/linear/second_order_perceptron.hpp>
#include <querent/learners/linear/second_order_perceptron_diagonal.hpp>
#include <querent/learners/linear/soal.hpp>
#include <querent/learners/linear/soal_diagonal.hpp>
#include <querent/learners/linear/soft_confidence_weighted.hpp>
#include <querent/learners/multiclass/m_adaptive_subgradients.hpp>
#include <querent/learners/multiclass/m_passive_aggressive.hpp>
#include <querent/learners/multiclass/m_perceptron.hpp>

namespace querent {
namespace {

const std::string kPaa = "Lu, Zhao, Hoi, Machine Learning 103, 2016";
const std::string kCbgz = "Cesa-Bianchi, Gentile, Zaniboni, JMLR 7, 2006";
const std::string kPa = "Crammer et al., JMLR 7, 2006";
const std::string kAda = "Zhai et al., Machine Learning 111, 2022";
const std::string kDkm = "Dasgupta, Kalai, Monteleoni, COLT 2005";
const std::string kPractice = "Monteleoni & Kääriäinen, 2007";

// Table 3 of Zhai et al.: the settings of the plain forms and of the -I forms
constexpr AdaptiveParams kPlain{.delta = 0.01, .eta = 0.01};
constexpr AdaptiveParams kI{.delta = 1, .eta = 0.1};
// within 10 % of the best on five of six sets (docs/learning.md)
constexpr AdaptiveParams kBroad{.delta = 0.01, .eta = 0.3};

constexpr Aggressiveness kPA{.form = Aggressiveness::Form::kHard},
    kPA1{.form = Aggressiveness::Form::kLinear}, kPA2{.form = Aggressiveness::Form::kSquared};

/// L for two classes, M for more.
template <class L, class M = void>
LearnerSpec linear(std::string name, std::string paper, std::string summary, std::string query,
                   const typename L::Params& defaults = {}, Theorem theorem = Theorem::kNone) {
  return linear_row<L, M>({.name = std::move(name),
                           .family = "linear",
                           .paper = std::move(paper),
                           .summary = std::move(summary),
                           .query = std::move(query),
                           .bound = {.theorem = theorem}},
                          defaults);
}

LearnerSpec perceptron(std::string name, std::string paper, std::string summary, std::string query,
                       Theorem theorem = Theorem::kNone) {
  return linear<Perceptron, MPerceptron>(std::move(name), std::move(paper), std::move(summary),
                                         std::move(query), {}, theorem);
}
LearnerSpec passive_aggressive(const Aggressiveness& how, std::string name, std::string paper,
                               std::string summary, std::string query,
                               Theorem theorem = Theorem::kNone) {
  LearnerSpec spec = linear<PassiveAggressive, MPassiveAggressive>(
      std::move(name), std::move(paper), std::move(summary), std::move(query), how, theorem);
  spec.bound.form = how.form;
  return spec;
}
const auto dual_averaging = [](const auto&... row) {
  return linear<DualAveraging, MDualAveraging>(row...);
};
const auto mirror_descent = [](const auto&... row) {
  return linear<MirrorDescent, MMirrorDescent>(row...);
};

}  // namespace

std::vector<LearnerSpec> linear_learners() {
  using enum Theorem;
  const std::string all = "Asks for every label.";
  const std::string coin = "Asks at random: the baseline of every query rule.";
  const std::string margin = "Asks by the margin b/(b + |p|).";
  return {
      perceptron("Perceptron", "Rosenblatt, 1958", all, "all"),
      perceptron("PE", "Rosenblatt, 1958; " + kPaa, all, "all"),
      perceptron("RPE", kPaa, coin, "random"),
      perceptron("PEA", kCbgz, margin, "margin", kMarginPerceptron),
      perceptron("LEPE", kCbgz, margin, "margin"),
      perceptron("SELada", kCbgz, "Asks by a margin whose width grows with the number of mistakes.",
                 "adaptive"),
      linear<SecondOrderPerceptron>(
          "SEL2nd", kCbgz, "The second-order perceptron, full matrix, asking by its margin.",
          "second-order"),

      passive_aggressive(kPA, "PA", kPa, all, "all", kPassiveAggressive),
      passive_aggressive(kPA1, "PA-I", kPa, all, "all", kPassiveAggressive),
      passive_aggressive(kPA2, "PA-II", kPa, all, "all", kPassiveAggressive),
      passive_aggressive(kPA, "RPA", kPaa, coin, "random"),
      passive_aggressive(kPA1, "RPA-I", kPaa, coin, "random"),
      passive_aggressive(kPA2, "RPA-II", kPaa, coin, "random"),
      passive_aggressive(kPA, "PAA", kPaa, margin, "margin", kPassiveAggressive),
      passive_aggressive(kPA1, "PAA-I", kPaa, margin, "margin", kPassiveAggressive),
      passive_aggressive(kPA2, "PAA-II", kPaa, margin, "margin", kPassiveAggressive),

      linear<CostSensitivePassiveAggressive>("CSPA", kPaa + ", Eqs. (9)–(11)", all, "all", {},
                                             kCostSensitive),
      linear<CostSensitivePassiveAggressive>("CSRND", kPaa, coin, "random"),
      linear<CostSensitivePassiveAggressive>("CSPAA", kPaa + ", Algorithm 4", margin, "margin", {},
                                             kCostSensitive),
      linear<CostSensitivePassiveAggressive>("CSPAA(a)", kPaa + ", §6.3.5",
                                             "Asks by a margin whose width falls with time.",
                                             "decaying"),
      linear<PredictionBasedPassiveAggressive>("CPA", kPa, all, "all"),
      linear<Paum>("PAUM", "Li et al., ICML 2002", all, "all"),
      linear<ConfidenceWeighted>("CW-diag", "Crammer, Dredze, Pereira, NIPS 2008", all, "all"),
      linear<Arow>("AROW", "Crammer, Kulesza, Dredze, NIPS 2009", all, "all"),
      linear<SoftConfidenceWeighted>("SCW-I", "Wang, Zhao, Hoi, ICML 2012, Proposition 1", all,
                                     "all"),
      linear<SoftConfidenceWeighted>("SCW-II", "Wang, Zhao, Hoi, ICML 2012, Proposition 2", all,
                                     "all", {.form = SoftConfidenceWeightedParams::Form::kSquared}),
      linear<FtrlProximal>("FTRL-proximal", "McMahan et al., KDD 2013, Algorithm 1", all, "all"),
      linear<ExponentiatedGradient>(
          "EG", "Kivinen & Warmuth, 1997; Shalev-Shwartz & Singer, Machine Learning 69, 2007", all,
          "all"),
      linear<ExponentiatedGradient>(
          "DUOL-EG", "after Zhao, Hoi, Jin, JMLR 12, 2011, §6",
          "EG that also updates the weight of the past example that conflicts with it most.", "all",
          {.double_update = true}),
      linear<GradientDescent>("SGD", "Zinkevich, ICML 2003, §2", all, "all"),
      linear<Averaged<Perceptron>>(
          "averaged-Perceptron", "Freund & Schapire, Machine Learning 37, 1999",
          "The perceptron, predicting by the average of its weights.", "all"),
      linear<Averaged<PassiveAggressive>>("averaged-PA-I", kPa + "; Cesa-Bianchi et al., 2004",
                                          "PA-I, predicting by the average of its weights.", "all",
                                          kPA1),

      dual_averaging("DA", "Duchi, Hazan, Singer, JMLR 12, 2011; " + kAda, all, "all", kI,
                     kDualAveraging),
      mirror_descent("AdaGrad", "Duchi, Hazan, Singer, JMLR 12, 2011",
                     "MD under its better known name, with defaults for fully labelled data.",
                     "all", kBroad),
      mirror_descent("MD", "Duchi, Hazan, Singer, JMLR 12, 2011; " + kAda, all, "all", kI,
                     kMirrorDescent),
      dual_averaging("R-ADA", kAda, coin, "random", kPlain),
      dual_averaging("M-ADA", kAda, margin, "margin", kPlain, kDualAveraging),
      dual_averaging("D-ADA", kAda + ", Algorithm 1",
                     "Asks by the margin minus a bonus for rare features.", "discriminative",
                     kPlain, kDualAveraging),
      dual_averaging("D-ADA-I", kAda + ", Algorithm 1", "D-ADA with a_t = 1.", "discriminative-I",
                     kI, kDualAveraging),
      mirror_descent("R-AMD", kAda, coin, "random", kPlain),
      mirror_descent("M-AMD", kAda, margin, "margin", kPlain, kMirrorDescent),
      mirror_descent("D-AMD", kAda + ", Algorithm 1",
                     "Asks by the margin minus a bonus for rare features.", "discriminative",
                     kPlain, kMirrorDescent),
      mirror_descent("D-AMD-I", kAda + ", Algorithm 1", "D-AMD with a_t = 1.", "discriminative-I",
                     kI, kMirrorDescent),
      linear<SecondOrderPerceptronDiagonal>(
          "SOP", "Cesa-Bianchi, Conconi, Gentile, 2005; " + kCbgz,
          "The second-order perceptron, diagonal, asking by its margin.", "second-order"),
      linear<SecondOrderPerceptron>("SOP-full", "Cesa-Bianchi, Conconi, Gentile, 2005", all, "all"),
      linear<SoalDiagonal>(
          "SOAL", "Hao et al., TKDE 30, 2018",
          "Second-order active learning, diagonal: asks by margin and uncertainty.", "soal"),
      linear<Soal>("SOAL-full", "Hao et al., TKDE 30, 2018",
                   "Second-order active learning, full matrix: asks by margin and uncertainty.",
                   "soal"),

      linear<Dkm>("DKM", kDkm, all, "all"),
      linear<Dkm>("DKM2", kDkm, "Asks within a band that is halved after R correct predictions.",
                  "threshold"),
      linear<Dkm>("DKM-sequential", kDkm + "; after " + kPractice + ", §5",
                  "DKM2 without R: sequential tests halve and double the band.", "sequential"),
      perceptron("DKMactivePerceptron", kPractice, "The perceptron, asking as DKM does.",
                 "threshold"),
      perceptron("CBGZ", kCbgz, margin, "margin", kMarginPerceptron),
      linear<Dkm>("CBGZactiveDKMupdate", kPractice, "The update of DKM, asking by the margin.",
                  "margin"),
      perceptron("randomPerceptron", kPractice, coin, "random"),
      linear<Dkm>("randomDKMupdate", kPractice, coin, "random"),
  };
}

}  // namespace querent
