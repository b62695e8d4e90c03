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
  std::vector<std::string> works = {};  ///< of the class to find, but no items
};

/// `find`: the class of --find, whose works may be named though no export has them; empty: none.
/// DataError for a line that is not an id and a class, or, unless `lenient`, of no item; IoError.
Seeds read_seeds(const std::filesystem::path& file, const AskItems& items, const std::string& find,
                 bool lenient);

/// How many of them the desk did not know.
std::uint64_t tell_seeds(Desk& desk, const Seeds& seeds);

}  // namespace querent::apps
