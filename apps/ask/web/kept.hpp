// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace querent::apps::web {

/// What the page of one directory keeps from start to start: DIR/web.json.
struct Kept {
  std::string token, store;
  std::uint16_t port = 0;
};

/// Of last time; new secrets where there is none or it cannot be understood.
Kept read_kept(const std::filesystem::path& directory);
void write_kept(const std::filesystem::path& directory, const Kept& kept);

/// A file that its owner alone may read, whole or not at all. IoError.
void write_private(const std::filesystem::path& file, std::string_view bytes);

}  // namespace querent::apps::web
