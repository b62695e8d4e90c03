// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace querent::test {

/// An array of NEP 1, version 1.0, with `dictionary` as its header, padded like numpy.save.
inline std::string npy_bytes(std::string dictionary, std::string_view data) {
  while ((10 + dictionary.size() + 1) % 64 != 0) dictionary += ' ';
  dictionary += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(static_cast<unsigned char>(dictionary.size() & 0xFF));
  bytes += static_cast<char>(static_cast<unsigned char>(dictionary.size() >> 8));
  return bytes + dictionary + std::string(data);
}

/// The same from a dtype, a shape and little-endian values.
template <typename T>
std::string npy_bytes(std::string_view descr, std::string_view shape, std::span<const T> values) {
  return npy_bytes("{'descr': '" + std::string(descr) +
                       "', 'fortran_order': False, 'shape': " + std::string(shape) + ", }",
                   {reinterpret_cast<const char*>(values.data()), values.size_bytes()});
}

}  // namespace querent::test
