// SPDX-License-Identifier: Apache-2.0
// What `reproduce` finds: the paper's numbers beside ours, as text, Markdown and JSON. Nothing is
// rounded towards the paper.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/output/results_json.hpp>

namespace querent::apps {

/// One number of a paper, and what we measure in its place.
struct ReproducedRow {
  std::string table, dataset, algorithm;
  std::string metric;  ///< "error_rate", "queries", "support_vectors", …: as in `run --json`
  Spread paper, ours;  ///< standard deviations, where a paper prints variances too
  double paper_query_rate = 0, ours_query_rate = 0;
  std::uint64_t runs = 0, paper_runs = 20;  ///< of which each mean is
  std::string preprocessing;
  bool comparable = true;  ///< false on other data than the paper's and at another share of labels
  bool counted = true;     ///< false for a second reading of the paper, shown beside the first
  std::string note;
  /// Of a pass, where the paper prints them; of its machine and of this one, so that they are shown
  /// in text alone and neither kept nor compared.
  double paper_seconds = 0, ours_seconds = 0;

  /// (ours − paper) / √(s₁²/n₁ + s₂²/n₂): how many standard errors of the difference lie between
  /// the two means. Nothing where they cannot be compared, or agree and do not scatter at all.
  std::optional<double> z() const;
  /// Contract: no worse than the paper by more than twice the larger of the two spreads.
  bool within() const;
};

/// Beyond this |z| a reason is due: one number in 370 would be there by chance.
inline constexpr double kFar = 3;

/// A number that is not played, since its data is not here.
struct SkippedRow {
  std::string table, dataset, algorithm;
  Spread paper;
  std::string reason;  ///< and how to get the data
  std::string metric = {};
};

struct Report {
  std::string paper;
  bool percent = false;  ///< tables show error rates in percent, as the paper does
  std::vector<ReproducedRow> rows;
  std::vector<SkippedRow> skipped;
  std::vector<std::string> remarks;  ///< where and why the numbers differ

  /// The rows and skipped rows of another part of the same paper come after these.
  void add(Report part);
};

std::string report_text(const Report& report);
std::string report_markdown(const Report& report);

/// A line for each reason, with the numbers beyond kFar that it stands for: "* reason: Cora MSG
/// queries −4.3, …".
std::string far_rows(const Report& report, const std::string& bullet);

}  // namespace querent::apps
