// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <querent/datasets/error.hpp>

namespace [[gnu::visibility("default")]] querent {

/// What a token of a text is, read as a number.
struct Scanned {
  /// kNan and kInfinite are written out ("nan", "inf"), kOverflow and kUnderflow beyond a double.
  enum Kind { kNumber, kNotANumber, kNan, kInfinite, kOverflow, kUnderflow };
  Kind kind = kNotANumber;  ///< why `value` is no finite number, where it is none
  double value = 0;         ///< correctly rounded; 0 on underflow
};

/// Reads the whole of `token` as a decimal number ("-1", "+.5", "1e-3", "nan", "inf"), whatever the
/// locale. 1e400 overflows; 1e-400 underflows, its value is 0.
Scanned scan_number(std::string_view token);

/// Reads the whole of `token` as a whole number that fits.
std::optional<std::int64_t> scan_integer(std::string_view token);

/// "a finite number, found 'NaN' — remedy": the message for a token that is no finite number; ""
/// for one that is. A decimal comma has a remedy of its own.
std::string number_complaint(const Scanned& scanned, std::string_view token,
                             std::string_view remedy);

/// Whether `token` is a number with a decimal comma, as 0,5.
bool is_decimal_comma(std::string_view token);
/// Whether `token` is a number with a comma before each three digits: 39,626 or -1,039,626.5.
bool has_thousands(std::string_view token);
/// Whether `token` begins as a date or a time does: 2024-01-31, 31.01.2024, 1/31/24, 12:30.
bool is_date(std::string_view token);

}  // namespace querent
