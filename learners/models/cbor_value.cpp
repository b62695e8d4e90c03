// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/models/cbor_value.hpp>

#include <cmath>
#include <string>

namespace querent {

namespace {

enum Major : unsigned { kUnsigned, kNegative, kBytes, kText, kArray, kMap, kTag, kSimple };
constexpr unsigned char kFalse = 0xf4, kTrue = 0xf5, kNull = 0xf6, kDouble = 0xfb, kOpenMap = 0xbf,
                        kBreak = 0xff;
constexpr int kMaxDepth = 16;

unsigned char byte_at(std::string_view bytes, std::size_t i) {
  return static_cast<unsigned char>(bytes[i]);
}

// The first byte or nine of a value.
struct Head {
  unsigned major;
  std::uint64_t value;
  std::size_t size;
};

std::optional<Head> head_of(std::string_view bytes) {
  if (bytes.empty()) return std::nullopt;
  const unsigned first = byte_at(bytes, 0), low = first & 31;
  Head head{.major = first >> 5, .value = low, .size = 1};
  if (low < 24) return head;
  if (low > 27) return std::nullopt;
  head.size += std::size_t{1} << (low - 24);
  if (bytes.size() < head.size) return std::nullopt;
  head.value = 0;
  for (std::size_t i = 1; i < head.size; ++i) head.value = head.value << 8 | byte_at(bytes, i);
  return head;
}

[[noreturn]] void wrong(const char* expected) {
  throw ModelError(std::string("expected ") + expected);
}

Head head_of(std::string_view bytes, unsigned major, const char* expected) {
  const auto head = head_of(bytes);
  if (!head || head->major != major) wrong(expected);
  return *head;
}

std::string_view string_of(std::string_view bytes, unsigned major, const char* expected) {
  const Head head = head_of(bytes, major, expected);
  return bytes.substr(head.size, head.value);
}

// Element size and whether it is a floating-point number; 0 for a tag that is none of an array.
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

// Looks at every byte once.
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

  // All bits of the exponent are set in what is not finite, in the last bytes of little-endian.
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
        fail("expected a dimension");
      n = dimension.value;
      rest_.remove_prefix(dimension.size);
    }
    const Head tag = head();
    if (tag.major != kTag || element_of(tag.value).size == 0) fail("expected an array of numbers");
    rest_.remove_prefix(tag.size);
    std::uint64_t product = 0;
    if (__builtin_mul_overflow(size[0], size[1], &product) || elements(tag.value) != product)
      fail("expected as many numbers as the shape says in the array before");
  }

  std::string_view all_, rest_;
};

}  // namespace

std::uint64_t CborValue::unsigned_integer() const {
  return head_of(bytes_, kUnsigned, "a whole number").value;
}

std::int64_t CborValue::integer() const {
  const auto head = head_of(bytes_);
  if (!head || head->major > kNegative || head->value >> 63 != 0) wrong("an integer");
  const auto value = static_cast<std::int64_t>(head->value);
  return head->major == kUnsigned ? value : -1 - value;
}

bool CborValue::boolean() const {
  const unsigned char byte = byte_at(bytes_, 0);
  if (byte != kFalse && byte != kTrue) wrong("true or false");
  return byte == kTrue;
}

bool CborValue::is_null() const {
  return byte_at(bytes_, 0) == kNull;
}

double CborValue::number() const {
  if (byte_at(bytes_, 0) != kDouble) wrong("a number");
  return std::bit_cast<double>(head_of(bytes_)->value);
}

std::string_view CborValue::text() const {
  return string_of(bytes_, kText, "a text");
}

std::string_view CborValue::byte_string() const {
  return string_of(bytes_, kBytes, "bytes");
}

CborValue CborValue::tagged(std::uint64_t number) const {
  const Head head = head_of(bytes_, kTag, "an array or matrix");
  if (head.value != number) wrong("an array or matrix of another type of element");
  return CborValue(bytes_.substr(head.size));
}

std::vector<CborValue> CborValue::array(std::size_t limit) const {
  const Head head = head_of(bytes_, kArray, "a list");
  if (head.value > limit) wrong("a shorter list");
  std::vector<CborValue> values;
  std::string_view at = bytes_.substr(head.size);
  for (std::uint64_t i = 0; i < head.value; ++i) {
    values.emplace_back(at);
    at.remove_prefix(values.back().size());
  }
  return values;
}

bool CborValue::is_map() const {
  return byte_at(bytes_, 0) == kOpenMap;
}

bool CborValue::ends(std::string_view at) {
  return byte_at(at, 0) == kBreak;
}

std::string_view CborValue::inside_map() const {
  if (!is_map()) wrong("a map of names");
  return bytes_.substr(1);
}

std::optional<CborValue> CborValue::find(std::string_view key) const {
  std::optional<CborValue> found;
  for_each([&](std::string_view name, const CborValue& value) {
    if (!found && name == key) found = value;
  });
  return found;
}

std::size_t CborValue::size() const {
  if (is_map()) {
    std::string_view at = inside_map();
    while (!ends(at)) at.remove_prefix(CborValue(at).size());
    return bytes_.size() - at.size() + 1;
  }
  const Head head = *head_of(bytes_);
  std::size_t size = head.size;
  if (head.major == kBytes || head.major == kText) return size + head.value;
  const std::uint64_t inner = head.major == kArray ? head.value : head.major == kTag ? 1 : 0;
  for (std::uint64_t i = 0; i < inner; ++i) size += CborValue(bytes_.substr(size)).size();
  return size;
}

void check_cbor(std::string_view document) {
  Checker(document).document();
}

}  // namespace querent
