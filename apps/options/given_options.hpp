// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace querent::apps {

/// The options of a command that the user typed; empty without a command line.
class GivenOptions {
 public:
  GivenOptions() = default;
  /// Call after parsing.
  explicit GivenOptions(const CLI::App& app);

  /// Whether "--component" was typed, by any of its names.
  bool has(std::string_view name) const;
  /// Throws UsageError if an option of these groups was typed, since it has no meaning for `what`.
  void refuse_groups(const std::vector<std::string>& groups, std::string_view what) const;
  /// Throws UsageError if one of these options was typed.
  void refuse(const std::vector<std::string>& names, std::string_view what) const;

 private:
  struct Given {
    std::string name;                ///< the name in messages
    std::vector<std::string> names;  ///< all names, with dashes
    std::string group;
  };
  std::vector<Given> given_;
};

}  // namespace querent::apps
