// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace querent {

/// Writes one file of a tar or zip archive (compressed or not) as `target`, whole or not at all.
/// The file is the one whose path in the archive ends in the part `name`; no path of the archive is
/// ever used for writing. DataError when the archive is damaged or has no such file, or several;
/// LimitError beyond 64 GiB; IoError.
void extract_member(const std::filesystem::path& archive, const std::string& name,
                    const std::filesystem::path& target);

}  // namespace querent
