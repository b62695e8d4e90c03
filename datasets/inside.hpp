// SPDX-License-Identifier: Apache-2.0
// The embedded data sets inside the program (QUERENT_DATA_INSIDE), for a program that is one file.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace querent {

/// The root of the paths of files inside the program.
inline constexpr const char* kInside = "inside-querent";

/// Whether there are any.
bool has_files_inside();
/// The bytes of a file inside the program, nullopt for every other path.
std::optional<std::string_view> inside_program(const std::filesystem::path& path);

}  // namespace querent
