// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

namespace [[gnu::visibility("default")]] querent {

/// $QUERENT_CACHE, else $XDG_CACHE_HOME/querent, else ~/.cache/querent. The directory need not
/// exist. Data sets lie in data/, the user's own in added/. Throws IoError if none of the variables
/// is set.
std::filesystem::path cache_directory();
/// True if one of these variables is set.
bool has_cache_directory();

/// Directory of the embedded data sets: $QUERENT_DATASETS/embedded, else beside the installed
/// program (../share/querent/datasets/embedded), else beside the shared library, else the
/// installation directory; nullopt if none of these exists. A statically linked program whose
/// library was moved must set the variable: querent_DATASETS of find_package, or `pkg-config
/// --variable=datasets querent`.
std::optional<std::filesystem::path> embedded_directory();

}  // namespace querent
