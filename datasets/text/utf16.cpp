// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/text/utf16.hpp>

#include <utf8proc.h>

namespace querent {

namespace {

constexpr std::uint32_t kMark = 0xFEFF;

bool is_low(std::uint32_t unit) {
  return unit >= 0xDC00 && unit < 0xE000;
}

}  // namespace

std::unique_ptr<Codec> Utf16::for_content(std::string_view head) {
  using namespace std::string_view_literals;
  if (head.starts_with("\xFF\xFE\0\0"sv)) return nullptr;
  if (head.starts_with("\xFF\xFE")) return std::make_unique<Utf16>(true);
  if (head.starts_with("\xFE\xFF")) return std::make_unique<Utf16>(false);
  return nullptr;
}

std::uint32_t Utf16::unit(std::size_t k) const {
  return static_cast<std::uint32_t>(bytes_[2 * k + low_] | bytes_[2 * k + 1 - low_] << 8);
}

std::size_t Utf16::decode(std::string_view& in, bool last, std::span<char> out) {
  std::size_t made = 0;
  while (made + 4 <= out.size() && !in.empty()) {
    bytes_[held_++] = static_cast<unsigned char>(in.front());
    in.remove_prefix(1);
    if (held_ % 2 == 1) continue;
    std::uint32_t code = unit(0);
    if (held_ == 2 && code >= 0xD800 && code < 0xDC00) continue;
    if (held_ == 4) {
      if (!is_low(unit(1)))
        throw CodecError("the first half of a UTF-16 character has no second half");
      code = 0x10000 + ((code - 0xD800) << 10) + (unit(1) - 0xDC00);
    } else if (is_low(code)) {
      throw CodecError("the second half of a UTF-16 character has no first half");
    }
    held_ = 0;
    if (!begun_) {
      begun_ = true;
      if (code == kMark) continue;
    }
    made += static_cast<std::size_t>(utf8proc_encode_char(
        static_cast<utf8proc_int32_t>(code), reinterpret_cast<utf8proc_uint8_t*>(&out[made])));
  }
  if (last && in.empty() && made == 0 && held_ > 0)
    throw CodecError("the UTF-16 text ends within a character");
  return made;
}

}  // namespace querent
