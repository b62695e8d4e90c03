// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/reasons.hpp>

#include <array>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include <querent/apps/reproduce/texts.hpp>

namespace querent::apps {

namespace {

/// A line of reasons.tsv: six patterns and the reason. A pattern is a text, or its beginning before
/// a star.
struct Reason {
  std::array<std::string, 6> patterns;  // paper, table, data set, algorithm, metric, setting
  std::string text;
};

bool fits(const std::string& pattern, const std::string& text) {
  if (!pattern.ends_with('*')) return pattern == text;
  return text.starts_with(std::string_view(pattern).substr(0, pattern.size() - 1));
}

const std::vector<Reason>& reasons() {
  static const std::vector<Reason> all = [] {
    std::vector<Reason> read;
    std::istringstream lines{std::string(built_in_text("reasons.tsv"))};
    for (std::string line; std::getline(lines, line);) {
      if (line.empty() || line.starts_with('#')) continue;
      std::istringstream fields(line);
      Reason& reason = read.emplace_back();
      for (auto& pattern : reason.patterns) std::getline(fields, pattern, '\t');
      if (!std::getline(fields, reason.text)) throw std::logic_error("reasons.tsv: " + line);
    }
    return read;
  }();
  return all;
}

}  // namespace

bool is_far(const ReproducedRow& row) {
  const auto z = row.z();
  return row.counted && z && std::abs(*z) > kFar;
}

std::string reason_of(const std::string& paper, const ReproducedRow& row) {
  for (const auto& reason : reasons()) {
    const auto& p = reason.patterns;
    if (fits(p[0], paper) && fits(p[1], row.table) && fits(p[2], row.dataset) &&
        fits(p[3], row.algorithm) && fits(p[4], row.metric) && fits(p[5], row.preprocessing))
      return reason.text;
  }
  return "no reason found";
}

std::string text_of(const std::string& paper, const std::string& section) {
  std::istringstream lines{std::string(built_in_text(paper + ".md"))};
  std::string text;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# ")) {
      inside = line.substr(2) == section;
    } else if (inside) {
      text += line + "\n";
    }
  }
  const auto begin = text.find_first_not_of('\n'), end = text.find_last_not_of('\n');
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1) + "\n";
}

}  // namespace querent::apps
