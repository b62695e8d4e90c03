// SPDX-License-Identifier: Apache-2.0
// Agreement of two annotators on the same items, corrected for chance (J. Cohen, A Coefficient of
// Agreement for Nominal Scales, Educational and Psychological Measurement 20, 1960):
//
//   κ = (p_o − p_e) / (1 − p_e),   p_o: share of the items on which they agree,
//                                  p_e = Σ_k p_k q_k of the shares of class k in each one's answers
//
// With more than two annotators, p and q are the shares among the first and among the second
// answers to the items.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <querent/apps/experiment/machine_agreement.hpp>

namespace querent::apps {

/// Two different answers to an item; a correction of the item resolves the conflict.
struct Conflict {
  std::string item;
  std::string first = {}, first_by = {};
  std::string second = {}, second_by = {};
};

struct Agreement {
  std::uint64_t items = 0, agreed = 0;
  std::optional<double> kappa = {};  ///< nullopt without items, or if p_e = 1
};

/// Agreement of the first and the second answers of all items.
inline Agreement agreement_of(const std::vector<std::pair<std::string, std::string>>& answers) {
  std::vector<std::string> names;
  std::map<std::string, int> number;
  const auto number_of = [&](const std::string& name) {
    const auto [found, added] = number.emplace(name, static_cast<int>(names.size()));
    if (added) names.push_back(name);
    return found->second;
  };
  std::vector<std::pair<int, int>> pairs;
  for (const auto& [first, second] : answers) {
    const int of_first = number_of(first);
    pairs.emplace_back(of_first, number_of(second));
  }
  const MachineAgreement of_pairs = machine_agreement(pairs, std::move(names));
  return {.items = of_pairs.items, .agreed = of_pairs.agreed, .kappa = of_pairs.kappa};
}

}  // namespace querent::apps
