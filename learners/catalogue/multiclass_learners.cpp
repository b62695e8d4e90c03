// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/catalogue/update_rules.hpp>

namespace querent {
namespace {

using Form = Aggressiveness::Form;

const std::string kMpaa = "Lu, Zhao, Hoi, Machine Learning 103, 2016, §4";
const std::string kMda = "Zhai et al., Machine Learning 111, 2022, §4";

LearnerSpec multiclass(std::string name, std::string paper, std::string summary, UpdateRule update,
                       std::string query) {
  return row(std::move(name), "multiclass", std::move(paper), std::move(summary), std::move(update),
             std::move(query));
}

}  // namespace

std::vector<LearnerSpec> multiclass_learners() {
  const std::string all = "Asks every label.";
  const std::string coin = "Asks by a coin: what active asking must beat.";
  const std::string margin = "Asks by the gap of the best two scores, b/(b + p).";
  const std::string rare = "Asks by that gap less what rare features may teach.";
  return {
      multiclass("MPerceptron", "Crammer & Singer, JMLR 3, 2003", all, m_perceptron(), "all"),
      multiclass("MRPE", kMpaa, coin, m_perceptron(), "random"),
      multiclass("MPEA", kMpaa, margin, m_perceptron(), "margin"),
      multiclass("MPA", kMpaa, all, m_passive_aggressive(Form::kHard), "all"),
      multiclass("MPA-I", kMpaa, all, m_passive_aggressive(Form::kLinear), "all"),
      multiclass("MPA-II", kMpaa, all, m_passive_aggressive(Form::kSquared), "all"),
      multiclass("MRPA", kMpaa, coin, m_passive_aggressive(Form::kHard), "random"),
      multiclass("MRPA-I", kMpaa, coin, m_passive_aggressive(Form::kLinear), "random"),
      multiclass("MRPA-II", kMpaa, coin, m_passive_aggressive(Form::kSquared), "random"),
      multiclass("MPAA", kMpaa, margin, m_passive_aggressive(Form::kHard), "margin"),
      multiclass("MPAA-I", kMpaa, margin, m_passive_aggressive(Form::kLinear), "margin"),
      multiclass("MPAA-II", kMpaa, margin, m_passive_aggressive(Form::kSquared), "margin"),

      multiclass("MDA", kMda, all, m_dual_averaging(), "all"),
      multiclass("MMD", kMda, all, m_mirror_descent(), "all"),
      multiclass("MR-ADA", kMda, coin, m_dual_averaging(), "random"),
      multiclass("MM-ADA", kMda, margin, m_dual_averaging(), "margin"),
      multiclass("MD-ADA", kMda + ", Algorithm 2", rare, m_dual_averaging(), "discriminative"),
      multiclass("MD-ADA-I", kMda + ", Algorithm 2", "MD-ADA with a_t = 1.", m_dual_averaging(),
                 "discriminative-I"),
      multiclass("MR-AMD", kMda, coin, m_mirror_descent(), "random"),
      multiclass("MM-AMD", kMda, margin, m_mirror_descent(), "margin"),
      multiclass("MD-AMD", kMda + ", Algorithm 2", rare, m_mirror_descent(), "discriminative"),
      multiclass("MD-AMD-I", kMda + ", Algorithm 2", "MD-AMD with a_t = 1.", m_mirror_descent(),
                 "discriminative-I"),
  };
}

}  // namespace querent
