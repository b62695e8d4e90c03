// SPDX-License-Identifier: Apache-2.0
// The keys of the classes: those of --keys in the order of the classes, and 1 to 9, which hold beside them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace querent::apps {

/// Taken by what else can be done at the terminal and on the page.
inline constexpr std::string_view kKeysOfCommands = "sduynfgq/?+0";

/// Why these cannot be --keys; empty: they can.
inline std::string wrong_keys(std::string_view keys) {
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const char key = keys[k];
    if (key <= ' ' || key > '~') return "expected letters, digits or signs of ASCII, a key a class";
    if (keys.find(key, k + 1) != std::string_view::npos) return std::string(1, key) + " stands there twice";
    if (kKeysOfCommands.find(key) != std::string_view::npos)
      return std::string(1, key) + " is taken: " + std::string(kKeysOfCommands) + " do something else";
  }
  return {};
}

/// What is shown at class k; empty: it has none and is found by typing.
inline std::string class_key(std::string_view keys, std::size_t k) {
  if (k < keys.size()) return std::string(1, keys[k]);
  const std::string digit = k < 9 ? std::to_string(k + 1) : std::string();
  return keys.find(digit) == std::string_view::npos ? digit : std::string();
}

/// The class that a key means, whether there is one or not.
inline std::optional<std::size_t> class_of_key(std::string_view keys, std::string_view key) {
  if (key.size() != 1) return std::nullopt;
  if (const std::size_t k = keys.find(key); k != std::string_view::npos) return k;
  if (key[0] >= '1' && key[0] <= '9') return static_cast<std::size_t>(key[0] - '1');
  return std::nullopt;
}

}  // namespace querent::apps
