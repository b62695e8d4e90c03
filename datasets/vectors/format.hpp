// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/row_stream.hpp>

namespace [[gnu::visibility("default")]] querent {

/// A format of rows with labels. It is said at the end of its reader's file, and listed in
/// formats.hpp: nothing else knows it.
struct VectorFormat {
  /// What a caller may say of a file that not every format has a meaning for.
  enum Option : unsigned {
    kIndexBase = 1,
    kLabelColumn = 2,
    kCache = 4,
    kMissing = 8,
    kDropColumns = 16,
    kOneHot = 32,
    kLabels = 64,
  };
  /// What a file that it recognises may be instead of rows.
  enum class OrElse {
    kNothing,
    kEdges,  ///< a table of two or three columns
    kGraph,  ///< an archive: its members say which
  };

  std::string_view name;  ///< as VectorOptions::format and messages call it: "CSV"
  bool (*recognises)(std::string_view head) = nullptr;
  RowSource (*open)(Input input, const VectorOptions& options) = nullptr;
  unsigned options = 0;  ///< those that have a meaning for it
  OrElse or_else = OrElse::kNothing;
  /// The dimensions of the array that begins with `head`, the number of rows first; null where rows
  /// are no arrays.
  std::vector<std::uint64_t> (*shape)(std::string_view head, const std::string& name) = nullptr;
};

/// All formats, in the order in which they are recognised.
std::span<const VectorFormat> vector_formats();

/// The format that the first bytes of a file show; null when none of them.
const VectorFormat* recognise_vectors(std::string_view head);

/// The format to read `input` in: as asked for, or as its first bytes show. DataError names a guess
/// that cannot be right; a name that no format has, and options that the format does not have, are
/// std::invalid_argument.
const VectorFormat& resolve_format(Input& input, const VectorOptions& options);

/// Opens the rows of `input` as `format`.
RowSource open_rows(Input input, const VectorFormat& format, const VectorOptions& options);

}  // namespace querent
