// SPDX-License-Identifier: Apache-2.0
// Why a number is far from the paper's: texts/reasons.tsv, and texts/PAPER.md, which says what the
// tables and figures show. Both are built into the program.
#pragma once

#include <string>

#include <querent/apps/reproduce/report.hpp>

namespace querent::apps {

/// Whether |z| > kFar for a number that is counted.
bool is_far(const ReproducedRow& row);

/// What reasons.tsv says of the row of a paper; "no reason found" where it says nothing.
std::string reason_of(const std::string& paper, const ReproducedRow& row);

/// The section of texts/PAPER.md under the heading "# NAME", without it: "about", "table 2",
/// "figure 3". Empty where there is none.
std::string text_of(const std::string& paper, const std::string& section);

}  // namespace querent::apps
