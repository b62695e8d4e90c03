// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/catalogue/specs.hpp>
#include <querent/learners/multiclass/m_adaptive_subgradients.hpp>
#include <querent/learners/multiclass/m_passive_aggressive.hpp>
#include <querent/learners/multiclass/m_perceptron.hpp>

namespace querent {
namespace {

const std::string kMpaa = "Lu, Zhao, Hoi, Machine Learning 103, 2016, §4";
const std::string kMda = "Zhai et al., Machine Learning 111, 2022, §4";

constexpr Aggressiveness kPA{.form = Aggressiveness::Form::kHard},
    kPA1{.form = Aggressiveness::Form::kLinear}, kPA2{.form = Aggressiveness::Form::kSquared};

template <class M>
LearnerSpec multiclass(std::string name, std::string paper, std::string summary, std::string query,
                       const typename M::Params& defaults = {}, LearnerBound bound = {}) {
  return multiclass_row<M>({.name = std::move(name),
                            .family = "multiclass",
                            .paper = std::move(paper),
                            .summary = std::move(summary),
                            .query = std::move(query),
                            .bound = bound},
                           defaults);
}

constexpr LearnerBound kHard{Theorem::kPassiveAggressive, true, kPA.form},
    kLinear{Theorem::kPassiveAggressive, true, kPA1.form},
    kSquared{Theorem::kPassiveAggressive, true, kPA2.form},
    kAveraging{.theorem = Theorem::kDualAveraging, .classes = true},
    kDescent{.theorem = Theorem::kMirrorDescent, .classes = true};

}  // namespace

std::vector<LearnerSpec> multiclass_learners() {
  const std::string all = "Asks for every label.";
  const std::string coin = "Asks at random: the baseline of every query rule.";
  const std::string margin = "Asks by the gap of the best two scores, b/(b + p).";
  const std::string rare = "Asks by the same gap minus a bonus for rare features.";
  return {
      multiclass<MPerceptron>("MPerceptron", "Crammer & Singer, JMLR 3, 2003", all, "all"),
      multiclass<MPerceptron>("MRPE", kMpaa, coin, "random"),
      multiclass<MPerceptron>("MPEA", kMpaa, margin, "margin"),
      multiclass<MPassiveAggressive>("MPA", kMpaa, all, "all", kPA, kHard),
      multiclass<MPassiveAggressive>("MPA-I", kMpaa, all, "all", kPA1, kLinear),
      multiclass<MPassiveAggressive>("MPA-II", kMpaa, all, "all", kPA2, kSquared),
      multiclass<MPassiveAggressive>("MRPA", kMpaa, coin, "random", kPA),
      multiclass<MPassiveAggressive>("MRPA-I", kMpaa, coin, "random", kPA1),
      multiclass<MPassiveAggressive>("MRPA-II", kMpaa, coin, "random", kPA2),
      multiclass<MPassiveAggressive>("MPAA", kMpaa, margin, "margin", kPA, kHard),
      multiclass<MPassiveAggressive>("MPAA-I", kMpaa, margin, "margin", kPA1, kLinear),
      multiclass<MPassiveAggressive>("MPAA-II", kMpaa, margin, "margin", kPA2, kSquared),

      multiclass<MDualAveraging>("MDA", kMda, all, "all", {}, kAveraging),
      multiclass<MMirrorDescent>("MMD", kMda, all, "all", {}, kDescent),
      multiclass<MDualAveraging>("MR-ADA", kMda, coin, "random"),
      multiclass<MDualAveraging>("MM-ADA", kMda, margin, "margin", {}, kAveraging),
      multiclass<MDualAveraging>("MD-ADA", kMda + ", Algorithm 2", rare, "discriminative", {},
                                 kAveraging),
      multiclass<MDualAveraging>("MD-ADA-I", kMda + ", Algorithm 2", "MD-ADA with a_t = 1.",
                                 "discriminative-I", {}, kAveraging),
      multiclass<MMirrorDescent>("MR-AMD", kMda, coin, "random"),
      multiclass<MMirrorDescent>("MM-AMD", kMda, margin, "margin", {}, kDescent),
      multiclass<MMirrorDescent>("MD-AMD", kMda + ", Algorithm 2", rare, "discriminative", {},
                                 kDescent),
      multiclass<MMirrorDescent>("MD-AMD-I", kMda + ", Algorithm 2", "MD-AMD with a_t = 1.",
                                 "discriminative-I", {}, kDescent),
  };
}

}  // namespace querent
