// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/text/number.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace querent {

namespace {

/// from_chars reports "out of range" at both ends of the range; the decimal exponent of the first
/// digit distinguishes them.
bool is_huge(std::string_view token) {
  std::int64_t exponent = 0;
  if (const auto e = token.find_first_of("eE"); e != std::string_view::npos) {
    std::string_view digits = token.substr(e + 1);
    const bool negative = digits.starts_with('-');
    if (digits.starts_with('+') || negative) digits.remove_prefix(1);
    for (const char c : digits)
      exponent = std::min<std::int64_t>(10 * exponent + (c - '0'), std::int64_t{1} << 40);
    if (negative) exponent = -exponent;
    token = token.substr(0, e);
  }
  const auto first = token.find_first_of("123456789");
  if (first == std::string_view::npos) return false;
  const auto point = std::min(token.find('.'), token.size());
  return exponent + static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first) > 0;
}

// "39,626" is ambiguous; "1,039,626" and "39,626.5" are not.
std::string thousands_complaint(std::string_view token) {
  std::string without(token), with_point(token);
  std::erase(without, ',');
  std::replace(with_point.begin(), with_point.end(), ',', '.');
  const bool one = std::count(with_point.begin(), with_point.end(), '.') == 1;
  return fmt::format("a number, found {} — write numbers without commas, {}{}", in_quotes(token),
                     without,
                     one ? fmt::format(" or, if it is a decimal comma, {}", with_point) : "");
}

}  // namespace

Scanned scan_number(std::string_view token) {
  if (token.starts_with('+') && !token.starts_with("+-")) token.remove_prefix(1);
  double value = 0;
  const char* const end = token.data() + token.size();
  const auto [stop, error] = std::from_chars(token.data(), end, value);
  if (stop != end || token.empty() || error == std::errc::invalid_argument)
    return {Scanned::kNotANumber, 0};
  if (error == std::errc::result_out_of_range)
    return {is_huge(token) ? Scanned::kOverflow : Scanned::kUnderflow, 0};
  if (std::isnan(value)) return {Scanned::kNan, value};
  if (std::isinf(value))
    return {token.find_first_of("iI") == token.npos ? Scanned::kOverflow : Scanned::kInfinite,
            value};
  const bool lost =
      value == 0 &&
      token.substr(0, token.find_first_of("eE")).find_first_of("123456789") != token.npos;
  return {lost ? Scanned::kUnderflow : Scanned::kNumber, value};
}

std::optional<std::int64_t> scan_integer(std::string_view token) {
  if (token.starts_with('+') && !token.starts_with("+-")) token.remove_prefix(1);
  return number_in<std::int64_t>(token);
}

bool is_decimal_comma(std::string_view token) {
  const std::size_t comma = token.find(',');
  if (comma == token.npos || comma + 1 == token.size()) return false;
  std::string with_point(token);
  with_point[comma] = '.';
  return scan_number(with_point).kind == Scanned::kNumber;
}

bool has_thousands(std::string_view token) {
  if (token.starts_with('-') || token.starts_with('+')) token.remove_prefix(1);
  const std::string_view whole = token.substr(0, token.find('.'));
  const std::size_t first = whole.find(',');
  if (first == 0 || first > 3 || whole.front() == '0') return false;
  std::string digits;
  for (std::size_t k = 0; k < whole.size(); ++k) {
    const bool comma = k >= first && (k - first) % 4 == 0;
    if (comma != (whole[k] == ',')) return false;
    if (!comma) digits += whole[k];
  }
  if ((whole.size() - first) % 4 != 0) return false;
  digits += token.substr(whole.size());
  return scan_number(digits).kind == Scanned::kNumber;
}

bool is_date(std::string_view token) {
  std::size_t digits = 0, groups = 0;
  for (const char c : token) {
    if (c >= '0' && c <= '9') {
      if (++digits > 4) return false;
    } else if ((c == '-' || c == '/' || c == '.' || c == ':') && digits > 0) {
      if (c == ':' || ++groups == 2) return true;
      digits = 0;
    } else {
      return false;
    }
  }
  return false;
}

std::string number_complaint(const Scanned& scanned, std::string_view token,
                             std::string_view remedy) {
  switch (scanned.kind) {
    case Scanned::kNotANumber:
      if (has_thousands(token)) return thousands_complaint(token);
      if (is_decimal_comma(token))
        return fmt::format("a number, found {} — write decimal points, not commas",
                           in_quotes(token));
      return fmt::format("a number, found {}{} — {}", in_quotes(token),
                         is_date(token) ? ", which looks like a date" : "", remedy);
    case Scanned::kNan:
    case Scanned::kInfinite:
      return fmt::format("a finite number, found {} — {}", in_quotes(token), remedy);
    case Scanned::kOverflow:
      return fmt::format("a number within ±1.8e308, found {} — {}", in_quotes(token), remedy);
    default:
      return "";
  }
}

}  // namespace querent
