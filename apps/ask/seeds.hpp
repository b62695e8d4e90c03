// SPDX-License-Identifier: Apache-2.0
// --seeds FILE: known labels, one id and class per line, with --find also an id alone, or a table of
// decisions as other tools write it. The same file may be given at every start; known labels are
// added once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <querent/apps/ask/annotation_server.hpp>

namespace querent::apps {

struct Seeds {
  std::vector<std::pair<std::uint32_t, std::string>> labels = {};
  std::uint64_t unknown_ids = 0;
  std::vector<std::string> works = {};  ///< works of the class to find that are not items
};

/// `find` is the class of --find; its works may be listed even if the source does not contain them.
/// Empty: no such class. DataError for any other line and, unless `lenient`, for one that names no
/// item; IoError.
Seeds read_seeds(const std::filesystem::path& file, const AskItems& items, const std::string& find,
                 bool lenient);

/// Adds the labels that the annotation server does not have yet, and returns their number.
std::uint64_t add_seeds(AnnotationServer& server, const Seeds& seeds);

}  // namespace querent::apps
