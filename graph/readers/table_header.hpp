// SPDX-License-Identifier: Apache-2.0
// Identifies the columns of a table of edges or nodes by their common names.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/input.hpp>
#include <querent/datasets/text/fields.hpp>

namespace querent {

inline constexpr std::size_t kNoColumn = static_cast<std::size_t>(-1);

/// Columns of a table of edges, from 0.
struct EdgeColumns {
  std::size_t from = 0, to = 1, weight = kNoColumn;
};

/// Recognises "source,target,weight", Gephi's "Source,Target,Type,Id,Label,Weight", Neo4j's
/// ":START_ID,weight:int,:END_ID,:TYPE" and similar headers; nullopt for other names.
std::optional<EdgeColumns> edge_columns(const std::vector<std::string_view>& names);

/// Columns of a table of nodes, from 0; kNoColumn if no name is recognised.
struct NodeColumns {
  std::size_t id = kNoColumn, label = kNoColumn;
};
NodeColumns node_columns(const std::vector<std::string_view>& names);

/// The column given by the user, if `asked` is not empty: a number from 1, else a name in `names`.
/// True if it was given by name. Throws DataError with the nearest name.
bool choose_column(const std::string& asked, const std::vector<std::string_view>& names,
                   std::string_view option, const Place& place, std::size_t& column);

/// True if both ids of the first record of `head` are words and all complete later ids are numbers;
/// the first record is then a header.
bool words_above_numbers(std::string_view head, const std::vector<std::string_view>& first);

/// True if `first` and all complete records of `head`, which have one tab each, are two ids and a
/// number when split at blanks, too: "1 2<tab>0.5", "1<tab>2 3" and "a b<tab>0.5", but not
/// "Ann Lee<tab>42" or "P1<tab>Cluster 3".
bool has_weights_at_blanks(std::string_view first, std::string_view head, const LineReader& lines);

// Selects the weight column of a table of edges if the header does not name it.

/// Numeric columns beside the ids.
struct WeightColumn {
  std::size_t column = kNoColumn;  ///< the weight, if there is exactly one candidate
  std::vector<std::size_t>
      left_out;  ///< unused numeric columns: several candidates, or years and ids
};

/// Examines the records of `head` after its first, which is the header `names`.
WeightColumn find_weight(std::string_view head, const std::vector<std::string_view>& names,
                         const EdgeColumns& ids, Separator separator, const LineReader& lines);

/// Text appended to the note "'from' and 'to' are the ids".
std::string weight_note(const WeightColumn& weight, const std::vector<std::string_view>& names);

}  // namespace querent
