// SPDX-License-Identifier: Apache-2.0
// Tables of decisions as ASReview and SYNERGY write them: rows separated by commas, tabs,
// semicolons or blanks, with ids of a record in one or more columns and 1 (relevant) or 0 (irrelevant) in one.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/error.hpp>
#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

/// A row of such a table.
struct DecidedRecord {
  Place place;  ///< of the row
  /// Ids of OpenAlex, DOIs, PubMed's as "pmid:ID"; only in a row without any of them those of its
  /// tool, such as running numbers, which would name other records elsewhere.
  std::vector<std::string> ids = {};
  std::string columns = {}, ignored = {};  ///< names of the columns of ids, and of unused ones
  std::string_view decision = {};          ///< "relevant", "irrelevant" or "", as of decision_of

  /// "expected a record of WHERE in COLUMNS, found IDS"
  std::string unknown_in(std::string_view where) const;
};

/// True if the first line of `head` names a column of decisions ("label_included", …) and of ids.
bool is_decision_table(std::string_view head);

/// Calls `each` for every row in its order. Rows that are not CSV or whose decision is something
/// else are added to `errors`, the latter after the call, with an empty decision.
void read_decision_table(Input& input, ErrorList& errors,
                         const std::function<void(const DecidedRecord&)>& each);

}  // namespace querent
