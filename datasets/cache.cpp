// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/cache.hpp>

#include <system_error>
#include <vector>

#include <querent/datasets/error.hpp>
#include <querent/datasets/inside.hpp>
#include <querent/datasets/platform/process.hpp>

namespace querent {
namespace fs = std::filesystem;
namespace {

using platform::environment;

std::optional<fs::path> find_cache_directory() {
  if (const auto own = environment("QUERENT_CACHE"); !own.empty()) return fs::absolute(own);
  // The XDG base directory specification: a relative path is invalid and is ignored.
  if (const fs::path xdg = environment("XDG_CACHE_HOME"); xdg.is_absolute()) return xdg / "querent";
  if (const fs::path home = environment("HOME"); home.is_absolute())
    return home / ".cache" / "querent";
  if (const fs::path windows = environment("LOCALAPPDATA"); windows.is_absolute())
    return windows / "querent";
  return std::nullopt;
}

}  // namespace

bool has_cache_directory() {
  return find_cache_directory().has_value();
}

fs::path cache_directory() {
  if (const auto found = find_cache_directory()) return *found;
  throw IoError(
      "the cache has no directory: none of QUERENT_CACHE, XDG_CACHE_HOME and HOME is set — set "
      "QUERENT_CACHE to a directory");
}

std::optional<fs::path> embedded_directory() {
  std::vector<fs::path> directories;
  if (const auto own = environment("QUERENT_DATASETS"); !own.empty()) directories.emplace_back(own);
  if (const fs::path program = platform::program_file(); !program.empty())
    directories.push_back(program.parent_path().parent_path() / "share" / "querent" / "datasets");
  // The file of the shared library or, if linked statically, of the program again.
  const auto* const code = reinterpret_cast<const void*>(&cache_directory);
  if (const fs::path library = platform::file_of_address(code); !library.empty())
    directories.push_back(library.parent_path() / QUERENT_DATASETS_FROM_LIBRARY);
  directories.emplace_back(QUERENT_DATASETS_DIRECTORY);
  std::error_code error;
  for (const fs::path& directory : directories) {
    if (fs::is_directory(directory / "embedded", error)) return directory / "embedded";
  }
  return has_files_inside() ? std::optional(fs::path(kInside) / "embedded") : std::nullopt;
}

}  // namespace querent
