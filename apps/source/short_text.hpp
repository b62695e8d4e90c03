// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace querent::apps {

/// The lines of a text written by a person, such as a guide to the classes or criteria. Throws
/// IoError, DataError if it is not text, and LimitError if it exceeds 1 MiB.
std::vector<std::string> read_short_text(const std::filesystem::path& file);

}  // namespace querent::apps
