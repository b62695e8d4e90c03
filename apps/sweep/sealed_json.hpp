// SPDX-License-Identifier: Apache-2.0
// JSON files that are written once and read later, perhaps from another computer: the field
// "sha256" is the checksum of the file without that field. It detects damage but not forgery, so
// every field is checked as well.
#pragma once

#include <filesystem>
#include <string>

#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

/// The content of the file.
std::string sealed(Json json);

/// The content without its checksum, which was verified. Throws CorruptError with the remedy.
Json read_sealed(const std::filesystem::path& file, const std::string& remedy);

}  // namespace querent::apps
