// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/doubted_checks.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace querent {

namespace {

// Log odds of the bins, which lie about them; doubts beyond, of 0.0009 and 0.9991, are in the last.
constexpr double kMostOdds = 7, kWidth = 0.05;
constexpr int kBins = 281;  // 2 · 7 / 0.05 + 1

// The grid of a and log b, and their prior.
constexpr int kShifts = 241, kLogSlopes = 18;
constexpr double kMostShift = 6, kShiftStep = 0.05, kDegrees = 3;
constexpr double kLeastLogSlope = -2.7, kLogSlopeStep = 0.2, kLogSlopeSpread = 0.7;

constexpr std::size_t kSlips = 10;
constexpr double kMeanSlip = 0.02;

constexpr double kAnswer = 0.5, kAnswers = 25;  // what one, and all, tell at most: so many checks
constexpr int kCell = 20;  // bins over which densities are compared: 1 of log odds

// Values of λ, equally likely: the middles of as many equal parts of its prior.
const std::array<double, kSlips>& slips() {
  static const std::array<double, kSlips> slips = [] {
    std::array<double, kSlips> values{};
    for (std::size_t s = 0; s < kSlips; ++s)
      values[s] = -kMeanSlip * std::log1p(-(static_cast<double>(s) + 0.5) / kSlips);
    return values;
  }();
  return slips;
}

double odds_of(int bin) {
  return bin * kWidth - kMostOdds;
}

std::size_t bin_of(double doubt) {
  const double odds = std::log(doubt / (1 - doubt));  // ±∞ of 0 and 1
  return static_cast<std::size_t>(
      std::lround((std::clamp(odds, -kMostOdds, kMostOdds) + kMostOdds) / kWidth));
}

// What is at most so with the probability `share`, of values with their probabilities, ascending:
// in between, from the middle of one to that of the next.
double quantile(const std::vector<std::pair<double, double>>& values, double share) {
  double below = 0, before = -1, value = values.front().first;
  for (const auto& [v, p] : values) {
    const double middle = below + p / 2;
    if (middle >= share)
      return before < 0 ? v : value + (v - value) * (share - before) / (middle - before);
    below += p;
    before = middle;
    value = v;
  }
  return value;
}

}  // namespace

DoubtedChecks::DoubtedChecks() : bins_(kBins) {}

void DoubtedChecks::add_item(double doubt, double weight) {
  (doubt < 1 ? bins_[bin_of(doubt)].items : sure_) += weight;
  items_ += weight;
  doubts_ += weight * doubt;
}

void DoubtedChecks::add_answer(double doubt, bool wrong) {
  if (Bin& bin = bins_[bin_of(doubt)]; doubt < 1) (wrong ? bin.not_foretold : bin.foretold) += 1;
}

void DoubtedChecks::add_check(double doubt, bool wrong) {
  if (Bin& bin = bins_[bin_of(doubt)]; doubt < 1) (wrong ? bin.wrong : bin.right) += 1;
  checks_ += 1;
  surprises_ += (wrong ? 1 : 0) - doubt;
}

std::vector<double> DoubtedChecks::weights_of_answers() const {
  std::vector<double> items(kBins / kCell + 1, 0.0), answers = items;
  for (std::size_t k = 0; k < bins_.size(); ++k) {
    items[k / kCell] += bins_[k].items;
    answers[k / kCell] += bins_[k].foretold + bins_[k].not_foretold;
  }
  const double all_items = std::accumulate(items.begin(), items.end(), 0.0),
               all_answers = std::accumulate(answers.begin(), answers.end(), 0.0);
  double sum = 0;
  std::vector<double> weights(items.size(), 0.0);
  for (std::size_t c = 0; c < items.size(); ++c) {
    if (answers[c] == 0 || all_items == 0) continue;
    weights[c] = kAnswer * std::min(1.0, items[c] / all_items * all_answers / answers[c]);
    sum += weights[c] * answers[c];
  }
  const double most = std::min(checks_, kAnswers);
  if (sum > most) {
    for (double& weight : weights) weight *= most / sum;
  }
  return weights;
}

// E(λ, a, b) and the logarithm of its probability.
void DoubtedChecks::add_errors(double a, double log_b, const std::vector<Bin>& heard,
                               std::vector<std::pair<double, double>>& errors) const {
  const std::array<double, kSlips>& lambda = slips();
  const double b = std::exp(log_b);
  double foreseen = 0, rights = 0;  // Σ σ of the items; answers that were right
  double log_p = -(kDegrees + 1) / 2 * std::log1p(a * a / kDegrees) -
                 log_b * log_b / (2 * kLogSlopeSpread * kLogSlopeSpread);
  std::array<double, kSlips> log_wrong{};
  for (int k = 0; k < kBins; ++k) {
    const Bin& bin = heard[static_cast<std::size_t>(k)];
    if (bin.items + bin.right + bin.wrong == 0) continue;
    const double inverse_odds = std::exp(-a - b * odds_of(k)), sigma = 1 / (1 + inverse_odds);
    foreseen += bin.items * sigma;
    rights += bin.right;
    if (bin.right > 0) log_p -= bin.right * std::log1p(1 / inverse_odds);
    for (std::size_t s = 0; bin.wrong > 0 && s < kSlips; ++s)
      log_wrong[s] += bin.wrong * std::log(lambda[s] + (1 - lambda[s]) * sigma);
  }
  for (std::size_t s = 0; s < kSlips; ++s) {
    errors.emplace_back(
        (sure_ + lambda[s] * (items_ - sure_) + (1 - lambda[s]) * foreseen) / items_,
        log_p + rights * std::log1p(-lambda[s]) + log_wrong[s]);
  }
}

// The bins, with answers as parts of checks.
std::vector<DoubtedChecks::Bin> DoubtedChecks::heard() const {
  const std::vector<double> of_answer = weights_of_answers();
  std::vector<Bin> heard = bins_;
  for (std::size_t k = 0; k < heard.size(); ++k) {
    heard[k].right += of_answer[k / kCell] * heard[k].foretold;
    heard[k].wrong += of_answer[k / kCell] * heard[k].not_foretold;
  }
  return heard;
}

Estimate DoubtedChecks::estimate(double alpha) const {
  if (!(checks_ > 0 && items_ > 0)) return {};
  const std::vector<Bin> heard = this->heard();
  std::vector<std::pair<double, double>> errors;  // and their probabilities
  for (int slope = 0; slope < kLogSlopes; ++slope) {
    for (int shift = 0; shift < kShifts; ++shift) {
      add_errors(shift * kShiftStep - kMostShift, kLeastLogSlope + slope * kLogSlopeStep, heard,
                 errors);
    }
  }
  double most = -std::numeric_limits<double>::infinity();
  for (const auto& [error, log_p] : errors) most = std::max(most, log_p);
  double sum = 0;
  for (auto& [error, p] : errors) sum += p = std::exp(p - most);
  for (auto& [error, p] : errors) p /= sum;
  std::sort(errors.begin(), errors.end());
  Estimate e{.low = quantile(errors, alpha / 2), .high = quantile(errors, 1 - alpha / 2)};
  e.value = std::clamp(doubts_ / items_ + surprises_ / checks_, e.low, e.high);
  return e;
}

}  // namespace querent
