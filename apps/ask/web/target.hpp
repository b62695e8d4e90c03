// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace querent::apps::web {

using Query = std::map<std::string, std::string, std::less<>>;

/// The two parts of a request's target, "/api/item?item=a%20b".
struct Target {
  std::string path;  ///< as it came: it is looked up in a table, never in a directory
  Query query;       ///< decoded; of a name that comes twice the first counts
};

/// Empty when it does not begin with "/", is not ASCII, or an escape in it is none.
std::optional<Target> parse_target(std::string_view text);

/// "a%20b+c" → "a b c"; empty when an escape is none.
std::optional<std::string> decoded(std::string_view text);

}  // namespace querent::apps::web
