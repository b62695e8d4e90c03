// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace [[gnu::visibility("default")]] querent {

/// Lower case for A–Z in any locale; other bytes are unchanged.
constexpr char lowered(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// A–Z and a–z in any locale.
constexpr bool is_letter(char c) {
  return lowered(c) >= 'a' && lowered(c) <= 'z';
}
/// 0–9 in any locale.
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

inline std::string lowered(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lowered(c);
  return result;
}

}  // namespace querent
