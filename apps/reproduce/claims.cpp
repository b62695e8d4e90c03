// SPDX-License-Identifier: Apache-2.0
// A line of claims.tsv: paper, figure, series, and "above" or "below" with another series, or
// "falls" or "rises" along x (a constant value does not contradict).
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include <fmt/ranges.h>

#include <querent/apps/reproduce/points.hpp>
#include <querent/apps/reproduce/texts.hpp>

namespace querent::apps {

namespace {

struct Claim {
  std::string paper, figure, series, kind, other;
};

std::vector<Claim> claims() {
  std::vector<Claim> read;
  for (TableLine line : built_in_table("claims.tsv")) {
    const Claim& claim =
        read.emplace_back(Claim{line.text(), line.text(), line.text(), line.text(), line.text()});
    const bool pair = claim.kind == "above" || claim.kind == "below";
    if (pair == claim.other.empty()) throw std::logic_error("claims.tsv: " + line.line());
  }
  return read;
}

// Scores at shares of labels that differ by more than this are not compared.
constexpr double kSameShare = 0.15;

// "Spam_corpus at 8 of 10 points"
std::string count_pairs(const std::vector<FigurePoint>& points, const Claim& claim) {
  int holds = 0, all = 0;
  for (const auto& a : points) {
    if (a.series != claim.series) continue;
    const auto b = std::find_if(points.begin(), points.end(), [&](const FigurePoint& other) {
      return other.series == claim.other && other.x == a.x;
    });
    if (b == points.end() || std::abs(a.share - b->share) > kSameShare * a.share) continue;
    ++all;
    holds += claim.kind == "above" ? a.mean >= b->mean : a.mean <= b->mean;
  }
  return all == 0 ? "" : fmt::format(" at {} of {} points", holds, all);
}

std::string count_steps(const std::vector<FigurePoint>& points, const Claim& claim) {
  int holds = 0, all = -1;
  const FigurePoint *first = nullptr, *before = nullptr;
  for (const auto& point : points) {
    if (point.series != claim.series) continue;
    if (first == nullptr) first = &point;
    ++all;
    if (before != nullptr)
      holds += claim.kind == "falls" ? point.mean <= before->mean : point.mean >= before->mean;
    before = &point;
  }
  return all <= 0 ? ""
                  : fmt::format(" in {} of {} steps, from {:.4g} to {:.4g}", holds, all,
                                first->mean, before->mean);
}

}  // namespace

std::string claims_of(const std::string& paper, const std::string& figure, const std::string& csv) {
  std::vector<std::pair<std::string, std::vector<FigurePoint>>> datasets;
  for (auto& point : points_of(csv)) {
    auto at = std::find_if(datasets.begin(), datasets.end(),
                           [&](const auto& known) { return known.first == point.dataset; });
    if (at == datasets.end()) at = datasets.insert(at, {point.dataset, {}});
    at->second.push_back(std::move(point));
  }
  std::string text;
  for (const auto& claim : claims()) {
    if (claim.paper != paper || claim.figure != figure) continue;
    std::vector<std::string> counts;
    for (const auto& [dataset, points] : datasets) {
      const std::string count =
          claim.other.empty() ? count_steps(points, claim) : count_pairs(points, claim);
      if (!count.empty()) counts.push_back(dataset + count);
    }
    if (counts.empty()) continue;
    text += fmt::format("- {} {}{}{}: {}\n", claim.series, claim.kind,
                        claim.other.empty() ? "" : " ", claim.other, fmt::join(counts, ", "));
  }
  return text;
}

}  // namespace querent::apps
