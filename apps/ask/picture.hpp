// SPDX-License-Identifier: Apache-2.0
// Rows that are pictures: IDX files of at least three dimensions, and .npy arrays of shape
// n × h × w or n × h × w × 3.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace querent::apps {

/// Size of every picture of a file; width 0 means that the rows are not pictures.
struct PictureShape {
  std::uint32_t width = 0, height = 0;
  std::uint32_t channels = 1;  ///< 1: grey; 3: red, green, blue
};

/// Reads the shape from the header of the file.
PictureShape picture_shape(const std::filesystem::path& file);

/// One picture, one byte per channel, row by row from the top.
struct Picture {
  PictureShape shape = {};
  std::string pixels = {};
};

/// Scales a picture down to at most `columns` × `rows` grey pixels by averaging pixels and
/// channels.
Picture small_and_grey(const Picture& picture, std::uint32_t columns, std::uint32_t rows);

/// Base64 encoding for JSON (RFC 4648).
std::string base64(std::string_view bytes);

}  // namespace querent::apps
