// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace querent::apps::web {

using Query = std::map<std::string, std::string, std::less<>>;

/// The target of a request, such as "/api/item?item=a%20b".
struct Target {
  std::string path;  ///< as received; it is looked up in a table, never in a directory
  Query query;       ///< decoded; the first value of a repeated name counts
};

/// nullopt if it does not begin with "/", is not ASCII or has an invalid escape.
std::optional<Target> parse_target(std::string_view text);

/// "a%20b+c" → "a b c"; nullopt if an escape is invalid.
std::optional<std::string> decoded(std::string_view text);

}  // namespace querent::apps::web
