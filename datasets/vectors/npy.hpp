// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/error.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The header of NumPy's .npy format (NEP 1; versions 1.0, 2.0 and 3.0).
struct NpyHeader {
  char kind = 'f';             ///< 'b' truth value, 'i', 'u', 'f' numbers, 'S' bytes, 'U' text
  std::size_t item_size = 8;   ///< bytes per element
  bool big_endian = false;     ///< byte order of the elements
  bool fortran_order = false;  ///< the first index varies fastest
  std::vector<std::uint64_t> shape;  ///< empty for a scalar
  std::uint64_t count = 1;  ///< number of elements, the product of `shape`, checked for overflow
  std::size_t data_offset = 0;  ///< offset of the first element in bytes
};

/// Reads the header at the beginning of `bytes`, which may end anywhere after it. No memory is
/// allocated according to header fields. Throws DataError with `name` and the remedy for arrays of
/// Python objects, records, dates, complex and half-precision numbers.
NpyHeader parse_npy_header(std::string_view bytes, const std::string& name);

/// A whole .npy file in memory.
class NpyArray {
 public:
  /// The caller keeps `bytes` alive. Throws DataError if their number differs from the header's.
  NpyArray(std::string_view bytes, std::string name);

  /// Shape, type and order as stated in the file.
  const NpyHeader& header() const { return header_; }
  const std::string& name() const { return name_; }     ///< for messages
  std::uint64_t size() const { return header_.count; }  ///< number of elements

  /// Element i < size() in storage order. Throws DataError if the array does not hold numbers.
  double number(std::uint64_t i) const;
  /// Element i as an integer; DataError with the element's place if it is not a whole number or
  /// exceeds 64 signed bits.
  std::int64_t integer(std::uint64_t i) const;
  /// Element i as text: whole numbers without a point, strings without NumPy's padding; DataError
  /// with the element's place if it is invalid UTF-8 or contains NUL.
  std::string text(std::uint64_t i) const;

  /// The same for a label: "" for NaN, an unknown one; DataError with the place for infinity.
  std::string label(std::uint64_t i) const;

  /// "file:byte N", where element i begins.
  Place place_of(std::uint64_t i) const;

 private:
  template <typename T>
  T load(std::uint64_t i) const;
  std::string raw_text(std::uint64_t i) const;      // for kind 'S'
  std::string decoded_text(std::uint64_t i) const;  // for kind 'U'

  std::string_view bytes_;
  std::string name_;
  NpyHeader header_;
};

}  // namespace querent
