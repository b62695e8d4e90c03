// SPDX-License-Identifier: Apache-2.0
// Shared by the parsers of vector files: reading fields and reporting their errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <querent/datasets/error.hpp>
#include <querent/datasets/text/short_number.hpp>
#include <querent/datasets/vectors/row_block.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Maximum number of columns of a text table; more would need many times the file's size in memory.
inline constexpr std::size_t kMaxColumns = std::size_t{1} << 18;

/// Throws FieldError at the first NUL byte or invalid UTF-8 of `line`.
void check_text(std::string_view line, std::uint64_t line_number);

/// True if a field is a missing value: empty, "?" or "NA".
inline bool is_missing(std::string_view text) {
  return text.empty() || text == "?" || text == "NA";
}

/// The canonical name of a numeric class, so that +1, 1 and 1.0 are equal: integers without a
/// point.
std::string canonical_number(double value);

/// The value of a feature. `fail(message)` is called for anything but a finite number and must not
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
