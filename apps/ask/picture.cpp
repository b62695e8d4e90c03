// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/picture.hpp>

#include <algorithm>

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/format.hpp>

namespace querent::apps {

namespace {

constexpr std::uint64_t kMostPixels = 4096;  // maximum side length

}  // namespace

PictureShape picture_shape(const std::filesystem::path& file) {
  Input input = Input::open(file);
  const VectorFormat* const format = recognise_vectors(input.peek());
  if (format == nullptr || format->shape == nullptr) return {};
  const auto sizes = format->shape(input.peek(), input.name());
  if (sizes.size() < 3 || sizes.size() > 4) return {};
  const std::uint64_t channels = sizes.size() == 4 ? sizes[3] : 1;
  if (channels != 1 && channels != 3) return {};
  for (const std::size_t side : {1u, 2u}) {
    if (sizes[side] < 2 || sizes[side] > kMostPixels) return {};
  }
  return {.width = static_cast<std::uint32_t>(sizes[2]),
          .height = static_cast<std::uint32_t>(sizes[1]),
          .channels = static_cast<std::uint32_t>(channels)};
}

Picture small_and_grey(const Picture& picture, std::uint32_t columns, std::uint32_t rows) {
  const auto& [width, height, channels] = picture.shape;
  const std::uint32_t step =
      std::max({(width + columns - 1) / columns, (height + rows - 1) / rows, 1u});
  Picture small{
      .shape = {.width = (width + step - 1) / step, .height = (height + step - 1) / step}};
  for (std::uint32_t y = 0; y < height; y += step) {
    for (std::uint32_t x = 0; x < width; x += step) {
      std::uint64_t sum = 0, count = 0;
      for (std::uint32_t v = y; v < std::min(y + step, height); ++v) {
        for (std::uint32_t u = x; u < std::min(x + step, width); ++u) {
          for (std::uint32_t c = 0; c < channels; ++c, ++count)
            sum += static_cast<unsigned char>(
                picture.pixels[(std::size_t{v} * width + u) * channels + c]);
        }
      }
      small.pixels += static_cast<char>(sum / count);
    }
  }
  return small;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += k <= count ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

}  // namespace querent::apps
