// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/App.hpp>

#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/error.hpp>

namespace querent::apps {

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

/// Adds an option whose value is called `type` on the help page.
template <class Value>
CLI::Option* add_value(CLI::App& app, const std::string& flag, Value& target,
                       const std::string& type, const std::string& help) {
  return app.add_option(flag, target, help)->type_name(type);
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
