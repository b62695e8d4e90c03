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
  std::vector<std::string> notes = {};  ///< new classes whose names are near to others
};

/// Works of settings.find may be listed even if the source does not contain them. The first line may
/// be a header: without one of `classes`, or an id alone without a digit. DataError for any other
/// line, for two classes of one item, for another class with settings.find, and, unless `lenient`,
/// for an id of no item or of several; IoError.
Seeds read_seeds(const std::filesystem::path& file, AskItems& items, const AskSettings& settings,
                 const std::vector<std::string>& classes, bool lenient);

/// Adds the labels that the annotation server does not have yet, and returns their number.
std::uint64_t add_seeds(AnnotationServer& server, const Seeds& seeds);

}  // namespace querent::apps
