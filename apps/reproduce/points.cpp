// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/document.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <stdexcept>

#include <fmt/ranges.h>

#include <querent/apps/output/table.hpp>
#include <querent/apps/reproduce/texts.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/text/number.hpp>
#include <querent/datasets/text/printable.hpp>

namespace querent::apps {

namespace {

std::vector<std::vector<std::string>> fields_of(const std::string& csv) {
  std::vector<std::vector<std::string>> lines;
  std::istringstream text(csv);
  for (std::string line; std::getline(text, line);) {
    auto& fields = lines.emplace_back(1);
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
  }
  return lines;
}

// At most `most` of them, including the first and the last.
std::vector<std::string> some_of(const std::vector<std::string>& all, std::size_t most) {
  if (all.size() <= most || most < 2) return all;
  std::vector<std::string> some;
  for (std::size_t k = 0; k < most; ++k)
    some.push_back(all[(k * (all.size() - 1) + (most - 1) / 2) / (most - 1)]);
  return some;
}

void add_once(std::vector<std::string>& list, const std::string& item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

// The index of the mean, which its deviation follows.
std::size_t value_of(const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), "score_mean") != names.end() ? 5 : 3;
}

bool is_number(const std::string& text) {
  const Scanned::Kind kind = scan_number(text).kind;
  return kind == Scanned::kNumber || kind == Scanned::kNan;
}

// 0.19952623149688797
bool is_long(const std::string& x) {
  return x.size() > 8 && x.find_first_not_of("0123456789.") == std::string::npos;
}

}  // namespace

bool are_points(const std::string& csv) {
  const auto lines = fields_of(csv);
  if (lines.empty() || printable(csv, "\n") != csv) return false;
  const std::size_t fields = lines.front().size();
  const std::size_t value = value_of(lines.front());
  if (fields < value + 2) return false;
  return std::all_of(lines.begin() + 1, lines.end(), [&](const auto& line) {
    return line.size() == fields && (!is_long(line[2]) || is_number(line[2])) &&
           is_number(line[3]) && is_number(line[value]) &&
           is_number(line[value + 1]);  // parameters may follow
  });
}

std::vector<FigurePoint> points_of(const std::string& csv) {
  // the points of several sets follow the header of the first
  if (!are_points(csv))
    throw CorruptError(
        "the points of a figure are inconsistent — remove the stored parts and run reproduce "
        "again");
  const auto lines = fields_of(csv);
  const std::size_t value = value_of(lines.front());
  const bool scores = value > 3;
  std::vector<FigurePoint> points;
  for (std::size_t k = 1; k < lines.size(); ++k) {
    const auto& f = lines[k];
    points.push_back({.dataset = f[0],
                      .series = f[1],
                      .x = f[2],
                      .mean = std::stod(f[value]),
                      .std = std::stod(f[value + 1]),
                      .share = scores ? std::stod(f[3]) : 0});
  }
  return points;
}

std::string points_markdown(const std::string& csv, std::size_t most) {
  const auto names = fields_of(csv.substr(0, csv.find('\n') + 1)).front();
  const auto points = points_of(csv);
  std::vector<std::string> datasets, head{names[0], names[2]};
  std::map<std::string, std::vector<std::string>> x_of;
  for (const auto& point : points) {
    add_once(datasets, point.dataset);
    add_once(x_of[point.dataset], point.x);
    if (std::find(head.begin() + 2, head.end(), point.series) == head.end())
      head.push_back(point.series);
  }
  Table table(head);
  for (const auto& dataset : datasets) {
    for (const auto& x : some_of(x_of[dataset], most)) {
      std::vector<std::string> line{dataset, is_long(x) ? fmt::format("{:.3g}", std::stod(x)) : x};
      for (std::size_t series = 2; series < head.size(); ++series) {
        const auto point = std::find_if(points.begin(), points.end(), [&](const auto& p) {
          return p.dataset == dataset && p.x == x && p.series == head[series];
        });
        line.push_back(
            point == points.end() ? "" : fmt::format("{:.4g} ± {:.2g}", point->mean, point->std));
      }
      table.add(std::move(line));
    }
  }
  return table.markdown();
}

// A line of claims.tsv: paper, figure, series, and "above" or "below" with another series, or
// "falls" or "rises" along x (a constant value does not contradict).

namespace {

struct Claim {
  std::string paper, figure, series, kind, other;
};

Claim claim_on(TableLine& line) {
  Claim claim{line.text(), line.text(), line.text(), line.text(), line.text()};
  const bool pair = claim.kind == "above" || claim.kind == "below";
  if (pair == claim.other.empty()) throw std::logic_error("claims.tsv: " + line.line());
  return claim;
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
  for (const auto& claim : each_line("claims.tsv", claim_on)) {
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
