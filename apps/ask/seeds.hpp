// SPDX-License-Identifier: Apache-2.0
// --seeds FILE: known labels, one id and class per line, with --find also an id alone, or a table of
// decisions as other tools write it. The file may be given at every start: labels are added once.
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

/// Works of settings.find may be listed even if the source does not contain them. The first line may
/// be a header: without a class of the settings, or an id alone without a digit. DataError for any
/// other line and, unless `lenient`, for one that names no item; IoError.
Seeds read_seeds(const std::filesystem::path& file, AskItems& items, const AskSettings& settings,
                 bool lenient);

/// Adds the labels that the annotation server does not have yet, and returns their number.
std::uint64_t add_seeds(AnnotationServer& server, const Seeds& seeds);

}  // namespace querent::apps
