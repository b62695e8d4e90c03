// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/machine_agreement.hpp>

#include <algorithm>
#include <cmath>

namespace querent::apps {

namespace {

// The standard error of κ.
double kappa_error(const std::vector<std::vector<std::uint64_t>>& counts,
                   const std::vector<double>& person, const std::vector<double>& machine,
                   double chance, double kappa, double n) {
  double same = 0, other = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    for (std::size_t l = 0; l < counts.size(); ++l) {
      const double p = static_cast<double>(counts[k][l]) / n;
      if (k == l)
        same += p * std::pow(1 - (person[k] + machine[k]) * (1 - kappa), 2);
      else
        other += p * std::pow(machine[k] + person[l], 2);
    }
  }
  const double variance =
      same + std::pow(1 - kappa, 2) * other - std::pow(kappa - chance * (1 - kappa), 2);
  return std::sqrt(std::max(variance, 0.0) / n) / (1 - chance);
}

}  // namespace

MachineAgreement machine_agreement(const std::vector<std::pair<int, int>>& pairs,
                                   std::vector<std::string> names) {
  const std::size_t classes = names.size();
  MachineAgreement found{.items = pairs.size(), .classes = std::move(names)};
  found.confusion.assign(classes, std::vector<std::uint64_t>(classes, 0));
  const auto n = static_cast<double>(pairs.size());
  std::vector<double> person(classes, 0), machine(classes, 0);  // exact counts
  for (const auto& [human, opinion] : pairs) {
    const auto k = static_cast<std::size_t>(human), l = static_cast<std::size_t>(opinion);
    ++found.confusion[k][l];
    found.agreed += k == l;
    ++person[k];
    ++machine[l];
  }
  double chance = 0;
  for (std::size_t k = 0; k < classes; ++k) {
    chance += person[k] * machine[k] / (n * n);
    person[k] /= n;
    machine[k] /= n;
  }
  if (pairs.empty() || chance >= 1) return found;
  found.kappa = (static_cast<double>(found.agreed) / n - chance) / (1 - chance);
  const double error = kappa_error(found.confusion, person, machine, chance, *found.kappa, n);
  constexpr double kNormal = 1.959963984540054;
  found.low = std::max(-1.0, *found.kappa - kNormal * error);
  found.high = std::min(1.0, *found.kappa + kNormal * error);
  return found;
}

nlohmann::ordered_json machine_agreement_json(const MachineAgreement& agreement) {
  const auto known = [&](double value) {
    return agreement.kappa ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
  };
  return {{"items", agreement.items},
          {"agreed", agreement.agreed},
          {"kappa", known(agreement.kappa.value_or(0))},
          {"low", known(agreement.low)},
          {"high", known(agreement.high)},
          {"classes", agreement.classes},
          {"confusion", agreement.confusion}};
}

}  // namespace querent::apps
