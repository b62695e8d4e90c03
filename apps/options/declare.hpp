// SPDX-License-Identifier: Apache-2.0
// Declares options. Typed numbers are checked on the text itself, which rejects what a conversion
// would wrap, round to a limit or accept (-1 as an unsigned number, nan in a range).
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/App.hpp>

#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/text/number.hpp>

namespace querent::apps {

inline constexpr double kLargestNumber = std::numeric_limits<double>::max();

/// A finite number from `low` to `high`.
inline CLI::Validator number_between(double low, double high) {
  return CLI::Validator(
      [low, high](std::string& text) -> std::string {
        const auto value = number_in<double>(text);
        if (value && std::isfinite(*value) && *value >= low && *value <= high) return {};
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
        const auto value = number_in<std::uint64_t>(text);
        if (value && *value >= low && *value <= high) return {};
        return fmt::format("expected a whole number from {} to {}, found {}", low, high,
                           in_quotes(text));
      },
      high == ~std::uint64_t{0} ? "" : fmt::format("UINT in [{} - {}]", low, high));
}

/// "10%" becomes 0.1; any other text stays.
inline CLI::Validator percent() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        if (!text.ends_with('%')) return {};
        const auto share = number_in<double>(std::string_view(text).substr(0, text.size() - 1));
        if (share) text = fmt::format("{}", *share / 100);
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

/// "; did you mean 'x'?" if a known name is similar, else "".
inline std::string hint(std::string_view name, const std::vector<std::string>& known) {
  const std::string nearest = nearest_name(name, known);
  return nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest);
}

/// The options that are added while this object exists belong to one group of the help page.
class OptionGroup {
 public:
  OptionGroup(CLI::App& app, const std::string& name)
      : app_(app), before_(app.option_defaults()->get_group()) {
    app.option_defaults()->group(name);
  }
  ~OptionGroup() { app_.option_defaults()->group(before_); }
  OptionGroup(const OptionGroup&) = delete;
  OptionGroup& operator=(const OptionGroup&) = delete;

 private:
  CLI::App& app_;
  std::string before_;
};

/// The name of the check that refuses an empty text as the name of a file or directory.
inline constexpr const char* kNamed = "named";

/// Adds an option whose value is called `type` on the help page.
CLI::Option* add_value(CLI::App& app, const std::string& flag, auto& target,
                       const std::string& type, const std::string& help) {
  CLI::Option* const option = app.add_option(flag, target, help)->type_name(type);
  // an empty name would count as an option that is not given
  const auto check = [](const std::string& text) -> std::string {
    return text.empty() ? "expected a name, found an empty text" : "";
  };
  if (type == "FILE" || type == "DIR") option->check(check, "", kNamed);
  return option;
}

/// Adds an option whose value is one of a few words; the first is the default.
template <class Value>
CLI::Option* add_choice(CLI::App& app, const std::string& flag, Value& target,
                        std::vector<std::pair<std::string, Value>> choices,
                        const std::string& help) {
  target = choices.front().second;
  std::string words;
  for (const auto& choice : choices) words += (words.empty() ? "" : "|") + choice.first;
  const std::string first = choices.front().first;
  const auto choose = [&target, flag, words,
                       choices = std::move(choices)](const std::string& word) {
    std::vector<std::string> known;
    for (const auto& [name, value] : choices) {
      if (name == word) {
        target = value;
        return;
      }
      known.push_back(name);
    }
    throw UsageError("{} {}: expected {}{}", flag.substr(0, flag.find(',')), in_quotes(word), words,
                     hint(word, known));
  };
  return app.add_option_function<std::string>(flag, choose, help)
      ->type_name(words)
      ->default_str(first);
}

}  // namespace querent::apps
