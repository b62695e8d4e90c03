// SPDX-License-Identifier: Apache-2.0
// How often two people who answer the same items agree, beyond chance (J. Cohen, A Coefficient of
// Agreement for Nominal Scales, Educational and Psychological Measurement 20, 1960):
//
//   κ = (p_o − p_e) / (1 − p_e),   p_o: share of the items on which they agree,
//                                  p_e = Σ_k p_k q_k of the shares of class k in each one's answers
//
// Who is "first" changes from item to item when there are more than two people; p and q are then
// the shares among first and among second answers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace querent::apps {

/// Two answers that differ. A correction of the item settles it.
struct Conflict {
  std::string item;
  std::string first = {}, first_by = {};
  std::string second = {}, second_by = {};
};

struct Agreement {
  std::uint64_t items = 0, agreed = 0;
  std::optional<double> kappa = {};  ///< nothing without items, or where chance explains all
};

/// Of the first and the second answer of each item.
inline Agreement agreement_of(const std::vector<std::pair<std::string, std::string>>& answers) {
  Agreement agreement{.items = answers.size()};
  std::map<std::string, std::pair<double, double>> share;
  for (const auto& [first, second] : answers) {
    agreement.agreed += first == second;
    share[first].first += 1;
    share[second].second += 1;
  }
  const auto n = static_cast<double>(answers.size());
  double by_chance = 0;
  for (const auto& [label, counts] : share) by_chance += counts.first * counts.second / (n * n);
  if (!answers.empty() && by_chance < 1)
    agreement.kappa = (static_cast<double>(agreement.agreed) / n - by_chance) / (1 - by_chance);
  return agreement;
}

}  // namespace querent::apps
