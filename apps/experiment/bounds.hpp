// SPDX-License-Identifier: Apache-2.0
// Compares the counts of a run with the bounds of learners/linear/mistake_bounds.hpp, each with a
// comparator that makes it low, and selects the theorem for each learner and its conditions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <querent/apps/experiment/adaptive_bounds.hpp>
#include <querent/apps/experiment/class_adaptive_bounds.hpp>
#include <querent/apps/experiment/class_comparator.hpp>
#include <querent/apps/experiment/double_updates.hpp>
#include <querent/apps/experiment/graph_bounds.hpp>
#include <querent/apps/experiment/kernel_comparator.hpp>
#include <querent/apps/experiment/linear_comparator.hpp>

namespace querent::apps {

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
                                     double b, MarginRule rule, bool classes) {
  using Form = Aggressiveness::Form;
  const bool plus_one = rule == MarginRule::kMarginPlusOne;
  if (b < 1 && !plus_one) return {std::nullopt, "Theorems 1 to 3 and 5 need b ≥ 1"};
  constexpr double kHard = 1e6;  // the cost of a loss in place of a hard constraint
  const double c = how.form == Form::kHard     ? kHard
                   : how.form == Form::kLinear ? how.C / compared_length(b, rule)
                                               : how.C;
  const bool hard = how.form == Form::kHard, squared = how.form == Form::kSquared;
  const Comparator w = classes ? class_comparator(examples, c, squared, hard)
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
template <class OfRun>
std::optional<double> mean_over_runs(const DatasetView& examples, const LearnerConfig& config,
                                     const ExperimentOptions& options, OfRun&& of_run) {
  double sum = 0;
  for (std::uint64_t run = 0; run < options.runs; ++run) {
    const std::optional<double> bound = of_run(rounds_again(examples, config, options, run));
    if (!bound) return std::nullopt;
    sum += *bound;
  }
  return sum / static_cast<double>(options.runs);
}

inline MistakeBound least_squares_bound(const DatasetView& examples, const LearnerConfig& config,
                                        const ExperimentOptions& options) {
  const std::string& name = config.learner->name;
  const bool asks_by_theta = config.query->name == "theta";
  if (options.encoding != "margin")
    return {std::nullopt, "Yang 2016 has bounds for --encoding margin"};
  if (!asks_by_theta && (name == "MSG" || config.query->name != "all"))
    return {std::nullopt, "no bound for its query rule"};
  const std::string theorem = name == "MSG" ? "MSG" : asks_by_theta ? "CMOG-Q" : "CMOG";
  const auto U = class_prototypes(examples);
  const double gamma = config.learner_params.at("gamma");
  const double h = asks_by_theta ? config.query_params.at("h") : 0;
  const auto bound = mean_over_runs(examples, config, options, [&](const auto& played) {
    return std::optional(graph_bound(theorem, graph_rounds(examples, played, U, gamma), h));
  });
  return {bound, fmt::format("Yang 2016, Theorem {}", theorem == "MSG" ? 5
                                                      : asks_by_theta  ? 3
                                                                       : 1)};
}

/// `classes`: of the form for several classes.
inline MistakeBound adaptive_mistake_bound(const DatasetView& examples, const LearnerConfig& config,
                                           const ExperimentOptions& options, bool classes) {
  using Feature = AdaptiveSetting::Feature;
  const std::string &rule = config.query->name, &name = config.learner->name;
  const std::string theorem = classes ? "Theorem 2" : "Theorem 1";
  if (rule != "margin" && !rule.starts_with("discriminative"))
    return {std::nullopt, "no bound for its query rule"};
  const bool features = rule != "margin";
  const AdaptiveSetting setting{
      .delta = config.learner_params.at("delta"),
      .eta = config.learner_params.at("eta"),
      .b = config.query_params.at("b"),
      .mirror_descent = name.ends_with("MD") || name.find("AMD") != std::string::npos,
      .a = !features              ? Feature::kNone
           : rule.ends_with("-I") ? Feature::kOne
                                  : Feature::kByLength};
  if (features && config.query_params.at("eta") != setting.eta)
    return {std::nullopt, theorem + " needs the same η in learner and rule"};
  if (setting.b < 2)
    return {std::nullopt, fmt::format("Zhai et al. 2022, {}, needs b ≥ 2", theorem)};
  return {mean_over_runs(examples, config, options,
                         [&](const auto& played) {
                           return classes ? class_adaptive_bound_of(examples, played, setting)
                                          : adaptive_bound_of(examples, played, setting);
                         }),
          "Zhai et al. 2022, " + theorem};
}

inline MistakeBound duol_mistake_bound(const DatasetView& examples, const LearnerConfig& config,
                                       const ExperimentOptions& options) {
  const auto at = [&](const char* key) { return config.learner_params.at(key); };
  if (config.query->name != "all") return {std::nullopt, "no bound for its query rule"};
  if (at("degree") != 0 || at("budget-sv") != 0 || at("C") < 1 || at("rho") >= 1)
    return {std::nullopt,
            "Theorems 4 and 7 need κ(x, x) ≤ 1, C ≥ 1, ρ < 1 and all support "
            "vectors"};
  if (examples.stream.size() > kMostKernelRows)
    return {std::nullopt,
            fmt::format("the comparator is computed for at most {} rows", kMostKernelRows)};
  const bool classes = config.learner->name == "M-DUOL";
  const double gain = mean_double_update_gain(examples, config, options);
  const auto bound =
      classes ? m_duol_bound(at("C"), class_kernel_comparator(examples, at("sigma"), at("C")), gain)
              : duol_bound(at("C"), kernel_comparator(examples, at("sigma"), at("C")), gain);
  return {bound, fmt::format("Zhao, Hoi, Jin 2011, Theorem {}", classes ? 7 : 4)};
}

/// `options` are the options of the run.
inline MistakeBound mistake_bound(const DatasetView& examples, const LearnerConfig& config,
                                  const ExperimentOptions& options = {}) {
  using Form = Aggressiveness::Form;
  const std::string& name = config.learner->name;
  const std::string& rule = config.query->name;
  if (!examples.label_sets.empty()) return {std::nullopt, "needs one label per row"};
  if (const auto average = config.learner_params.find("average");
      average != config.learner_params.end() && average->second != 0)
    return {std::nullopt, "no bound for averaged weights"};
  if (name == "CMOG" || name == "CMOG-Q" || name == "MSG")
    return least_squares_bound(examples, config, options);
  const bool all = rule == "all";
  const auto b = [&] { return all ? 1 : config.query_params.at("b"); };
  const bool by_margin = all || rule == "margin", plus_one = rule == "margin+1";
  const std::vector<std::pair<std::string, Form>> forms{
      {"PA", Form::kHard}, {"PA-I", Form::kLinear}, {"PA-II", Form::kSquared}};
  for (const auto& [form_name, form] : forms) {
    const bool classes = name == "M" + form_name || name == "MPAA" + form_name.substr(2);
    if (!classes && name != form_name && name != "PAA" + form_name.substr(2)) continue;
    if (!by_margin && !plus_one) return {std::nullopt, "no bound for its query rule"};
    if (!classes && examples.num_classes != 2) break;
    return aggressive_bound(
        examples, {.form = form, .C = form == Form::kHard ? 1 : config.learner_params.at("C")}, b(),
        plus_one ? MarginRule::kMarginPlusOne : MarginRule::kMargin, classes);
  }
  if (name == "M-DUOL") return duol_mistake_bound(examples, config, options);
  for (const char* known :
       {"MDA", "MM-ADA", "MD-ADA", "MD-ADA-I", "MMD", "MM-AMD", "MD-AMD", "MD-AMD-I"})
    if (name == known) return adaptive_mistake_bound(examples, config, options, true);
  if (examples.num_classes != 2) return {std::nullopt, "no bound for more than two classes"};
  if (name == "DUOL") return duol_mistake_bound(examples, config, options);
  for (const char* known : {"DA", "M-ADA", "D-ADA", "D-ADA-I", "MD", "M-AMD", "D-AMD", "D-AMD-I"})
    if (name == known) return adaptive_mistake_bound(examples, config, options, false);
  if (name == "PEA" || name == "CBGZ") {
    if (!by_margin) return {std::nullopt, "no bound for its query rule"};
    return perceptron_bound(examples, b());
  }
  if (name == "CSPA" || name == "CSPAA") {
    if (config.learner_params.at("ratio") != 0)
      return {std::nullopt, "Theorem 6 needs a rho that is given"};
    if (!by_margin) return {std::nullopt, "no bound for its query rule"};
    return cost_sensitive_mistake_bound(examples, config.learner_params.at("C"),
                                        config.learner_params.at("rho"), b(),
                                        options.positive_weight);
  }
  return {std::nullopt, "no bound for this learner"};
}

/// Σ P(Q_t = 1), the mean over the runs: MSG's paper bounds the expected number of labels by it,
/// and in D-ADA's it equals that number. Not defined for label sets.
inline std::optional<double> expected_labels(const DatasetView& examples,
                                             const LearnerConfig& config,
                                             const ExperimentOptions& options) {
  if (!examples.label_sets.empty()) return std::nullopt;
  if (config.query->name == "all") return static_cast<double>(examples.stream.size());
  return mean_over_runs(examples, config, options, [](const auto& played) {
    double sum = 0;
    for (const auto& [item, round] : played) sum += round.probability;
    return std::optional(sum);
  });
}

}  // namespace querent::apps
