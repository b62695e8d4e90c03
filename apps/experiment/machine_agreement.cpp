// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/machine_agreement.hpp>

#include <algorithm>
#include <cmath>

#include <Eigen/Core>

namespace querent::apps {

namespace {

// Answers that the interval adds to the table, in equal parts per cell.
constexpr double kPriorAnswers = 2;

struct Kappa {
  double value = 0, error = 0, chance = 1;
};

// κ and its standard error; counts[person's class][machine's class].
Kappa kappa_of(const Eigen::MatrixXd& counts) {
  const double n = counts.sum();
  const Eigen::VectorXd person = counts.rowwise().sum() / n,
                        machine = counts.colwise().sum().transpose() / n;
  Kappa found;
  found.chance = counts.rowwise().sum().dot(counts.colwise().sum().transpose()) / (n * n);
  if (!(found.chance < 1)) return found;
  found.value = (counts.trace() / n - found.chance) / (1 - found.chance);
  double variance = -std::pow(found.value - found.chance * (1 - found.value), 2);
  for (Eigen::Index k = 0; k < counts.rows(); ++k) {
    for (Eigen::Index l = 0; l < counts.cols(); ++l) {
      const double weight = (machine[k] + person[l]) * (1 - found.value);
      variance += counts(k, l) / n * std::pow(k == l ? 1 - weight : weight, 2);
    }
  }
  found.error = std::sqrt(std::max(variance, 0.0) / n) / (1 - found.chance);
  return found;
}

}  // namespace

MachineAgreement machine_agreement(const std::vector<std::pair<int, int>>& pairs,
                                   std::vector<std::string> names) {
  const std::size_t classes = names.size();
  MachineAgreement found{.items = pairs.size(), .classes = std::move(names)};
  found.confusion.assign(classes, std::vector<std::uint64_t>(classes, 0));
  const auto K = static_cast<Eigen::Index>(classes);
  Eigen::MatrixXd counts = Eigen::MatrixXd::Zero(K, K);
  for (const auto& [human, opinion] : pairs) {
    ++found.confusion[static_cast<std::size_t>(human)][static_cast<std::size_t>(opinion)];
    ++counts(human, opinion);
    found.agreed += human == opinion;
  }
  const Kappa kappa = kappa_of(counts);
  if (pairs.empty() || !(kappa.chance < 1)) return found;
  found.kappa = kappa.value;
  const Kappa centre = kappa_of(counts.array() + kPriorAnswers / static_cast<double>(K * K));
  constexpr double kNormal = 1.959963984540054;
  found.low = std::max(-1.0, std::min(kappa.value, centre.value - kNormal * centre.error));
  found.high = std::min(1.0, std::max(kappa.value, centre.value + kNormal * centre.error));
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
