// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/assisted_estimate.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include <querent/learners/session/checks.hpp>

namespace querent {

namespace {

// Bins by log odds; doubts below 0.0009 or above 0.9991 are in the outermost bins.
constexpr double kMostOdds = 7, kWidth = 0.05;
constexpr int kBins = 281;  // 2 · 7 / 0.05 + 1

// The grid of a and log b, and their prior.
constexpr int kShifts = 241, kLogSlopes = 21;
constexpr double kMostShift = 6, kShiftStep = 0.05, kLeastLogSlope = -2.5, kLogSlopeStep = 0.2;
constexpr double kScale = 0.2, kDegrees = 3, kLogSlope = -0.2;

constexpr std::size_t kLapses = 11;
constexpr double kMeanLapse = 0.03, kNoLapse = 0.5;
constexpr int kNullQuantiles = 200;
constexpr double kNegligible = 40;  // 50,000 points of e⁻⁴⁰ change no digit that is shown

struct Lapse {
  double value, log_prior;
};

// Values of λ: 0, and the midpoints of equally likely parts of the exponential prior.
const std::array<Lapse, kLapses>& lapses() {
  static const std::array<Lapse, kLapses> lapses = [] {
    constexpr double kParts = kLapses - 1;
    std::array<Lapse, kLapses> values{{{0, std::log(kNoLapse)}}};
    for (std::size_t s = 1; s < kLapses; ++s)
      values[s] = {-kMeanLapse * std::log1p(-(static_cast<double>(s) - 0.5) / kParts),
                   std::log((1 - kNoLapse) / kParts)};
    return values;
  }();
  return lapses;
}

double odds_of(int bin) {
  return bin * kWidth - kMostOdds;
}

std::size_t bin_of(double doubt) {
  const double odds = std::log(doubt / (1 - doubt));  // ±∞ for 0 and 1
  return static_cast<std::size_t>(
      std::lround((std::clamp(odds, -kMostOdds, kMostOdds) + kMostOdds) / kWidth));
}

// Values in the same cell of the posterior are merged in the sum over binomial distributions.
constexpr double kCell = 1.0 / 200;

// The quantile at `share` of ascending values with their probabilities, interpolated between the
// middles of successive probabilities.
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

// Merges ascending values into cells: the mean of each, and its probability.
std::vector<std::pair<double, double>> in_cells(
    const std::vector<std::pair<double, double>>& values) {
  std::vector<std::pair<double, double>> cells;
  double sum = 0, p = 0;
  for (const auto& [v, q] : values) {
    sum += v * q;
    p += q;
    if (p < kCell) continue;
    cells.emplace_back(sum / p, p);
    sum = p = 0;
  }
  if (p > 0) cells.emplace_back(sum / p, p);
  return cells;
}

}  // namespace

AssistedEstimate::AssistedEstimate(double log_variance, double answers_per_class)
    : s2_(kScale * kScale + 1 / answers_per_class + log_variance), bins_(kBins) {}

void AssistedEstimate::add_item(double doubt) {
  (doubt < 1 ? bins_[bin_of(doubt)].items : sure_) += 1;
  items_ += 1;
}

void AssistedEstimate::add_check(double doubt, bool wrong) {
  checks_ += 1;
  if (!(doubt < 1)) return;
  (wrong ? bins_[bin_of(doubt)].wrong : bins_[bin_of(doubt)].right) += 1;
}

void AssistedEstimate::add_null(double probability, double mean, double spread) {
  null_ = probability;
  null_mean_ = mean;
  null_spread_ = spread;
}

// Adds E(λ, a, b) for every a, and the logarithms of their probabilities.
void AssistedEstimate::add_slope(double log_b, Errors& errors) const {
  std::vector<double> powers;  // exp(−b logit d) of each bin
  for (int k = 0; k < kBins; ++k) powers.push_back(std::exp(-std::exp(log_b) * odds_of(k)));
  for (int shift = 0; shift < kShifts; ++shift)
    add_errors(shift * kShiftStep - kMostShift, log_b, powers, errors);
}

void AssistedEstimate::add_errors(double a, double log_b, const std::vector<double>& powers,
                                  Errors& errors) const {
  const std::array<Lapse, kLapses>& lapse = lapses();
  const double inverse_shift = std::exp(-a);
  double predicted_right = 0, rights = 0;  // Σ σ over the items; answers predicted right
  double log_p = -(kDegrees + 1) / 2 * std::log1p(a * a / (kDegrees * s2_)) -
                 (log_b - kLogSlope) * (log_b - kLogSlope) / (2 * s2_);
  std::array<double, kLapses> log_wrong{};
  for (int k = 0; k < kBins; ++k) {
    const Bin& bin = bins_[static_cast<std::size_t>(k)];
    if (bin.items + bin.right + bin.wrong == 0) continue;
    const double inverse_odds = inverse_shift * powers[static_cast<std::size_t>(k)];
    const double sigma = 1 / (1 + inverse_odds);
    predicted_right += bin.items * sigma;
    rights += bin.right;
    if (bin.right > 0) log_p -= bin.right * std::log1p(1 / inverse_odds);
    for (std::size_t s = 0; bin.wrong > 0 && s < kLapses; ++s)
      log_wrong[s] += bin.wrong * std::log(lapse[s].value + (1 - lapse[s].value) * sigma);
  }
  const double unsure = std::max(1.0, items_ - sure_);
  for (std::size_t s = 0; s < kLapses; ++s) {
    const auto& [lambda, log_prior] = lapse[s];
    errors.emplace_back(lambda + (1 - lambda) * predicted_right / unsure,
                        log_p + log_prior + rights * std::log1p(-lambda) + log_wrong[s]);
  }
}

// Adds equally probable quantiles of E under the null.
void AssistedEstimate::add_null_errors(Errors& errors) const {
  if (!(null_ > 0)) return;
  const double mean = null_mean_, weight = mean * (1 - mean) * (checks_ + 1) / null_spread_ - 1;
  if (!(weight > 0) || !std::isfinite(weight)) {  // the labels are certain to differ, or to agree
    errors.emplace_back(mean, null_);
    return;
  }
  for (int q = 0; q < kNullQuantiles; ++q)
    errors.emplace_back(beta_quantile((q + 0.5) / kNullQuantiles, mean, weight),
                        null_ / kNullQuantiles);
}

// The smallest share of wrong items that is not exceeded with this probability.
double AssistedEstimate::share_wrong(const Errors& posterior, double probability) const {
  const auto n = static_cast<std::uint64_t>(items_ - sure_);
  std::uint64_t low = 0, high = n;
  while (low < high) {
    const std::uint64_t k = low + (high - low) / 2;
    double below = 0;
    for (const auto& [error, p] : posterior) below += p * binomial_at_most(k, n, error);
    if (below < probability)
      low = k + 1;
    else
      high = k;
  }
  return (sure_ + static_cast<double>(low)) / items_;
}

Estimate AssistedEstimate::estimate(double alpha) const {
  if (!(checks_ > 0 && items_ > 0)) return {.has_value = false};
  Errors errors;  // errors and their probabilities
  for (int slope = 0; slope < kLogSlopes; ++slope)
    add_slope(kLeastLogSlope + slope * kLogSlopeStep, errors);
  double most = -std::numeric_limits<double>::infinity();
  for (const auto& [error, log_p] : errors) most = std::max(most, log_p);
  std::erase_if(errors, [&](const auto& e) { return e.second < most - kNegligible; });
  double sum = 0;
  for (auto& [error, p] : errors) sum += p = std::exp(p - most);
  for (auto& [error, p] : errors) p *= (1 - null_) / sum;
  add_null_errors(errors);
  std::sort(errors.begin(), errors.end());
  const Errors cells = in_cells(errors);
  Estimate found{.value = (sure_ + (items_ - sure_) * quantile(errors, 0.5)) / items_,
                 .low = share_wrong(cells, alpha / 2),
                 .high = share_wrong(cells, 1 - alpha / 2)};
  // of few items whole numbers are wrong, which the median of a probability may miss
  found.has_value = checks_ >= kFewestChecks && found.low < found.value && found.value < found.high;
  return found;
}

}  // namespace querent
