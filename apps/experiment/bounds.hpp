// SPDX-License-Identifier: Apache-2.0
// The mistake bounds of learners/linear/mistake_bounds.hpp beside what was counted. The classifier that a
// learner is compared with is a linear support vector machine, since the bounds are a weighted sum
// of ‖w‖² and of its losses:
//
//   min ½‖w‖² + c Σ ℓ_t(w)    or    min ½‖w‖² + c Σ ℓ_t(w)²
//
// by dual coordinate descent (Hsieh et al., ICML 2008). Every w gives a bound; this one's is low.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/learners/linear/mistake_bounds.hpp>

namespace querent::apps {

/// c of the losses, squared or not. With `parting`, a w that parts the classes is made long enough to
/// have no loss.
inline Comparator linear_comparator(const Examples& examples, double c, bool squared,
                                    bool parting = false) {
  constexpr int kEpochs = 30;
  std::vector<double> w(examples.dim), alpha(examples.stream.size());
  Comparator found;
  std::vector<double> norm;
  for (const std::uint32_t i : examples.stream) {
    norm.push_back(examples.with_row(i, [](const auto& x) { return squared_norm(x); }));
    found.squared_radius = std::max(found.squared_radius, norm.back());
  }
  const auto margin_of = [&](std::uint32_t i) {
    const double y = examples.labels[i] == 1 ? 1 : -1;
    return y * examples.with_row(i, [&](const auto& x) { return dot(w, x); });
  };
  const double ridge = squared ? 1 / (2 * c) : 0;
  for (int epoch = 0; epoch < kEpochs; ++epoch) {
    for (std::size_t t = 0; t < alpha.size(); ++t) {
      if (norm[t] == 0) continue;
      const std::uint32_t i = examples.stream[t];
      const double slope = margin_of(i) - 1 + ridge * alpha[t];
      double next = std::max(0.0, alpha[t] - slope / (norm[t] + ridge));
      if (!squared) next = std::min(next, c);
      const double step = (next - alpha[t]) * (examples.labels[i] == 1 ? 1 : -1);
      alpha[t] = next;
      if (step != 0) examples.with_row(i, [&](const auto& x) { add_scaled(w, step, x); });
    }
  }
  for (const double value : w) found.squared_norm += value * value;
  double least = 1;
  for (const std::uint32_t i : examples.stream) {
    const double margin = margin_of(i), loss = std::max(0.0, 1 - margin);
    least = std::min(least, margin);
    found.hinge += loss;
    found.squared_hinge += loss * loss;
  }
  if (parting && least > 0) {
    found.squared_norm /= least * least;
    found.hinge = found.squared_hinge = 0;
  }
  return found;
}

/// A bound on the expected mistakes of one pass, and of which theorem it is; why there is none.
struct MistakeBound {
  std::optional<double> value;
  std::string theorem;
};

/// Of a binary task and a learner of the passive-aggressive family or the perceptron, which asks for
/// all labels or by the margin.
inline MistakeBound mistake_bound(const Examples& examples, const Contestant& contestant) {
  using Form = Aggressiveness::Form;
  const std::string& name = contestant.learner->name;
  const std::string& rule = contestant.query->name;
  if (examples.num_classes != 2) return {std::nullopt, "of two classes alone"};
  const bool all = rule == "all";
  if (!all && rule != "margin") return {std::nullopt, "none for its query rule"};
  const double b = all ? 1 : contestant.query_params.at("b");
  if (name == "PEA" || name == "CBGZ") {
    const double radius = linear_comparator(examples, 1, false).squared_radius;
    const double on_norm = (2 * b + radius) * (2 * b + radius) / (8 * b), on_loss = 1 + radius / (2 * b);
    return {margin_perceptron_bound(b, linear_comparator(examples, on_loss / (2 * on_norm), false)),
            "Cesa-Bianchi, Gentile, Zaniboni 2006, Theorem 1"};
  }
  const std::vector<std::pair<std::string, Form>> forms{
      {"PA", Form::kHard}, {"PA-I", Form::kLinear}, {"PA-II", Form::kSquared}};
  for (const auto& [form_name, form] : forms) {
    if (name != form_name && name != "PAA" + form_name.substr(2)) continue;
    if (b < 1) return {std::nullopt, "Theorems 1 to 3 need b of 1 or more"};
    const Aggressiveness how{.form = form,
                             .C = form == Form::kHard ? 1 : contestant.learner_params.at("C")};
    constexpr double kHard = 1e6;  // what a loss costs where there must be none
    const double c = form == Form::kHard     ? kHard
                     : form == Form::kLinear ? 2 * how.C / (b + 1)
                                             : how.C;
    const Comparator w =
        linear_comparator(examples, c, form == Form::kSquared, form == Form::kHard);
    const auto bound = passive_aggressive_bound(how, b, w);
    if (!bound) return {std::nullopt, "Theorem 1 needs classes that a plane parts"};
    return {bound, fmt::format("Lu, Zhao, Hoi 2016, Theorem {}", form == Form::kHard ? 1
                                                                 : form == Form::kLinear ? 2
                                                                                         : 3)};
  }
  return {std::nullopt, "none is computed for this learner"};
}

}  // namespace querent::apps
