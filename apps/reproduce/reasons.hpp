// SPDX-License-Identifier: Apache-2.0
// Why a number is far from the paper's: texts/reasons.tsv, and texts/PAPER.md, which says what the
// tables and figures show. Both are built into the program.
#pragma once

#include <string>
#include <vector>

#include <querent/apps/reproduce/report.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

/// Whether |z| > kFar for a number that is counted.
bool is_far(const ReproducedRow& row);

/// A line of reasons.tsv: why one number is far from the paper's.
struct Reason {
  std::string number;   ///< as name_of_number has it
  std::string kind;     ///< "data", "grid", "chance", "rounding", "printed setting" or "open"
  std::string command;  ///< which shows it; empty where it is open
  std::string text;
};
/// All of them. std::logic_error where a line is not one.
const std::vector<Reason>& reasons();

/// "duol, Table 2, german, kPA-I, support_vectors"
std::string name_of_number(const std::string& paper, const ReproducedRow& row);

/// "chance: REASON" of the row of a paper; "no reason found" where reasons.tsv has none.
std::string reason_of(const std::string& paper, const ReproducedRow& row);

/// Runs the command of each reason of this paper, or of all where it is empty, each command once
/// after the numbers that it is for. Returns the exit code of the first that fails, else 0.
int play_reasons(const std::string& paper, const Console& console);

/// The section of texts/PAPER.md under the heading "# NAME", without it: "about", "table 2",
/// "figure 3". Empty where there is none.
std::string text_of(const std::string& paper, const std::string& section);

}  // namespace querent::apps
