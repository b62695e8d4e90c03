// SPDX-License-Identifier: Apache-2.0
// --seeds FILE: labels that are known before anybody is asked, id and class a line. The same file
// may be given at every start: what was told once is not told again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <querent/apps/ask/desk.hpp>

namespace querent::apps {

struct Seeds {
  std::vector<std::pair<std::uint32_t, std::string>> labels = {};
  std::uint64_t unknown_ids = 0;
};

/// DataError for a line that is not an id and a class, or, unless `lenient`, of no item; IoError.
Seeds read_seeds(const std::filesystem::path& file, const AskItems& items, bool lenient);

/// How many of them the desk did not know.
std::uint64_t tell_seeds(Desk& desk, const Seeds& seeds);

}  // namespace querent::apps
