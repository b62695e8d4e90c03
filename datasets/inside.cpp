// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/inside.hpp>

#include <span>
#include <utility>

namespace querent {

#if QUERENT_DATA_INSIDE

/// Paths below kInside and bytes; cmake/QuerentInside.cmake writes them.
std::span<const std::pair<std::string_view, std::string_view>> files_inside();

bool has_files_inside() {
  return true;
}

std::optional<std::string_view> inside_program(const std::filesystem::path& path) {
  for (const auto& [name, bytes] : files_inside()) {
    if (path == std::filesystem::path(kInside) / name) return bytes;
  }
  return std::nullopt;
}

#else

bool has_files_inside() {
  return false;
}

std::optional<std::string_view> inside_program(const std::filesystem::path&) {
  return std::nullopt;
}

#endif

}  // namespace querent
