// SPDX-License-Identifier: Apache-2.0
// The part of CBOR (RFC 8949) that model files use, read in place: a value is a view of the file's
// bytes, so that a false claim in a file allocates nothing.
//
// It is our own code beside nlohmann-json, which reads the same files in tests/models: that library
// takes at least 16 bytes per byte-sized value and grows a byte string by doubling, so that a
// damaged or hostile file of n bytes could allocate many times n.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <querent/learners/models/cbor_writer.hpp>
#include <querent/learners/models/model_error.hpp>

namespace [[gnu::visibility("default")]] querent {

/// A view of a value within a document that check_cbor() found well-formed. Reading it as another
/// type throws ModelError ("expected a text").
class CborValue {
 public:
  /// `document` begins with the value; the rest is ignored.
  explicit CborValue(std::string_view document) : bytes_(document) {}

  /// Major type 0.
  std::uint64_t unsigned_integer() const;
  /// Major types 0 and 1, if they fit.
  std::int64_t integer() const;
  /// The simple values 20 and 21.
  bool boolean() const;
  bool is_null() const;  ///< the simple value 22
  /// A double of 8 bytes, NaN and infinities included.
  double number() const;
  /// Major type 3, a view of the document.
  std::string_view text() const;
  /// Major type 2, a view of the document.
  std::string_view byte_string() const;
  /// The value that the tag `number` marks.
  CborValue tagged(std::uint64_t number) const;
  /// The values of an array, at most `limit`.
  std::vector<CborValue> array(std::size_t limit) const;
  bool is_map() const;  ///< of indefinite length, as CborWriter makes them
  /// The value of a key, or nullopt.
  std::optional<CborValue> find(std::string_view key) const;
  /// Calls visit(key, value) in the order of the file.
  void for_each(auto&& visit) const {
    for (std::string_view at = inside_map(); !ends(at);) {
      const CborValue key(at);
      at.remove_prefix(key.size());
      const CborValue value(at);
      at.remove_prefix(value.size());
      visit(key.text(), value);
    }
  }

  /// Copies the elements of a typed array into `to(count)`, which returns the memory for them.
  template <class T, class Place>
  void typed_array(Place&& place) const {
    const std::string_view bytes = tagged(kArrayTag<T>).byte_string();
    if (bytes.size() % sizeof(T) != 0) throw ModelError("expected whole elements of an array");
    const std::span<T> to = place(bytes.size() / sizeof(T));
    if (bytes.empty()) return;
    std::memcpy(to.data(), bytes.data(), bytes.size());
    if constexpr (std::endian::native == std::endian::big) {
      for (T& value : to) {
        auto* byte = reinterpret_cast<char*>(&value);
        std::reverse(byte, byte + sizeof(T));
      }
    }
  }

  /// Size of the value in bytes.
  std::size_t size() const;

 private:
  static bool ends(std::string_view at);
  std::string_view inside_map() const;

  std::string_view bytes_;
};

/// Checks `document` byte by byte: one value of the kinds above, nothing after it, at most 16
/// levels, keys that are texts, strings within the document, arrays whose shape matches their
/// length, every number finite. ModelError names the error and its byte.
void check_cbor(std::string_view document);

}  // namespace querent
