// SPDX-License-Identifier: Apache-2.0
// The result of `reproduce`: the paper's numbers beside ours, as text, Markdown and JSON. Nothing
// is rounded towards the paper.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/json_file.hpp>
#include <querent/learners/mean_std.hpp>

namespace querent::apps {

/// A number of a paper and our measurement.
struct ReproducedRow {
  std::string table = {}, dataset = {}, algorithm = {};
  std::string metric =
      {};  ///< "error_rate", "queries", "support_vectors", …: the names of `run --json`
  MeanStd paper = {}, ours = {};  ///< standard deviations, also where a paper prints variances
  double paper_query_rate = 0, ours_query_rate = 0;
  std::uint64_t runs = 0, paper_runs = 20;  ///< number of runs behind each mean
  std::string preprocessing = {};
  bool comparable = true;  ///< false on other data than the paper's and at another share of labels
  bool counted = true;     ///< false for a second reading of the paper, shown beside the first
  std::string note = {};
  /// Seconds per pass, if the paper prints them, on its machine and on this one: they are shown only
  /// in text and neither kept nor compared.
  double paper_seconds = 0, ours_seconds = 0;

  /// (ours − paper) / √(s₁²/n₁ + s₂²/n₂): the distance of the means in standard errors of the
  /// difference. nullopt if they cannot be compared, or if they are equal without any deviation.
  std::optional<double> z() const;
  /// Whether ours is at most twice the larger deviation worse than the paper.
  bool within() const;
};

/// Beyond this |z| a number needs a reason: one in 370 would exceed it by chance.
inline constexpr double kFar = 3;

/// A number that was not computed, because its data is missing.
struct SkippedRow {
  std::string table, dataset, algorithm;
  MeanStd paper;
  std::string reason;  ///< with instructions for getting the data
  std::string metric = {};
};

struct Report {
  std::string paper;
  bool percent = false;  ///< error rates are printed in percent, as in the paper
  std::vector<ReproducedRow> rows = {};
  std::vector<SkippedRow> skipped = {};
  std::vector<std::string> remarks =
      {};  ///< differences from the paper's setting and their reasons

  /// Appends the rows and skipped rows of another part of the same paper.
  void add(Report part);
};

std::string report_text(const Report& report);
std::string report_markdown(const Report& report);

/// One line per reason, with the numbers beyond kFar that it explains: "* reason: Cora MSG queries
/// −4.3, …".
std::string far_rows(const Report& report, const std::string& bullet);

// Writes a report as `reproduce --json` prints it, and reads it from a file.

Json report_json(const Report& report);

/// Reads the rows and skipped rows of a stored report. Throws CorruptError if a field is missing,
/// has another type or is out of range.
Report report_of(const JsonField& json);

}  // namespace querent::apps
