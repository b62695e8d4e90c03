// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

#include <querent/datasets/error.hpp>

namespace [[gnu::visibility("default")]] querent {

/// All of `text` as a number; nullopt for any other text, and for a number that does not fit.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Result of reading a token as a number.
struct Scanned {
  /// kNan and kInfinite are spelled out ("nan", "inf"); kOverflow and kUnderflow exceed a double.
  enum Kind { kNumber, kNotANumber, kNan, kInfinite, kOverflow, kUnderflow };
  Kind kind = kNotANumber;  ///< kNumber, or why `value` is not a finite number
  double value = 0;         ///< correctly rounded; 0 on underflow
};

/// Reads all of `token` as a decimal number ("-1", "+.5", "1e-3", "nan", "inf") in any locale.
/// 1e400 overflows; 1e-400 underflows to 0.
Scanned scan_number(std::string_view token);

/// Reads all of `token` as an integer that fits.
std::optional<std::int64_t> scan_integer(std::string_view token);

/// The message for a token that is not a finite number: "a finite number, found 'NaN' — remedy"; ""
/// for a finite number. A decimal comma has its own remedy.
std::string number_complaint(const Scanned& scanned, std::string_view token,
                             std::string_view remedy);

/// True if `token` is a number with a decimal comma, such as 0,5.
bool is_decimal_comma(std::string_view token);
/// True if `token` has a comma before every three digits: 39,626 or -1,039,626.5.
bool has_thousands(std::string_view token);
/// True if `token` begins like a date or a time: 2024-01-31, 31.01.2024, 1/31/24, 12:30.
bool is_date(std::string_view token);

}  // namespace querent
