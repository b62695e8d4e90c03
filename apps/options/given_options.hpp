// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace querent::apps {

/// The options of a command that a person typed; empty where no person did.
class GivenOptions {
 public:
  GivenOptions() = default;
  /// After the words were parsed.
  explicit GivenOptions(const CLI::App& app);

  /// Whether "--component" was typed, by any of its names.
  bool has(std::string_view name) const;
  /// UsageError when an option of one of the groups was typed, which has no meaning for `what`.
  void refuse_groups(const std::vector<std::string>& groups, std::string_view what) const;
  /// UsageError when one of these was typed.
  void refuse(const std::vector<std::string>& names, std::string_view what) const;

 private:
  struct Given {
    std::string name;                ///< as messages call it
    std::vector<std::string> names;  ///< all, with their dashes
    std::string group;
  };
  std::vector<Given> given_;
};

}  // namespace querent::apps
