// SPDX-License-Identifier: Apache-2.0
// Rows that are pictures: IDX files of more than two dimensions and .npy arrays n × h × w or
// n × h × w × 3.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace querent::apps {

/// Sizes of every picture of a file; width 0: the rows are no pictures.
struct PictureShape {
  std::uint32_t width = 0, height = 0;
  std::uint32_t channels = 1;  ///< 1 grey, 3 red, green and blue
};

/// As the header of the file says.
PictureShape picture_shape(const std::filesystem::path& file);

/// One of them: a byte a channel, row by row from the top.
struct Picture {
  PictureShape shape = {};
  std::string pixels = {};
};

/// In at most `columns` × `rows` pixels: means of squares of pixels, their channels' mean.
Picture small_and_grey(const Picture& picture, std::uint32_t columns, std::uint32_t rows);

/// For JSON (RFC 4648).
std::string base64(std::string_view bytes);

}  // namespace querent::apps
