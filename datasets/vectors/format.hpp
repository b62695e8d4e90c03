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

/// A format of rows with labels. Each is defined at the end of its reader's file and listed in
/// formats.hpp, the only places that name it.
struct VectorFormat {
  /// Options that do not apply to every format.
  enum Option : unsigned {
    kIndexBase = 1,
    kLabelColumn = 2,
    kCache = 4,
    kMissing = 8,
    kDropColumns = 16,
    kOneHot = 32,
    kLabels = 64,
  };
  /// Possible contents of a recognised file other than rows.
  enum class OrElse {
    kNothing,
    kEdges,  ///< a table of two or three columns
    kGraph,  ///< an archive, depending on its members
  };

  std::string_view name;  ///< its name in VectorOptions::format and messages: "CSV"
  bool (*recognises)(std::string_view head) = nullptr;
  RowSource (*open)(Input input, const VectorOptions& options) = nullptr;
  unsigned options = 0;  ///< options that apply to it
  OrElse or_else = OrElse::kNothing;
  /// The dimensions of the array that begins with `head`, starting with the number of rows; nullptr
  /// if the format has no arrays.
  std::vector<std::uint64_t> (*shape)(std::string_view head, const std::string& name) = nullptr;
};

/// All formats, in the order in which they are recognised.
std::span<const VectorFormat> vector_formats();

/// The format recognised from the first bytes of a file; nullptr if none.
const VectorFormat* recognise_vectors(std::string_view head);

/// The format of `input`: as requested, or recognised from its first bytes. Throws DataError with
/// the best guess if none fits, std::invalid_argument for an unknown name or an option that does
/// not apply.
const VectorFormat& resolve_format(Input& input, const VectorOptions& options);

/// Opens the rows of `input` as `format`.
RowSource open_rows(Input input, const VectorFormat& format, const VectorOptions& options);

}  // namespace querent
