// SPDX-License-Identifier: Apache-2.0
// A file for readers that need a path, in memory if the system has such a file system.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace querent::fuzz {

/// A directory of this process, removed at its end.
inline const std::filesystem::path& scratch() {
  static const struct Made {
    Made() {
      const bool memory = std::filesystem::is_directory("/dev/shm");
      std::string name = memory ? "/dev/shm/querent-fuzz-XXXXXX" : "/tmp/querent-fuzz-XXXXXX";
      if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch directory");
      path = name;
    }
    ~Made() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
    std::filesystem::path path;
  } made;
  return made.path;
}

inline void put(const std::filesystem::path& file, std::string_view bytes) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << bytes;
  // Permissions of caches, whatever the umask; others are not read.
  std::filesystem::permissions(file, std::filesystem::perms(0600));
}

/// A JSON object, or null: input for which a valid checksum can be added.
inline nlohmann::ordered_json object_in(std::string_view bytes) {
  auto json = nlohmann::ordered_json::parse(bytes, nullptr, false);
  return json.is_object() ? json : nlohmann::ordered_json();
}

}  // namespace querent::fuzz
