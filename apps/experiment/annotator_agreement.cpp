// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/experiment/annotator_agreement.hpp>

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

// κ and its standard error, with `prior` more answers in each cell of the confusion.
Kappa kappa_of(const AnnotatorAgreement& agreement, double prior = 0) {
  const auto K = static_cast<Eigen::Index>(agreement.classes.size());
  const Eigen::MatrixXd counts =
      Eigen::MatrixXd::NullaryExpr(K, K, [&](Eigen::Index k, Eigen::Index l) {
        return static_cast<double>(
                   agreement.confusion[static_cast<std::size_t>(k)][static_cast<std::size_t>(l)]) +
               prior;
      });
  const double n = counts.sum();
  const Eigen::VectorXd first = counts.rowwise().sum() / n,
                        second = counts.colwise().sum().transpose() / n;
  Kappa found;
  found.chance = counts.rowwise().sum().dot(counts.colwise().sum().transpose()) / (n * n);
  if (!(found.chance < 1)) return found;
  found.value = (counts.trace() / n - found.chance) / (1 - found.chance);
  double variance = -std::pow(found.value - found.chance * (1 - found.value), 2);
  for (Eigen::Index k = 0; k < counts.rows(); ++k) {
    for (Eigen::Index l = 0; l < counts.cols(); ++l) {
      const double weight = (second[k] + first[l]) * (1 - found.value);
      variance += counts(k, l) / n * std::pow(k == l ? 1 - weight : weight, 2);
    }
  }
  found.error = std::sqrt(std::max(variance, 0.0) / n) / (1 - found.chance);
  return found;
}

}  // namespace

AnnotatorAgreement annotator_agreement(const std::vector<std::pair<int, int>>& pairs,
                                       std::vector<std::string> names) {
  const std::size_t classes = names.size();
  AnnotatorAgreement found{.items = pairs.size(), .classes = std::move(names)};
  found.confusion.assign(classes, std::vector<std::uint64_t>(classes, 0));
  for (const auto& [first, second] : pairs) {
    ++found.confusion[static_cast<std::size_t>(first)][static_cast<std::size_t>(second)];
    found.agreed += first == second;
  }
  const Kappa kappa = kappa_of(found);
  if (pairs.empty() || !(kappa.chance < 1)) return found;
  found.kappa = kappa.value;
  const Kappa centre = kappa_of(found, kPriorAnswers / static_cast<double>(classes * classes));
  constexpr double kNormal = 1.959963984540054;
  found.low = std::max(-1.0, std::min(kappa.value, centre.value - kNormal * centre.error));
  found.high = std::min(1.0, std::max(kappa.value, centre.value + kNormal * centre.error));
  return found;
}

nlohmann::ordered_json annotator_agreement_json(const AnnotatorAgreement& agreement) {
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
