// SPDX-License-Identifier: Apache-2.0
// What the parsers of vector files share: how a field is read and how it is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <querent/datasets/error.hpp>
#include <querent/datasets/vectors/row_block.hpp>
#include <querent/datasets/vectors/short_number.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Columns of a table of text; more would take many times the file's own size, and are no table.
inline constexpr std::size_t kMaxColumns = std::size_t{1} << 18;

/// Thrown and caught within a parser: what is wrong with a row, and where.
struct FieldError {
  std::uint64_t line;     ///< of the file or of the piece that is parsed, from 1
  std::uint64_t column;   ///< in bytes, from 1
  std::string message;    ///< "expected …, found … — remedy"
  bool missing = false;   ///< what is wrong is that a value is missing
  bool reported = false;  ///< a row before was refused for the same columns
};

/// Throws FieldError at the first NUL byte or byte that is no UTF-8 of `line`.
void check_text(std::string_view line, std::uint64_t line_number);

/// Whether a field says that its value is not known: nothing, "?" or "NA".
inline bool is_missing(std::string_view text) {
  return text.empty() || text == "?" || text == "NA";
}

/// A number that names a class, so that +1, 1 and 1.0 are one: whole numbers without a point.
std::string canonical_number(double value);

/// The value of a feature. `fail(message)` is called for what is no finite number and does not
/// return.
template <class Fail>
double parse_feature(std::string_view text, RowCounts& counts, Fail&& fail,
                     std::string_view remedy = "correct it, or lenient=true drops such rows") {
  const Scanned scanned = scan_short_number(text);
  if (scanned.kind != Scanned::kNumber && scanned.kind != Scanned::kUnderflow) {
    fail("expected " + number_complaint(scanned, text, remedy));
  }
  counts.underflows += scanned.kind == Scanned::kUnderflow;
  return scanned.value;
}

}  // namespace querent
