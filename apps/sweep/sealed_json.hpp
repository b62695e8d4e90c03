// SPDX-License-Identifier: Apache-2.0
// JSON that is written once and read later, maybe from somebody else's disk: its field "sha256" is
// the checksum of the file without that field. It finds damage; it keeps no one from making a file
// whose checksum fits, so every field is checked as well.
#pragma once

#include <filesystem>
#include <string>

#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

/// The bytes of the file.
std::string sealed(Json json);

/// The file without its checksum, which has been compared. CorruptError with the remedy.
Json read_sealed(const std::filesystem::path& file, const std::string& remedy);

}  // namespace querent::apps
