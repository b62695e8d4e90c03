// SPDX-License-Identifier: Apache-2.0
// Decisions of people about the records of a systematic review, as other tools write them.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace [[gnu::visibility("default")]] querent {

/// Columns of decisions in tables of ASReview and SYNERGY, in lower case.
inline constexpr std::array<std::string_view, 8> kDecisionColumns{
    "label_included", "included",       "asreview_included", "asreview_label",
    "final_included", "included_final", "included_label",    "included_flag"};

/// The field of a record's terms that holds such a decision.
inline constexpr const char* kDecision = "decision";

/// The decision in a cell of such a column: "relevant" for 1, yes, true or included, "irrelevant" for
/// 0, no, false or excluded, "" for a record without one (empty, ?, -1); nullopt for anything else.
std::optional<std::string_view> decision_of(std::string_view cell);

/// The decision in the note of a record: ASReview's "ASReview_relevant", or Rayyan's
/// `RAYYAN-INCLUSION: {"Ann"=>"Included"}`. "" if there is none, or if people disagree.
std::string_view decision_in(std::string_view note);

}  // namespace querent
