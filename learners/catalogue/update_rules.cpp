// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/catalogue/update_rules.hpp>

#include <fmt/format.h>

#include <querent/learners/linear/confidence_weighted.hpp>
#include <querent/learners/linear/cost_sensitive_passive_aggressive.hpp>
#include <querent/learners/linear/dkm.hpp>
#include <querent/learners/linear/dual_averaging.hpp>
#include <querent/learners/linear/mirror_descent.hpp>
#include <querent/learners/linear/passive_aggressive.hpp>
#include <querent/learners/linear/paum.hpp>
#include <querent/learners/linear/perceptron.hpp>
#include <querent/learners/linear/prediction_based_passive_aggressive.hpp>
#include <querent/learners/linear/second_order_perceptron.hpp>
#include <querent/learners/linear/second_order_perceptron_diagonal.hpp>
#include <querent/learners/linear/soal_diagonal.hpp>
#include <querent/learners/multiclass/m_dual_averaging.hpp>
#include <querent/learners/multiclass/m_mirror_descent.hpp>
#include <querent/learners/multiclass/m_passive_aggressive.hpp>
#include <querent/learners/multiclass/m_perceptron.hpp>

namespace querent {
namespace {

/// `binary` for two classes, `multiclass` for more.
Make by_classes(Make binary, Make multiclass) {
  return [binary, multiclass](const Task& task, const Params& params) {
    return (task.num_classes > 2 ? multiclass : binary)(task, params);
  };
}

Make binary_only(std::string words, Make make) {
  return [words, make](const Task& task, const Params& params) {
    if (task.num_classes == 2) return make(task, params);
    throw ChoiceError(fmt::format(
        "the update rule '{}' is for two classes, this task has {} — choose two classes, or a "
        "learner of `querent learners` that is least squares or multiclass",
        words, task.num_classes));
  };
}

const ParamSpec kRate{"eta", 1, kPositive, kInfinity, "η, the learning rate: the unit of a margin"};
const ParamSpec kRho{"rho", 1, kPositive, kInfinity,
                     "ρ, a false negative against a false positive: η_p T_n/(η_n T_p) for the "
                     "weighted sum, c_p/c_n for the cost"};

std::vector<ParamSpec> aggressiveness(Aggressiveness::Form form) {
  if (form == Aggressiveness::Form::kHard) return {};
  return {{"C", 1, kPositive, kInfinity, "C, what a loss weighs against a change of w"}};
}
std::string aggressive_name(Aggressiveness::Form form) {
  switch (form) {
    case Aggressiveness::Form::kHard:
      return "PA";
    case Aggressiveness::Form::kLinear:
      return "PA-I";
    case Aggressiveness::Form::kSquared:
      return "PA-II";
  }
  return "";
}
Aggressiveness aggressiveness_of(Aggressiveness::Form form, const Params& params) {
  const auto C = params.find("C");
  return {.form = form, .C = C == params.end() ? 1 : C->second};
}

std::vector<ParamSpec> adaptive(AdaptiveParams defaults) {
  return {{"delta", defaults.delta, kPositive, kInfinity, "δ, H_0 = δ I"},
          {"eta", defaults.eta, kPositive, kInfinity, "η, the step"}};
}
AdaptiveParams adaptive_of(const Params& params) {
  return {.delta = params.at("delta"), .eta = params.at("eta")};
}

std::vector<ParamSpec> soal_params() {
  return {{"eta", 0.01, kPositive, kInfinity, "η, the step"},
          {"gamma", 100, kPositive, kInfinity, "γ: the larger, the slower Σ shrinks"}};
}
SoalParams soal_of(const Params& params) {
  return {.eta = params.at("eta"), .gamma = params.at("gamma")};
}

const std::vector<ParamSpec> kSecondOrder{{"a", 1, kPositive, kInfinity, "a, A_0 = a I"}};

}  // namespace

UpdateRule perceptron() {
  return {.words = "perceptron",
          .second_order = false,
          .params = {kRate},
          .make = by_classes(
              [](const Task& task, const Params& params) {
                return erase(Perceptron(task.dim, {.eta = params.at("eta")}));
              },
              m_perceptron().make)};
}

UpdateRule passive_aggressive(Aggressiveness::Form form) {
  return {.words = aggressive_name(form),
          .second_order = false,
          .params = aggressiveness(form),
          .make = by_classes(
              [form](const Task& task, const Params& params) {
                return erase(PassiveAggressive(task.dim, aggressiveness_of(form, params)));
              },
              m_passive_aggressive(form).make)};
}

UpdateRule dual_averaging(AdaptiveParams defaults) {
  return {.words = "dual averaging",
          .second_order = true,
          .params = adaptive(defaults),
          .make = by_classes(
              [](const Task& task, const Params& params) {
                return erase(DualAveraging(task.dim, adaptive_of(params)));
              },
              m_dual_averaging(defaults).make)};
}

UpdateRule mirror_descent(AdaptiveParams defaults) {
  return {.words = "mirror descent",
          .second_order = true,
          .params = adaptive(defaults),
          .make = by_classes(
              [](const Task& task, const Params& params) {
                return erase(MirrorDescent(task.dim, adaptive_of(params)));
              },
              m_mirror_descent(defaults).make)};
}

UpdateRule dkm() {
  return {.words = "DKM",
          .second_order = false,
          .params = {},
          .make = binary_only(
              "DKM", [](const Task& task, const Params&) { return erase(Dkm(task.dim)); })};
}

UpdateRule second_order_perceptron_diagonal() {
  const std::string words = "second-order perceptron, diagonal";
  return {.words = words,
          .second_order = true,
          .params = kSecondOrder,
          .make = binary_only(words, [](const Task& task, const Params& params) {
            return erase(SecondOrderPerceptronDiagonal(task.dim, {.a = params.at("a")}));
          })};
}

UpdateRule second_order_perceptron_full() {
  const std::string words = "second-order perceptron, full matrix";
  return {
      .words = words,
      .second_order = true,
      .params = kSecondOrder,
      .make = binary_only(words, full_matrix([](const Task& task, const Params& params) {
                            return erase(SecondOrderPerceptron(task.dim, {.a = params.at("a")}));
                          })),
      .full_matrix = true};
}

UpdateRule soal_diagonal() {
  const std::string words = "SOAL, diagonal";
  return {.words = words,
          .second_order = true,
          .params = soal_params(),
          .make = binary_only(words, [](const Task& task, const Params& params) {
            return erase(SoalDiagonal(task.dim, soal_of(params)));
          })};
}

UpdateRule soal_full() {
  const std::string words = "SOAL, full matrix";
  return {.words = words,
          .second_order = true,
          .params = soal_params(),
          .make = binary_only(words, full_matrix([](const Task& task, const Params& params) {
                                return erase(Soal(task.dim, soal_of(params)));
                              })),
          .full_matrix = true};
}

UpdateRule cost_sensitive_passive_aggressive() {
  return {.words = "CSPA",
          .second_order = false,
          .params = {{"C", 1, kPositive, kInfinity, "C, the largest step; the theorems need C ≥ ρ"},
                     kRho},
          .make = binary_only("CSPA", [](const Task& task, const Params& params) {
            return erase(CostSensitivePassiveAggressive(
                task.dim, {.C = params.at("C"), .rho = params.at("rho")}));
          })};
}

UpdateRule prediction_based_passive_aggressive() {
  return {.words = "CPA",
          .second_order = false,
          .params = {{"C", 1, kPositive, kInfinity, "C, the largest step"}, kRho},
          .make = binary_only("CPA", [](const Task& task, const Params& params) {
            return erase(PredictionBasedPassiveAggressive(
                task.dim, {.C = params.at("C"), .rho = params.at("rho")}));
          })};
}

UpdateRule paum() {
  return {
      .words = "PAUM",
      .second_order = false,
      .params = {{"tau_plus", 1, -kInfinity, kInfinity, "τ₊₁, the margin asked of positive rows"},
                 {"tau_minus", 1, -kInfinity, kInfinity, "τ₋₁, the margin asked of negative rows"},
                 kRate},
      .make = binary_only("PAUM", [](const Task& task, const Params& params) {
        return erase(Paum(task.dim, {.tau_plus = params.at("tau_plus"),
                                     .tau_minus = params.at("tau_minus"),
                                     .eta = params.at("eta")}));
      })};
}

UpdateRule confidence_weighted() {
  return {
      .words = "CW-diag",
      .second_order = true,
      .params = {{"phi", 0.5244, kPositive, kInfinity, "φ = Φ⁻¹(confidence); 0.5244 is 70 %"},
                 {"a", 1, kPositive, kInfinity, "a, the first variance of a weight"}},
      .make = binary_only("CW-diag", [](const Task& task, const Params& params) {
        return erase(ConfidenceWeighted(task.dim, {.phi = params.at("phi"), .a = params.at("a")}));
      })};
}

UpdateRule m_perceptron() {
  return {.words = "perceptron, max-score",
          .second_order = false,
          .params = {kRate},
          .make = [](const Task& task, const Params& params) {
            return erase(MPerceptron(task.dim, task.num_classes, {.eta = params.at("eta")}));
          }};
}

UpdateRule m_passive_aggressive(Aggressiveness::Form form) {
  return {.words = "M" + aggressive_name(form),
          .second_order = false,
          .params = aggressiveness(form),
          .make = [form](const Task& task, const Params& params) {
            return erase(
                MPassiveAggressive(task.dim, task.num_classes, aggressiveness_of(form, params)));
          }};
}

UpdateRule m_dual_averaging(AdaptiveParams defaults) {
  return {.words = "multiclass dual averaging",
          .second_order = true,
          .params = adaptive(defaults),
          .make = [](const Task& task, const Params& params) {
            return erase(MDualAveraging(task.dim, task.num_classes, adaptive_of(params)));
          }};
}

UpdateRule m_mirror_descent(AdaptiveParams defaults) {
  return {.words = "multiclass mirror descent",
          .second_order = true,
          .params = adaptive(defaults),
          .make = [](const Task& task, const Params& params) {
            return erase(MMirrorDescent(task.dim, task.num_classes, adaptive_of(params)));
          }};
}

LearnerSpec row(std::string name, std::string family, std::string paper, std::string summary,
                UpdateRule update, std::string query) {
  return {.name = std::move(name),
          .family = std::move(family),
          .paper = std::move(paper),
          .summary = std::move(summary),
          .update = std::move(update.words),
          .query = std::move(query),
          .second_order = update.second_order,
          .params = std::move(update.params),
          .make = std::move(update.make),
          .full_matrix = update.full_matrix};
}

}  // namespace querent
