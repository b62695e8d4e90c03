// SPDX-License-Identifier: Apache-2.0
// The bound of learners/linear/mistake_bounds.hpp that a learner's specification names, with a
// comparator that makes it low, and the conditions of its theorem.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <querent/learners/bounds/adaptive_bounds.hpp>
#include <querent/learners/bounds/class_adaptive_bounds.hpp>
#include <querent/learners/bounds/class_comparator.hpp>
#include <querent/learners/bounds/graph_bounds.hpp>
#include <querent/learners/bounds/kernel_comparator.hpp>
#include <querent/learners/bounds/linear_comparator.hpp>
#include <querent/learners/kernel/duol.hpp>
#include <querent/learners/kernel/m_duol.hpp>

namespace querent {

/// A bound on the expected mistakes of one pass and its theorem, or the reason why no bound holds.
struct MistakeBound {
  std::optional<double> value;
  std::string theorem;
  std::optional<double> best_b = {};  ///< for PAA-I: the b that minimises the bound with this
                                      ///< comparator
  std::optional<double> cost = {};    ///< for CSPAA: upper bound on E[c_p M_p + c_n M_n]
  std::optional<double> sum =
      {};  ///< for CSPAA: lower bound on E[η_p sensitivity + η_n specificity]
};

/// The bound of the perceptron that asks by its margin or for all labels.
inline MistakeBound perceptron_bound(const DatasetView& examples, double b) {
  const double radius = cost_of(examples, {}).squared_radius;
  const double on_norm = (2 * b + radius) * (2 * b + radius) / (8 * b),
               on_loss = 1 + radius / (2 * b);
  return {margin_perceptron_bound(b, linear_comparator(examples, on_loss / (2 * on_norm), false)),
          "Cesa-Bianchi, Gentile, Zaniboni 2006, Theorem 1"};
}

/// `classes`: use the multiclass form.
inline MistakeBound aggressive_bound(const DatasetView& examples, const Aggressiveness& how,
                                     double b, MarginRule rule, bool classes, const Pause& pause) {
  using Form = Aggressiveness::Form;
  const bool plus_one = rule == MarginRule::kMarginPlusOne;
  if (b < 1 && !plus_one) return {std::nullopt, "Theorems 1 to 3 and 5 need b ≥ 1"};
  constexpr double kHard = 1e6;  // the cost of a loss in place of a hard constraint
  const double c = how.form == Form::kHard     ? kHard
                   : how.form == Form::kLinear ? how.C / compared_length(b, rule)
                                               : how.C;
  const bool hard = how.form == Form::kHard, squared = how.form == Form::kSquared;
  const Comparator w = classes ? class_comparator(examples, c, squared, hard, pause)
                               : linear_comparator(examples, c, squared, hard);
  const auto bound = passive_aggressive_bound(how, b, w, rule);
  const int form = hard ? 1 : squared ? 3 : 2, theorem = classes ? 5 : plus_one ? 4 : form;
  if (!bound)
    return {std::nullopt, fmt::format("Theorem {} needs linearly separable classes", theorem)};
  const int like = classes && plus_one ? 4 : form;
  MistakeBound found{bound,
                     like > 1 && like != theorem
                         ? fmt::format("Lu, Zhao, Hoi 2016, Theorem {}, as {}", theorem, like)
                         : fmt::format("Lu, Zhao, Hoi 2016, Theorem {}", theorem)};
  if (how.form == Form::kLinear && w.squared_norm > 0 && !plus_one)
    found.best_b = best_delta(how.C, w);
  return found;
}

/// `positive_weight` is η_p and c_p.
inline MistakeBound cost_sensitive_mistake_bound(const DatasetView& examples, double C, double rho,
                                                 double b, double positive_weight) {
  constexpr double kSame = 1e-3;  // relative tolerance for equal values of ρ
  const auto bound = cost_sensitive_bound(
      C, rho, b, linear_comparator(examples, 2 * C / (b + 1), false, false, rho));
  if (!bound) return {std::nullopt, "Theorem 6 needs C ≥ rho, rho ≥ 1 and b ≥ 1"};
  MistakeBound found{bound, "Lu, Zhao, Hoi 2016, Theorem 6"};
  double positive = 0, negative = 0;
  for (const std::uint32_t i : examples.stream) ++(examples.labels[i] == 1 ? positive : negative);
  const double ratio = positive_weight / (1 - positive_weight);
  if (std::abs(rho - ratio) <= kSame * rho) found.cost = (1 - positive_weight) * *bound;
  if (positive > 0 && std::abs(rho - ratio * negative / positive) <= kSame * rho)
    found.sum = 1 - (1 - positive_weight) / negative * *bound;
  return found;
}

/// The mean over the runs, whose rounds are replayed.
std::optional<double> mean_over_runs(const LearnerConfig& config, const Passes& passes,
                                     auto&& of_run) {
  double sum = 0;
  for (std::uint64_t run = 0; run < passes.runs; ++run) {
    const std::optional<double> bound = of_run(passes.rounds(config, run));
    if (!bound) return std::nullopt;
    sum += *bound;
  }
  return sum / static_cast<double>(passes.runs);
}

inline constexpr const char* kNoBoundForRule = "no bound for its query rule";

inline MistakeBound least_squares_bound(const DatasetView& examples, const LearnerConfig& config,
                                        const Passes& passes) {
  const bool selective = config.learner->bound.theorem == Theorem::kSelective;
  const bool asks_by_theta = config.query->form == QueryForm::kTheta;
  if (passes.encoding != "margin")
    return {std::nullopt, "Yang 2016 has bounds for --encoding margin"};
  if (!asks_by_theta && (selective || config.query->form != QueryForm::kAll))
    return {std::nullopt, kNoBoundForRule};
  const auto U = class_prototypes(examples);
  const double gamma = config.learner_params.at("gamma");
  const double h = asks_by_theta ? config.query_params.at("h") : 0;
  const auto bound = mean_over_runs(config, passes, [&](const auto& played) {
    return std::optional(
        graph_bound(selective, asks_by_theta, graph_rounds(examples, played, U, gamma), h));
  });
  return {bound, fmt::format("Yang 2016, Theorem {}", selective ? 5 : asks_by_theta ? 3 : 1)};
}

inline MistakeBound adaptive_mistake_bound(const DatasetView& examples, const LearnerConfig& config,
                                           const Passes& passes) {
  using Feature = AdaptiveSetting::Feature;
  const QueryForm form = config.query->form;
  const LearnerBound& of = config.learner->bound;
  const std::string theorem = of.classes ? "Theorem 2" : "Theorem 1";
  const bool by_length = form == QueryForm::kDiscriminative;
  const bool features = by_length || form == QueryForm::kDiscriminativeOne;
  if (form != QueryForm::kMargin && !features) return {std::nullopt, kNoBoundForRule};
  const AdaptiveSetting setting{.delta = config.learner_params.at("delta"),
                                .eta = config.learner_params.at("eta"),
                                .b = config.query_params.at("b"),
                                .mirror_descent = of.theorem == Theorem::kMirrorDescent,
                                .a = by_length  ? Feature::kByLength
                                     : features ? Feature::kOne
                                                : Feature::kNone};
  if (features && config.query_params.at("eta") != setting.eta)
    return {std::nullopt, theorem + " needs the same η in learner and rule"};
  if (setting.b < 2)
    return {std::nullopt, fmt::format("Zhai et al. 2022, {}, needs b ≥ 2", theorem)};
  return {mean_over_runs(config, passes,
                         [&](const auto& played) {
                           return of.classes ? class_adaptive_bound_of(examples, played, setting,
                                                                       passes.pause)
                                             : adaptive_bound_of(examples, played, setting);
                         }),
          "Zhai et al. 2022, " + theorem};
}

/// G of DUOL or M-DUOL in a pass over the rows in this order.
double double_update_gain_of(const DatasetView& examples, const std::vector<std::uint32_t>& order,
                             auto learner, double rho, const Pause& pause) {
  for (const std::uint32_t i : order) {
    pause();
    examples.with_row(i, [&](const auto& x) { learner.update(x, examples.labels[i]); });
  }
  return double_update_gain(rho, static_cast<double>(learner.counts().weak),
                            static_cast<double>(learner.counts().strong));
}

inline MistakeBound duol_mistake_bound(const DatasetView& examples, const LearnerConfig& config,
                                       const Passes& passes) {
  const auto at = [&](const char* key) { return config.learner_params.at(key); };
  if (config.query->form != QueryForm::kAll) return {std::nullopt, kNoBoundForRule};
  if (at("degree") != 0 || at("budget-sv") != 0 || at("C") < 1 || at("rho") >= 1)
    return {std::nullopt,
            "Theorems 4 and 7 need κ(x, x) ≤ 1, C ≥ 1, ρ < 1 and all support "
            "vectors"};
  if (examples.stream.size() > kMostKernelRows)
    return {std::nullopt,
            fmt::format("the comparator is computed for at most {} rows", kMostKernelRows)};
  const bool classes = config.learner->bound.classes;
  const double C = at("C"), rho = at("rho"), sigma = at("sigma");
  const SupportSet<> support(GaussianKernel({.sigma = sigma}));
  double gain = 0;  // the mean over the runs, each of which asks for every label
  for (std::uint64_t run = 0; run < passes.runs; ++run) {
    const auto of = [&](auto learner) {
      return double_update_gain_of(examples, passes.order(run), std::move(learner), rho,
                                   passes.pause);
    };
    gain += (classes ? of(MDuol<>(examples.num_classes, support, {.C = C, .rho = rho}))
                     : of(Duol<>(support, {.C = C, .rho = rho})));
  }
  gain /= static_cast<double>(passes.runs);
  const auto bound =
      classes ? m_duol_bound(C, class_kernel_comparator(examples, sigma, C, passes.pause), gain)
              : duol_bound(C, kernel_comparator(examples, sigma, C, passes.pause), gain);
  return {bound, fmt::format("Zhao, Hoi, Jin 2011, Theorem {}", classes ? 7 : 4)};
}

inline MistakeBound mistake_bound(const DatasetView& examples, const LearnerConfig& config,
                                  const Passes& passes) {
  const LearnerBound& of = config.learner->bound;
  const QueryForm form = config.query->form;
  if (!examples.label_sets.empty()) return {std::nullopt, "needs one label per row"};
  if (const auto average = config.learner_params.find("average");
      average != config.learner_params.end() && average->second != 0)
    return {std::nullopt, "no bound for averaged weights"};
  const bool all = form == QueryForm::kAll, plus_one = form == QueryForm::kMarginPlusOne;
  const bool by_margin = all || form == QueryForm::kMargin;
  const auto b = [&] { return all ? 1 : config.query_params.at("b"); };
  const auto at = [&](const char* key) { return config.learner_params.at(key); };
  const bool aggressive = of.theorem == Theorem::kPassiveAggressive;
  if (aggressive && !by_margin && !plus_one) return {std::nullopt, kNoBoundForRule};
  const bool any_classes =
      of.classes || of.theorem == Theorem::kMistakeDriven || of.theorem == Theorem::kSelective;
  if (!any_classes && examples.num_classes != 2)
    return {std::nullopt, "no bound for more than two classes"};
  switch (of.theorem) {
    case Theorem::kNone:
      return {std::nullopt, "no bound for this learner"};
    case Theorem::kMistakeDriven:
    case Theorem::kSelective:
      return least_squares_bound(examples, config, passes);
    case Theorem::kPassiveAggressive: {
      const bool hard = of.form == Aggressiveness::Form::kHard;
      return aggressive_bound(examples, {.form = of.form, .C = hard ? 1 : at("C")}, b(),
                              plus_one ? MarginRule::kMarginPlusOne : MarginRule::kMargin,
                              of.classes, passes.pause);
    }
    case Theorem::kDualAveraging:
    case Theorem::kMirrorDescent:
      return adaptive_mistake_bound(examples, config, passes);
    case Theorem::kDoubleUpdate:
      return duol_mistake_bound(examples, config, passes);
    case Theorem::kMarginPerceptron:
      if (!by_margin) return {std::nullopt, kNoBoundForRule};
      return perceptron_bound(examples, b());
    case Theorem::kCostSensitive:
      if (at("ratio") != 0) return {std::nullopt, "Theorem 6 needs a rho that is given"};
      if (!by_margin) return {std::nullopt, kNoBoundForRule};
      return cost_sensitive_mistake_bound(examples, at("C"), at("rho"), b(),
                                          passes.positive_weight);
  }
  return {};
}

/// Σ P(Q_t = 1), the mean over the runs: MSG's paper bounds the expected number of labels by it,
/// and in D-ADA's it equals that number. Not defined for label sets.
inline std::optional<double> expected_labels(const DatasetView& examples,
                                             const LearnerConfig& config, const Passes& passes) {
  if (!examples.label_sets.empty()) return std::nullopt;
  if (config.query->form == QueryForm::kAll) return static_cast<double>(examples.stream.size());
  return mean_over_runs(config, passes, [](const auto& played) {
    double sum = 0;
    for (const auto& [item, round] : played) sum += round.probability;
    return std::optional(sum);
  });
}

}  // namespace querent
