// SPDX-License-Identifier: Apache-2.0
// Cohen's kappa, the agreement of two annotators on the items that both labelled. A machine that
// gives opinions counts as an annotator.
//
//   κ = (p_o − p_e)/(1 − p_e) (J. Cohen, Educational and Psychological Measurement 20, 1960)
//   var κ = [Σ_k p_kk (1 − (p_k· + p_·k)(1 − κ))² + (1 − κ)² Σ_{k≠l} p_kl (p_·k + p_l·)²
//            − (κ − p_e (1 − κ))²] / (n (1 − p_e)²)
//
// (J. L. Fleiss, J. Cohen, B. S. Everitt, Psychological Bulletin 72, 1969). The interval is κ ± 1.96
// standard errors of the table with two more answers, spread evenly over its cells: without them
// twenty answers that agree would give [1, 1] (tests/bench/kappa.py simulates the coverage).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace querent::apps {

struct AnnotatorAgreement {
  std::uint64_t items = 0, agreed = 0;
  /// nullopt without items, or if chance explains the agreement completely.
  std::optional<double> kappa = {};
  double low = -1, high = 1;                               ///< 95 % confidence interval
  std::vector<std::string> classes = {};                   ///< names
  std::vector<std::vector<std::uint64_t>> confusion = {};  ///< [first's class][second's class]
};

/// The agreement of pairs (first, second annotator) of indices into `classes`.
AnnotatorAgreement annotator_agreement(const std::vector<std::pair<int, int>>& pairs,
                                       std::vector<std::string> classes);

/// {"items":50,"agreed":31,"kappa":0.52,"low":…,"high":…,"classes":[…],"confusion":[[…]]}
nlohmann::ordered_json annotator_agreement_json(const AnnotatorAgreement& agreement);

}  // namespace querent::apps
