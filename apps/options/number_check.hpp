// SPDX-License-Identifier: Apache-2.0
// Checks of typed numbers on the text itself, which reject what a conversion would wrap, round to a
// limit or accept (-1 as an unsigned number, nan in a range).
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <CLI/App.hpp>

#include <querent/datasets/error.hpp>

namespace querent::apps {

inline constexpr double kLargestNumber = std::numeric_limits<double>::max();

/// A finite number from `low` to `high`.
inline CLI::Validator number_between(double low, double high) {
  return CLI::Validator(
      [low, high](std::string& text) -> std::string {
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error == std::errc{} && end == text.data() + text.size() && std::isfinite(value) &&
            value >= low && value <= high)
          return {};
        if (high == kLargestNumber)
          return fmt::format("expected a number from {}, found {}", low, in_quotes(text));
        return fmt::format("expected a number from {} to {}, found {}", low, high, in_quotes(text));
      },
      high == kLargestNumber ? "" : fmt::format("FLOAT in [{} - {}]", low, high));
}

/// A whole number from `low` to `high`, written in digits.
inline CLI::Validator whole_number(std::uint64_t low = 0, std::uint64_t high = ~std::uint64_t{0}) {
  return CLI::Validator(
      [low, high](std::string& text) -> std::string {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error == std::errc{} && end == text.data() + text.size() && value >= low &&
            value <= high)
          return {};
        return fmt::format("expected a whole number from {} to {}, found {}", low, high,
                           in_quotes(text));
      },
      high == ~std::uint64_t{0} ? "" : fmt::format("UINT in [{} - {}]", low, high));
}

/// "10%" becomes 0.1; any other text stays.
inline CLI::Validator percent() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        double share = 0;
        if (!text.ends_with('%')) return {};
        const char* const end = text.data() + text.size() - 1;
        const auto [stop, error] = std::from_chars(text.data(), end, share);
        if (error == std::errc{} && stop == end) text = fmt::format("{}", share / 100);
        return {};
      },
      "");
}

/// Adds an option whose value is a number from 0 to 1, or a percentage.
inline CLI::Option* add_share_option(CLI::App& app, const std::string& flag, double& value,
                                     const std::string& description) {
  return app.add_option(flag, value, description)
      ->transform(percent())
      ->check(number_between(0, 1))
      ->type_name("SHARE");
}

}  // namespace querent::apps
