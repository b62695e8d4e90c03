// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>

#include <querent/learners/models/cbor_head.hpp>
#include <querent/learners/models/cbor_value.hpp>

namespace querent {

using namespace cbor;

namespace {

constexpr int kMaxDepth = 16;

// Size of an element and whether it is a floating-point number; 0 if the tag is not of an array.
struct Element {
  std::size_t size;
  bool real;
};
Element element_of(std::uint64_t tag) {
  switch (tag) {
    case kArrayTag<std::uint8_t>:
      return {1, false};
    case kArrayTag<std::uint32_t>:
    case kArrayTag<std::int32_t>:
      return {4, false};
    case kArrayTag<std::uint64_t>:
      return {8, false};
    case kArrayTag<float>:
      return {4, true};
    case kArrayTag<double>:
      return {8, true};
    default:
      return {0, false};
  }
}

// Reads every byte once.
class Checker {
 public:
  explicit Checker(std::string_view document) : all_(document), rest_(document) {}

  void document() {
    value(0);
    if (!rest_.empty()) fail("expected the end of the document");
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw ModelError("byte " + std::to_string(all_.size() - rest_.size()) + ": " + what);
  }

  Head head() {
    const auto found = head_of(rest_);
    if (!found) fail("expected a value of the model format");
    return *found;
  }

  std::string_view string() {
    const Head found = head();
    rest_.remove_prefix(found.size);
    if (found.value > rest_.size()) fail("expected a string within the file");
    const std::string_view text = rest_.substr(0, found.value);
    rest_.remove_prefix(found.value);
    return text;
  }

  void value(int depth) {
    if (depth > kMaxDepth) fail("expected at most 16 levels");
    if (rest_.empty()) fail("expected a value, found the end of the file");
    switch (byte_at(rest_, 0)) {
      case kOpenMap:
        return map(depth);
      case kDouble:
        return number();
      case kFalse:
      case kTrue:
      case kNull:
        rest_.remove_prefix(1);
        return;
      default:
        break;
    }
    const Head found = head();
    switch (found.major) {
      case kUnsigned:
      case kNegative:
        if (found.major == kNegative && found.value >> 63 != 0) fail("expected a 64-bit integer");
        rest_.remove_prefix(found.size);
        return;
      case kBytes:
      case kText:
        string();
        return;
      case kArray:
        rest_.remove_prefix(found.size);
        if (found.value > rest_.size()) fail("expected an array within the file");
        for (std::uint64_t i = 0; i < found.value; ++i) value(depth + 1);
        return;
      case kTag:
        rest_.remove_prefix(found.size);
        if (found.value == kMatrixTag) return matrix();
        if (element_of(found.value).size > 0) {
          elements(found.value);
          return;
        }
        if (found.value != kSelfDescribed) fail("expected a tag of the model format");
        return value(depth + 1);
      default:
        fail("expected a value of the model format");
    }
  }

  void map(int depth) {
    rest_.remove_prefix(1);
    while (!rest_.empty() && byte_at(rest_, 0) != kBreak) {
      if (byte_at(rest_, 0) >> 5 != kText) fail("expected a name");
      string();
      value(depth + 1);
    }
    if (rest_.empty()) fail("expected the end of a map");
    rest_.remove_prefix(1);
  }

  void number() {
    if (rest_.size() < 9) fail("expected a number within the file");
    if (!std::isfinite(CborValue(rest_).number())) fail("expected a finite number");
    rest_.remove_prefix(9);
  }

  std::uint64_t elements(std::uint64_t tag) {
    const Element element = element_of(tag);
    if (rest_.empty() || byte_at(rest_, 0) >> 5 != kBytes) fail("expected the bytes of an array");
    const std::string_view bytes = string();
    if (bytes.size() % element.size != 0) fail("expected whole elements of an array");
    const bool finite = !element.real || (element.size == 8 ? all_finite<std::uint64_t>(bytes)
                                                            : all_finite<std::uint32_t>(bytes));
    if (!finite) fail("expected finite numbers in the array before");
    return bytes.size() / element.size;
  }

  // Non-finite numbers have all bits of the exponent set, in the last bytes if little-endian.
  template <class Bits>
  static bool all_finite(std::string_view bytes) {
    constexpr bool kWide = sizeof(Bits) == 8;
    constexpr unsigned kLow = kWide ? 0xf0 : 0x80;
    bool finite = true;
    for (std::size_t i = sizeof(Bits); i <= bytes.size(); i += sizeof(Bits)) {
      finite = finite &&
               !((byte_at(bytes, i - 1) & 0x7f) == 0x7f && (byte_at(bytes, i - 2) & kLow) == kLow);
    }
    return finite;
  }

  void matrix() {
    if (head().major != kArray || head().value != 2) fail("expected a shape and an array");
    rest_.remove_prefix(1);
    const Head shape = head();
    if (shape.major != kArray || shape.value != 2) fail("expected two dimensions");
    rest_.remove_prefix(shape.size);
    std::uint64_t size[2] = {};
    for (std::uint64_t& n : size) {
      const Head dimension = head();
      if (dimension.major != kUnsigned || dimension.value > all_.size())
        fail("expected a dimension as a whole number");
      n = dimension.value;
      rest_.remove_prefix(dimension.size);
    }
    const Head tag = head();
    if (tag.major != kTag || element_of(tag.value).size == 0) fail("expected an array of numbers");
    rest_.remove_prefix(tag.size);
    std::uint64_t product = 0;
    if (__builtin_mul_overflow(size[0], size[1], &product) || elements(tag.value) != product)
      fail("expected as many numbers as the shape of the array before");
  }

  std::string_view all_, rest_;
};

}  // namespace

void check_cbor(std::string_view document) {
  Checker(document).document();
}

}  // namespace querent
