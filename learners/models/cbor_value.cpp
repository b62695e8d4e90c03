// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/models/cbor_value.hpp>

#include <string>

#include <querent/learners/models/cbor_head.hpp>

namespace querent {

using namespace cbor;

namespace {

[[noreturn]] void wrong(const char* expected) {
  throw ModelError(std::string("expected ") + expected);
}

Head head_of_major(std::string_view bytes, unsigned major, const char* expected) {
  const auto head = head_of(bytes);
  if (!head || head->major != major) wrong(expected);
  return *head;
}

std::string_view string_of(std::string_view bytes, unsigned major, const char* expected) {
  const Head head = head_of_major(bytes, major, expected);
  return bytes.substr(head.size, head.value);
}

}  // namespace

std::uint64_t CborValue::unsigned_integer() const {
  return head_of_major(bytes_, kUnsigned, "a whole number").value;
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
  const Head head = head_of_major(bytes_, kTag, "an array or matrix");
  if (head.value != number) wrong("an array or matrix of another type of element");
  return CborValue(bytes_.substr(head.size));
}

std::vector<CborValue> CborValue::array(std::size_t limit) const {
  const Head head = head_of_major(bytes_, kArray, "a list");
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

}  // namespace querent
