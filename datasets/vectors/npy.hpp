// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/error.hpp>

namespace [[gnu::visibility("default")]] querent {

/// What the header of NumPy's .npy format says (NEP 1; versions 1.0, 2.0 and 3.0).
struct NpyHeader {
  char kind = 'f';             ///< 'b' truth value, 'i', 'u', 'f' numbers, 'S' bytes, 'U' text
  std::size_t item_size = 8;   ///< bytes an element
  bool big_endian = false;     ///< byte order of the elements
  bool fortran_order = false;  ///< the first index varies fastest
  std::vector<std::uint64_t> shape;  ///< empty for a scalar
  std::uint64_t count = 1;           ///< elements: the product of `shape`, checked for overflow
  std::size_t data_offset = 0;       ///< where the elements begin, in bytes from the start
};

/// Reads the header that `bytes` begin with; they may end anywhere behind it. Nothing is allocated
/// by what a header claims. Arrays of Python objects, records, dates, complex and half numbers are
/// a DataError that names `name` and the remedy.
NpyHeader parse_npy_header(std::string_view bytes, const std::string& name);

/// A whole .npy file in memory.
class NpyArray {
 public:
  /// The caller keeps `bytes` alive. DataError when they are not exactly as many as the header
  /// says.
  NpyArray(std::string_view bytes, std::string name);

  /// Shape, type and order as the file states them.
  const NpyHeader& header() const { return header_; }
  const std::string& name() const { return name_; }     ///< for messages
  std::uint64_t size() const { return header_.count; }  ///< elements

  /// Element i in storage order, i < size(). The array must hold numbers, else DataError.
  double number(std::uint64_t i) const;
  /// The same for a whole number; DataError with the element's place when it is none or does not
  /// fit in 64 signed bits.
  std::int64_t integer(std::uint64_t i) const;
  /// Element i as text: whole numbers without a point, strings without NumPy's padding; DataError
  /// with the element's place where they are not UTF-8 or hold a NUL.
  std::string text(std::uint64_t i) const;

  /// "file:byte N", where element i begins.
  Place place_of(std::uint64_t i) const;

 private:
  template <typename T>
  T load(std::uint64_t i) const;
  std::string raw_text(std::uint64_t i) const;      // of kind 'S'
  std::string decoded_text(std::uint64_t i) const;  // of kind 'U'

  std::string_view bytes_;
  std::string name_;
  NpyHeader header_;
};

}  // namespace querent
