// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace querent::apps {

/// The lines of a file that says what belongs to which class, shown beside the items. IoError;
/// DataError where it is no text; LimitError beyond 1 MiB, which nobody reads.
std::vector<std::string> read_guide(const std::filesystem::path& file);

}  // namespace querent::apps
