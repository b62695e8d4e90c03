// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/slips.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include <querent/learners/session/calibration.hpp>

namespace querent {

namespace {

constexpr std::array kSharpness{3.0, 4.25, 6.0, 8.5, 12.0, 17.0, 24.0, 34.0};  // t, alike in log t
constexpr std::array kRates{0.002, 0.005, 0.01, 0.02, 0.04, 0.07, 0.1,
                            0.15,  0.2,   0.25, 0.3,  0.4,  0.5};
constexpr std::array kUnlike{0.01, 0.03, 0.06, 0.1, 0.2, 0.3};
constexpr double kFirstSharpness = 6;
constexpr double kNoWeight = 1e-3;  // of a cell that changes nothing

struct Cell {
  std::size_t t = 0;            // of kSharpness
  double rate = 0, unlike = 0;  // ε, η
  double weight = 0;            // p(t, ε, η | answers)
};

// Of the values that are nearest to one of a grid, the share under Beta(1, 1/mean − 1), but for
// what all have.
template <std::size_t N>
double log_prior(const std::array<double, N>& grid, std::size_t k, double mean) {
  const double low = k == 0 ? 0 : (grid[k - 1] + grid[k]) / 2;
  const double high = k + 1 == N ? grid[k] + (grid[k] - low) : (grid[k] + grid[k + 1]) / 2;
  return std::log(high - low) + (1 / mean - 2) * std::log(1 - grid[k]);
}

// P(y | k) of one answer.
double chance(int y, std::size_t k, double rate, std::size_t classes) {
  return y == static_cast<int>(k) ? 1 - rate : rate / static_cast<double>(classes - 1);
}

// q_l(k) Π_y P(y | k) of every k, with p_l in `p`; returns their sum.
double joint(std::vector<double>& p, std::span<const int> said, const Cell& cell) {
  const std::size_t K = p.size();
  double sum = 0;
  for (std::size_t k = 0; k < K; ++k) {
    p[k] = (1 - cell.unlike) * p[k] + cell.unlike / static_cast<double>(K);
    for (const int y : said) p[k] *= chance(y, k, cell.rate, K);
    sum += p[k];
  }
  return sum;
}

// What is said at one sharpness of every item; of those with a single answer, how probable it is.
class Said {
 public:
  Said(std::span<const AnsweredItem> items, double t) : items_(items) {
    for (const AnsweredItem& item : items) {
      p_.push_back(probabilities(item.f, t));
      if (item.said.size() == 1)
        once_.push_back(p_.back()[static_cast<std::size_t>(item.said.front())]);
    }
  }

  const std::vector<double>& of(std::size_t item) const { return p_[item]; }

  // Σ_l log Σ_k q_l(k) Π_y P(y | k): of one answer y that is a + b p_l(y), and some share a
  // logarithm.
  double log_likelihood(const Cell& cell) const {
    constexpr std::size_t kTogether = 16;
    const auto K = static_cast<double>(p_.front().size());
    const double slip = cell.rate / (K - 1), right = 1 - cell.rate - slip;
    const double a = slip + right * cell.unlike / K, b = right * (1 - cell.unlike);
    double sum = 0;
    for (std::size_t first = 0; first < once_.size(); first += kTogether) {
      double product = 1;
      for (std::size_t l = first; l < std::min(first + kTogether, once_.size()); ++l)
        product *= a + b * once_[l];
      sum += std::log(product);
    }
    for (std::size_t l = 0; l < items_.size(); ++l) {
      if (items_[l].said.size() == 1) continue;
      std::vector<double> p = p_[l];
      sum += std::log(joint(p, items_[l].said, cell));
    }
    return sum;
  }

 private:
  std::span<const AnsweredItem> items_;
  std::vector<std::vector<double>> p_;
  std::vector<double> once_;
};

}  // namespace

Slips find_slips(std::span<const AnsweredItem> items, const SlipsParams& params) {
  if (items.empty()) return {.rate = params.rate};
  std::vector<Said> said;
  std::vector<Cell> cells;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t t = 0; t < kSharpness.size(); ++t) {
    said.emplace_back(items, kSharpness[t]);
    const double off = std::log(kSharpness[t] / kFirstSharpness);
    for (std::size_t e = 0; e < kRates.size(); ++e) {
      for (std::size_t n = 0; n < kUnlike.size(); ++n) {
        Cell& cell = cells.emplace_back(Cell{.t = t, .rate = kRates[e], .unlike = kUnlike[n]});
        cell.weight = log_prior(kRates, e, params.rate) + log_prior(kUnlike, n, params.unlike) -
                      off * off / 2 + said.back().log_likelihood(cell);
        most = std::max(most, cell.weight);
      }
    }
  }
  double sum = 0;
  for (Cell& cell : cells) {
    cell.weight = std::exp(cell.weight - most);
    sum += cell.weight = cell.weight < kNoWeight ? 0 : cell.weight;
  }
  Slips found{.rate = 0, .wrong = std::vector<double>(items.size(), 0)};
  for (const Cell& cell : cells) {
    if (cell.weight == 0) continue;
    found.rate += cell.weight / sum * cell.rate;
    for (std::size_t l = 0; l < items.size(); ++l) {
      std::vector<double> p = said[cell.t].of(l);
      const double all = joint(p, items[l].said, cell);
      found.wrong[l] += cell.weight / sum * (1 - p[static_cast<std::size_t>(items[l].label)] / all);
    }
  }
  return found;
}

}  // namespace querent
