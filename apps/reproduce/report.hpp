// SPDX-License-Identifier: Apache-2.0
// The result of `reproduce`: the paper's numbers beside ours, as text, Markdown and JSON. Nothing
// is rounded towards the paper.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/text/json_file.hpp>
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

// The reasons for numbers that are far from the paper's, in texts/reasons.tsv, and comments on
// tables and figures, in texts/PAPER.md. Both are built into the program.

/// Whether |z| > kFar for a counted number.
bool is_far(const ReproducedRow& row);

/// A line of reasons.tsv: the reason for one number that is far from the paper's.
struct Reason {
  std::string number;   ///< in the format of name_of_number
  std::string kind;     ///< "data", "grid", "chance", "rounding", "printed setting" or "open"
  std::string command;  ///< shows the reason; empty if it is open
  std::string text;
};
/// All reasons. Throws std::logic_error for a malformed line.
const std::vector<Reason>& reasons();

/// "duol, Table 2, german, kPA-I, support_vectors"
std::string name_of_number(const std::string& paper, const ReproducedRow& row);

/// "chance: REASON" for the row of a paper; "no reason found" if reasons.tsv has none.
std::string reason_of(const std::string& paper, const ReproducedRow& row);

/// Runs the commands of all reasons of this paper (all papers if empty), each once, and prints the
/// numbers that it explains. Returns the exit code of the first command that fails, else 0.
int play_reasons(const std::string& paper, const Console& console);

/// The paragraphs of a section of texts/PAPER.md, each in one line.
std::vector<std::string> paragraphs_of(const std::string& paper, const std::string& section);

/// The same, with `values` in place of {name}.
template <class... Values>
std::vector<std::string> remarks_of(const std::string& paper, const std::string& section,
                                    const Values&... values) {
  std::vector<std::string> remarks = paragraphs_of(paper, section);
  for (auto& remark : remarks) remark = fmt::vformat(remark, fmt::make_format_args(values...));
  return remarks;
}

/// The section of texts/PAPER.md under the heading "# NAME", without the heading: "about", "table
/// 2", "figure 3". Empty if the page has no such section.
std::string text_of(const std::string& paper, const std::string& section);

// Every counted number, one per line: the paper's and ours, without the remarks of the tables.
// docs/reproduced.tsv is such a file, written by `reproduce --all --out DIR` as DIR/reproduced.tsv.

/// Lines with a header for the rows that count and have a z.
std::string numbers_tsv(const std::vector<Report>& reports);

}  // namespace querent::apps
