// SPDX-License-Identifier: Apache-2.0
// The reasons for numbers that are far from the paper's, in texts/reasons.tsv, and comments on
// tables and figures, in texts/PAPER.md. Both are built into the program.
#pragma once

#include <string>
#include <vector>

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

/// The section of texts/PAPER.md under the heading "# NAME", without the heading: "about", "table
/// 2", "figure 3". Empty if the page has no such section.
std::string text_of(const std::string& paper, const std::string& section);

}  // namespace querent::apps
