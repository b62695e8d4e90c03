// SPDX-License-Identifier: Apache-2.0
// What `reproduce` finds: the paper's numbers beside ours, as text, Markdown and JSON. Nothing is
// rounded towards the paper.
#pragma once

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
  Spread paper, ours;
  double paper_query_rate = 0, ours_query_rate = 0;
  std::uint64_t runs = 0;
  std::string preprocessing;
  bool comparable = true;  ///< false on a graph that stands in for the paper's
  std::string note;

  /// No worse than the paper by more than twice the larger of the two spreads; never on a stand-in.
  bool within() const;
};

/// A row whose data is not here.
struct SkippedRow {
  std::string table, dataset, algorithm;
  Spread paper;
  std::string reason;  ///< and how to get the data
};

struct Report {
  std::string paper;
  bool percent = false;  ///< tables show error rates in percent, as the paper does
  std::vector<ReproducedRow> rows;
  std::vector<SkippedRow> skipped;
  std::vector<std::string> remarks;  ///< where and why the numbers differ
};

Json report_json(const Report& report);
std::string report_text(const Report& report);
std::string report_markdown(const Report& report);

/// The points of a figure, "dataset,series,x,mean,std,…" by lines, as a Markdown table with a
/// column a series.
std::string points_markdown(const std::string& csv);

}  // namespace querent::apps
