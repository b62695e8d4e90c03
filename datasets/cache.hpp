// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

namespace [[gnu::visibility("default")]] querent {

/// $QUERENT_CACHE, else $XDG_CACHE_HOME/querent, else ~/.cache/querent. It need not exist.
/// Data sets lie below data/, what a person added in added/. IoError when no variable says where.
std::filesystem::path cache_directory();
/// Whether one of them says where.
bool has_cache_directory();

/// Where the embedded data sets lie: $QUERENT_DATASETS/embedded, else beside the installed program
/// (../share/querent/datasets/embedded), else beside the shared library, else where the library was
/// to be installed. Nothing when all of these are missing. A program of yours that is linked
/// statically and whose library was moved sets the variable: querent_DATASETS of find_package, or
/// `pkg-config --variable=datasets querent`.
std::optional<std::filesystem::path> embedded_directory();

}  // namespace querent
