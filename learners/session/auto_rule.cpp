// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/auto_rule.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <querent/learners/query/thrifty.hpp>
#include <querent/learners/random.hpp>
#include <querent/learners/session/variance_reduction.hpp>

namespace querent {

namespace {

constexpr double kLittleKnown = 0.4;  // r̄
constexpr double kInDoubt = 0.2;      // share of the items, of least Δ
constexpr double kDrawn = 0.04;       // share of the items that may be asked, of which one is
constexpr std::uint64_t kFewestDrawn = 50;
constexpr double kOpenTogether = 3;  // how often r/(1 + r) counts

std::vector<Prediction> said_of(const Pool& pool) {
  std::vector<Prediction> said(pool.model.size());
  std::vector<double> f(static_cast<std::size_t>(pool.model.num_classes()));
  for (std::uint32_t i = 0; i < said.size(); ++i) {
    if (pool.may_ask[i] != 0) said[i] = pool.model.predict(i, f);
  }
  return said;
}

// The fifth of least margin that may be asked, at least one.
std::vector<std::uint8_t> in_doubt(const Pool& pool, const std::vector<Prediction>& said) {
  std::vector<std::pair<double, std::uint32_t>> margins;
  for (std::uint32_t i = 0; i < said.size(); ++i) {
    if (pool.may_ask[i] != 0) margins.emplace_back(said[i].margin, i);
  }
  const auto kept =
      static_cast<std::ptrdiff_t>(std::ceil(kInDoubt * static_cast<double>(margins.size())));
  std::nth_element(margins.begin(), margins.begin() + kept - 1, margins.end());
  std::vector<std::uint8_t> doubtful(said.size(), 0);
  for (auto it = margins.begin(); it != margins.begin() + kept; ++it) doubtful[it->second] = 1;
  return doubtful;
}

PoolChoice settles_most(const Pool& pool, const std::vector<Prediction>& said) {
  const std::vector<std::uint8_t> doubtful = in_doubt(pool, said);
  Pool some = pool;
  some.may_ask = doubtful;
  const std::vector<double> V = variance_reductions(some, {});
  return {.item = greatest_of(some, [&](std::uint32_t i) { return V[i]; })};
}

// m of those that may be asked, each set with the same probability: selection sampling (Knuth, The
// Art of Computer Programming, 3.4.2, Algorithm S).
std::vector<std::uint8_t> drawn_of(const Pool& pool, std::uint64_t m, Rng& rng) {
  std::vector<std::uint8_t> drawn(pool.may_ask.size(), 0);
  std::uint64_t rest = pool.num_may_ask;
  for (std::size_t i = 0; i < drawn.size() && m > 0; ++i) {
    if (pool.may_ask[i] == 0 || uniform_below(rng, rest--) >= m) continue;
    drawn[i] = 1;
    --m;
  }
  return drawn;
}

// That of N items one is drawn among m, and none of the `before` others.
double first_of_drawn(std::uint64_t N, std::uint64_t m, std::uint64_t before) {
  if (before > N - m) return 0;
  double p = static_cast<double>(m) / static_cast<double>(N);
  for (std::uint64_t j = 0; j < before; ++j)
    p *= static_cast<double>(N - m - j) / static_cast<double>(N - 1 - j);
  return p;
}

PoolChoice most_urgent_of_some(const Pool& pool, const std::vector<Prediction>& said, Rng& rng) {
  const ThriftyQuery theta(ThriftyQuery::Params{});
  const double more = pool.open > 0 ? kOpenTogether - 1 : 0;
  std::vector<double> urgency(said.size(), -1);
  for (std::size_t i = 0; i < said.size(); ++i) {
    const double r = said[i].uncertainty;
    if (pool.may_ask[i] != 0)
      urgency[i] = theta.urgency(said[i]) * (more > 0 ? std::pow(r / (1 + r), more) : 1);
  }
  const std::uint64_t N = pool.num_may_ask;
  const auto share = static_cast<std::uint64_t>(kDrawn * static_cast<double>(N));
  const std::uint64_t m = std::min(std::max(share, kFewestDrawn), N);
  const std::vector<std::uint8_t> drawn = drawn_of(pool, m, rng);
  Pool some = pool;
  some.may_ask = drawn;
  const std::uint32_t item = greatest_of(some, [&](std::uint32_t i) { return urgency[i]; });
  std::uint64_t before = 0;  // those that would have been asked for it, had they been drawn
  for (std::uint32_t i = 0; i < urgency.size(); ++i) {
    if (urgency[i] > urgency[item] || (i < item && urgency[i] == urgency[item])) ++before;
  }
  return {.item = item, .probability = first_of_drawn(N, m, before)};
}

}  // namespace

bool graph_alone(const Items& items) {
  return items.graph != nullptr && items.eigenvalues.size() > 0 && items.word_columns == 0;
}

bool margins_tell(const PoolModel& model) {
  double sum = 0;
  for (std::uint32_t i = 0; i < model.size(); ++i) sum += model.uncertainty(i);
  return sum < kLittleKnown * static_cast<double>(model.size());
}

PoolRule auto_rule() {
  return [variance = variance_reduction(
              {.clusters_a_class = static_cast<double>(kCoveringAnswersAClass)})](
             const Pool& pool, Rng& rng) -> PoolChoice {
    const std::uint64_t covered =
        covering_answers(static_cast<std::size_t>(pool.model.num_classes()));
    if (!graph_alone(pool.model.items()) || pool.answers.size() + pool.open < covered)
      return variance(pool, rng);
    const std::vector<Prediction> said = said_of(pool);
    const bool urgent = pool.model.landmarks().empty() || margins_tell(pool.model);
    return urgent ? most_urgent_of_some(pool, said, rng) : settles_most(pool, said);
  };
}

}  // namespace querent
