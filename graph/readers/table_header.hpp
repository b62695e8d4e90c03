// SPDX-License-Identifier: Apache-2.0
// Which columns of a table of edges, or of nodes, are which, by the names that people give them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/input.hpp>

namespace querent {

inline constexpr std::size_t kNoColumn = static_cast<std::size_t>(-1);

/// The columns of a table of edges, from 0.
struct EdgeColumns {
  std::size_t from = 0, to = 1, weight = kNoColumn;
};

/// Those of "source,target,weight", Gephi's "Source,Target,Type,Id,Label,Weight", Neo4j's
/// ":START_ID,weight:int,:END_ID,:TYPE" and their like; nothing where the names are none of these.
std::optional<EdgeColumns> edge_columns(const std::vector<std::string_view>& names);

/// The columns of a table of nodes, from 0; kNoColumn where no name tells.
struct NodeColumns {
  std::size_t id = kNoColumn, label = kNoColumn;
};
NodeColumns node_columns(const std::vector<std::string_view>& names);

/// The column, from 0, that a number from 1 to `count` means; none where `asked` is no such number.
std::optional<std::size_t> numbered_column(const std::string& asked, std::size_t count);

/// The column that a person named: by its number from 1, else by its name in `names`. DataError with
/// the nearest name.
std::size_t named_column(const std::string& asked, const std::vector<std::string_view>& names,
                         std::string_view option, const Place& place);

/// Whether both ids of the first record of `head` are words, and all others that stand in it whole
/// are numbers: then the first is a header.
bool words_above_numbers(std::string_view head, const std::vector<std::string_view>& first);

}  // namespace querent
