// SPDX-License-Identifier: Apache-2.0
// The reasons for numbers that are far from the paper's, in texts/reasons.tsv, and comments on
// tables and figures, in texts/PAPER.md. Both are built into the program.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include <querent/apps/reproduce/report.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

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
