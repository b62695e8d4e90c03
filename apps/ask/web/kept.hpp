// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace querent::apps::web {

/// State of the web server between starts, stored in DIR/web.json.
struct Kept {
  std::string token, store;
  std::uint16_t port = 0;
};

/// State of the last start; new secrets if the file is missing or unreadable.
Kept read_kept(const std::filesystem::path& directory);
void write_kept(const std::filesystem::path& directory, const Kept& kept);

/// Writes a file atomically that only its owner may read. IoError.
void write_private(const std::filesystem::path& file, std::string_view bytes);

}  // namespace querent::apps::web
