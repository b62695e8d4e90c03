// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

namespace [[gnu::visibility("default")]] querent {
namespace platform {

/// Opens a new file in the directory, to read and write, that vanishes when its descriptor is
/// closed, also by the end of the process. −1 on failure, with the reason in errno.
int open_unnamed(const std::filesystem::path& directory);

/// Makes the file reach to offset + bytes and, where the system can, reserves the space, so that a
/// full disk is an error now. Returns 0 or the errno of the failure.
int reserve(int descriptor, std::uint64_t offset, std::uint64_t bytes);

}  // namespace platform
}  // namespace querent
