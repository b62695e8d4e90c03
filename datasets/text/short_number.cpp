// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/text/short_number.hpp>

#include <querent/datasets/text/lowered.hpp>

namespace querent {

namespace {

// Clinger's fast path; false if the number does not qualify.
bool parse_short(std::string_view text, double& value) {
  constexpr std::uint64_t kMaxMantissa = std::uint64_t{1} << 53;
  const char* p = text.data();
  const char* const end = p + text.size();
  const bool negative = *p == '-';
  p += negative || *p == '+';
  std::uint64_t mantissa = 0;
  int digits = 0, exponent = 0;
  const char* const first = p;
  while (p != end && is_digit(*p)) mantissa = mantissa * 10 + static_cast<unsigned>(*p++ - '0');
  digits = static_cast<int>(p - first);
  if (p != end && *p == '.') {
    const char* const point = ++p;
    while (p != end && is_digit(*p)) mantissa = mantissa * 10 + static_cast<unsigned>(*p++ - '0');
    exponent = static_cast<int>(point - p);
    digits -= exponent;
  }
  if (p != end || digits == 0 || digits > 19 || mantissa > kMaxMantissa || exponent < -22)
    return false;
  const auto power = number_detail::kPowersOfTen[static_cast<std::size_t>(-exponent)];
  value = static_cast<double>(mantissa) / power;
  if (negative) value = -value;
  return true;
}

}  // namespace

Scanned scan_short_number(std::string_view token) {
  Scanned scanned;
  if (!token.empty() && token.size() <= 24 && parse_short(token, scanned.value)) {
    scanned.kind = Scanned::kNumber;
    return scanned;
  }
  return scan_number(token);
}

}  // namespace querent
