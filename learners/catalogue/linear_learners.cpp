// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/catalogue/update_rules.hpp>

namespace querent {
namespace {

using Form = Aggressiveness::Form;

const std::string kPaa = "Lu, Zhao, Hoi, Machine Learning 103, 2016";
const std::string kCbgz = "Cesa-Bianchi, Gentile, Zaniboni, JMLR 7, 2006";
const std::string kPa = "Crammer et al., JMLR 7, 2006";
const std::string kAda = "Zhai et al., Machine Learning 111, 2022";
const std::string kDkm = "Dasgupta, Kalai, Monteleoni, COLT 2005";
const std::string kPractice = "Monteleoni & Kääriäinen, 2007";

// Table 3 of Zhai et al.: the settings of the plain and of the -I forms
constexpr AdaptiveParams kPlain{.delta = 0.01, .eta = 0.01};
constexpr AdaptiveParams kI{.delta = 1, .eta = 0.1};

LearnerSpec linear(std::string name, std::string paper, std::string summary, UpdateRule update,
                   std::string query) {
  return row(std::move(name), "linear", std::move(paper), std::move(summary), std::move(update),
             std::move(query));
}

}  // namespace

std::vector<LearnerSpec> linear_learners() {
  const std::string all = "Asks every label.";
  const std::string coin = "Asks by a coin: what active asking must beat.";
  const std::string margin = "Asks by the margin b/(b + |p|).";
  return {
      linear("Perceptron", "Rosenblatt, 1958", all, perceptron(), "all"),
      linear("PE", "Rosenblatt, 1958; " + kPaa, all, perceptron(), "all"),
      linear("RPE", kPaa, coin, perceptron(), "random"),
      linear("PEA", kCbgz, margin, perceptron(), "margin"),
      linear("LEPE", kCbgz, margin, perceptron(), "margin"),
      linear("SELada", kCbgz, "Asks by a margin whose width grows with the mistakes.", perceptron(),
             "adaptive"),
      linear("SEL2nd", kCbgz, "The second-order perceptron, full matrix, asking by its margin.",
             second_order_perceptron_full(), "second-order"),

      linear("PA", kPa, all, passive_aggressive(Form::kHard), "all"),
      linear("PA-I", kPa, all, passive_aggressive(Form::kLinear), "all"),
      linear("PA-II", kPa, all, passive_aggressive(Form::kSquared), "all"),
      linear("RPA", kPaa, coin, passive_aggressive(Form::kHard), "random"),
      linear("RPA-I", kPaa, coin, passive_aggressive(Form::kLinear), "random"),
      linear("RPA-II", kPaa, coin, passive_aggressive(Form::kSquared), "random"),
      linear("PAA", kPaa, margin, passive_aggressive(Form::kHard), "margin"),
      linear("PAA-I", kPaa, margin, passive_aggressive(Form::kLinear), "margin"),
      linear("PAA-II", kPaa, margin, passive_aggressive(Form::kSquared), "margin"),

      linear("CSPA", kPaa + ", Eqs. (9)–(11)", all, cost_sensitive_passive_aggressive(), "all"),
      linear("CSRND", kPaa, coin, cost_sensitive_passive_aggressive(), "random"),
      linear("CSPAA", kPaa + ", Algorithm 4", margin, cost_sensitive_passive_aggressive(),
             "margin"),
      linear("CSPAA(a)", kPaa + ", §6.3.5", "Asks by a margin whose width falls with time.",
             cost_sensitive_passive_aggressive(), "decaying"),
      linear("CPA", kPa, all, prediction_based_passive_aggressive(), "all"),
      linear("PAUM", "Li et al., ICML 2002", all, paum(), "all"),
      linear("CW-diag", "Crammer, Dredze, Pereira, NIPS 2008", all, confidence_weighted(), "all"),

      linear("DA", "Duchi, Hazan, Singer, JMLR 12, 2011; " + kAda, all, dual_averaging(kI), "all"),
      linear("MD", "Duchi, Hazan, Singer, JMLR 12, 2011; " + kAda, all, mirror_descent(kI), "all"),
      linear("R-ADA", kAda, coin, dual_averaging(kPlain), "random"),
      linear("M-ADA", kAda, margin, dual_averaging(kPlain), "margin"),
      linear("D-ADA", kAda + ", Algorithm 1",
             "Asks by the margin less what rare features may teach.", dual_averaging(kPlain),
             "discriminative"),
      linear("D-ADA-I", kAda + ", Algorithm 1", "D-ADA with a_t = 1.", dual_averaging(kI),
             "discriminative-I"),
      linear("R-AMD", kAda, coin, mirror_descent(kPlain), "random"),
      linear("M-AMD", kAda, margin, mirror_descent(kPlain), "margin"),
      linear("D-AMD", kAda + ", Algorithm 1",
             "Asks by the margin less what rare features may teach.", mirror_descent(kPlain),
             "discriminative"),
      linear("D-AMD-I", kAda + ", Algorithm 1", "D-AMD with a_t = 1.", mirror_descent(kI),
             "discriminative-I"),
      linear("SOP", "Cesa-Bianchi, Conconi, Gentile, 2005; " + kCbgz,
             "The second-order perceptron, diagonal, asking by its margin.",
             second_order_perceptron_diagonal(), "second-order"),
      linear("SOP-full", "Cesa-Bianchi, Conconi, Gentile, 2005", all,
             second_order_perceptron_full(), "all"),
      linear("SOAL", "Hao et al., TKDE 30, 2018",
             "Second-order active learning, diagonal: asks by margin and uncertainty.",
             soal_diagonal(), "soal"),
      linear("SOAL-full", "Hao et al., TKDE 30, 2018",
             "Second-order active learning, full matrix: asks by margin and uncertainty.",
             soal_full(), "soal"),

      linear("DKM", kDkm, all, dkm(), "all"),
      linear("DKM2", kDkm, "Asks within a band that is halved after R right answers.", dkm(),
             "threshold"),
      linear("DKMactivePerceptron", kPractice, "The perceptron, asking as DKM does.", perceptron(),
             "threshold"),
      linear("CBGZ", kCbgz, margin, perceptron(), "margin"),
      linear("CBGZactiveDKMupdate", kPractice, "The update of DKM, asking by the margin.", dkm(),
             "margin"),
      linear("randomPerceptron", kPractice, coin, perceptron(), "random"),
      linear("randomDKMupdate", kPractice, coin, dkm(), "random"),
  };
}

}  // namespace querent
