// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Extracts one file of a tar or zip archive (compressed or not) to `target`, completely or not at
/// all. The path of that file in the archive must end in the component `name`; paths of the archive
/// never determine where files are written. Throws DataError if the archive is damaged or has no
/// such file or several; LimitError beyond 64 GiB; IoError.
void extract_member(const std::filesystem::path& archive, const std::string& name,
                    const std::filesystem::path& target);

/// A file of an archive, in memory.
struct UnpackedFile {
  std::string path;   ///< as the archive spells it
  std::string name;   ///< "archive:path", for messages
  std::string bytes;  ///< after decompression
};

/// True if the unpacked bytes that begin with `head` (512 are enough) are a zip or tar archive.
bool is_archive(std::string_view head);

/// Unpacks the files of the tar or zip archive in `input` whose path is `wanted`, one at a time, in
/// the archive's order. Throws DataError naming the file if the archive is damaged or encrypted,
/// and LimitError if it expands beyond 100:1 after 128 MiB.
void for_each_file(Input& input, const std::function<bool(std::string_view path)>& wanted,
                   const std::function<void(UnpackedFile&&)>& take);

/// Unpacks all wanted files at once.
std::vector<UnpackedFile> unpack(Input& input,
                                 const std::function<bool(std::string_view path)>& wanted);

/// The first few arrays of an unpacked .npz file for a message: "'X', 'y' and 3 more", or "none".
std::string array_names(const std::vector<UnpackedFile>& files);

}  // namespace querent
