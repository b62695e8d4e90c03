// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace querent::test {

/// A zip archive (PKWARE's APPNOTE, 4.3) of files that are stored, not deflated, as numpy.savez
/// writes it.
inline std::string zip_bytes(const std::vector<std::pair<std::string, std::string>>& files) {
  const auto little = [](std::uint64_t value, int bytes) {
    std::string text;
    for (; bytes > 0; --bytes, value >>= 8) text += static_cast<char>(value & 0xFF);
    return text;
  };
  const auto crc32 = [](std::string_view bytes) {
    std::uint32_t crc = ~0u;
    for (const char c : bytes) {
      crc ^= static_cast<unsigned char>(c);
      for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
  };
  std::string entries, directory;
  for (const auto& [name, bytes] : files) {
    // version, flags, method, time, date, checksum, sizes, length of the name, no extra field
    const std::string common = little(20, 2) + little(0, 8) + little(crc32(bytes), 4) +
                               little(bytes.size(), 4) + little(bytes.size(), 4) +
                               little(name.size(), 2) + little(0, 2);
    directory +=
        "PK\x01\x02" + little(20, 2) + common + little(0, 10) + little(entries.size(), 4) + name;
    entries += "PK\x03\x04" + common + name + bytes;
  }
  return entries + directory + "PK\x05\x06" + little(0, 4) + little(files.size(), 2) +
         little(files.size(), 2) + little(directory.size(), 4) + little(entries.size(), 4) +
         little(0, 2);
}

}  // namespace querent::test
