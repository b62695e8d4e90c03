// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/find/recall.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace querent {

namespace {

const double kRefuted = std::log(20.0);  // 1/α, α = 0.05
constexpr double kNever = -std::numeric_limits<double>::infinity();
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double log_bernoulli(bool hit, double p) {
  const double of = hit ? p : 1 - p;
  return of > 0 ? std::log(of) : kNever;
}

// (K − F)/n, at most 1.
double rate(std::uint64_t K, std::uint64_t found, std::uint64_t unread) {
  return std::min(1.0, static_cast<double>(K - found) / static_cast<double>(unread));
}

// log Bernoulli(x_j; (K − F_j)/n_j) for the labels that are not known yet that make it greatest; of
// an unknown x_j in units of its forecast.
double log_likelihood(const EvenDraw& draw, std::uint64_t K, double forecast) {
  if (K < draw.found || K - draw.found > draw.unread + draw.undecided) return kNever;
  const std::uint64_t away = std::min(draw.undecided, K - draw.found);
  const double hit = log_bernoulli(true, rate(K, draw.found, draw.unread)),
               miss = log_bernoulli(false, rate(K, draw.found + away, draw.unread));
  if (draw.hit) return *draw.hit ? hit : miss;
  return std::max(hit - std::log(forecast), miss - std::log1p(-forecast));
}

// The smallest number of items for which the recall is below `goal`.
std::uint64_t fewest_below(double goal, std::uint64_t found, std::uint64_t volunteered) {
  const auto asked = static_cast<double>(found - volunteered);
  auto K = static_cast<std::uint64_t>(std::floor(asked / goal));
  while (asked >= goal * static_cast<double>(K)) ++K;
  return K + volunteered;
}

std::uint64_t share_of(double share, std::uint64_t count) {
  return static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count) - 1e-9));
}

}  // namespace

RecallTest::RecallTest(std::uint64_t items) : log_likelihood_(items + 1, 0.0) {}

void RecallTest::add(const EvenDraw& draw) {
  const double least = 0.5 / (static_cast<double>(draw.unread) + 1),
               forecast = std::clamp(draw.expected, least, 1 - least);
  if (draw.hit) {
    ++checks_;
    log_forecast_ += log_bernoulli(*draw.hit, forecast);
  }
  for (std::size_t K = 0; K < log_likelihood_.size(); ++K)
    log_likelihood_[K] += log_likelihood(draw, K, forecast);
}

double RecallTest::log_evidence(std::uint64_t K) const {
  if (K >= log_likelihood_.size() || log_likelihood_[K] == kNever)
    return std::numeric_limits<double>::infinity();
  return log_forecast_ - log_likelihood_[K];
}

RecallInterval RecallTest::interval(std::uint64_t found, std::uint64_t unread) const {
  RecallInterval interval{
      .found = found, .low = found, .high = found + unread, .unread = unread, .checks = checks_};
  while (interval.high > interval.low && log_evidence(interval.high) >= kRefuted) --interval.high;
  while (interval.low < interval.high && log_evidence(interval.low) >= kRefuted) ++interval.low;
  return interval;
}

bool RecallTest::reached(double goal, std::uint64_t found, std::uint64_t volunteered,
                         std::uint64_t unread) const {
  for (std::uint64_t K = fewest_below(goal, found, volunteered); K <= found + unread; ++K) {
    if (log_evidence(K) < kRefuted) return false;
  }
  return true;
}

// Counts the draws until the fewest items, the hardest case, are rejected, if no draw is forecast
// to hit.
std::uint64_t RecallTest::more_until(double goal, std::uint64_t found, std::uint64_t volunteered,
                                     std::uint64_t unread) const {
  const std::uint64_t K = fewest_below(goal, found, volunteered);
  double evidence = log_evidence(K);
  std::uint64_t more = 0;
  for (; evidence < kRefuted && more < unread && K <= found + (unread - more); ++more)
    evidence -= log_bernoulli(false, rate(K, found, unread - more));
  return more;
}

double FindMeasures::recall_after(std::uint64_t count) const {
  if (relevant == 0) return 0;
  const auto by_then = std::upper_bound(found_at.begin(), found_at.end(), count);
  return static_cast<double>(by_then - found_at.begin()) / static_cast<double>(relevant);
}

FindMeasures find_measures(const std::vector<bool>& relevant, std::uint64_t left_relevant,
                           std::uint64_t left) {
  const std::uint64_t n = relevant.size() + left;
  std::vector<std::uint64_t> ranks;  // of the relevant items, from 1
  for (std::size_t k = 0; k < relevant.size(); ++k) {
    if (relevant[k]) ranks.push_back(k + 1);
  }
  const std::uint64_t found = ranks.size(), all = found + left_relevant;
  FindMeasures measures{.relevant = all, .items = n, .found_at = ranks};
  if (n == 0 || all == 0) {
    measures.wss95 = measures.wss100 = measures.atd = kUnknown;
    measures.recall10 = measures.recall100 = measures.recall = kUnknown;
    return measures;
  }
  ranks.resize(all, n);  // items never read count as read last
  const auto items = static_cast<double>(n);
  const auto wss = [&](double recall) {
    if (share_of(recall, all) > found) return kUnknown;
    return recall - static_cast<double>(ranks[share_of(recall, all) - 1]) / items;
  };
  measures.wss95 = wss(0.95);
  measures.wss100 = wss(1);
  for (const std::uint64_t rank : ranks)
    measures.atd += static_cast<double>(rank) / items / static_cast<double>(all);
  measures.recall10 = measures.recall_after(share_of(0.1, n));
  measures.recall100 = measures.recall_after(100);
  measures.recall = static_cast<double>(found) / static_cast<double>(all);
  measures.saved = static_cast<double>(left) / items;
  return measures;
}

}  // namespace querent
