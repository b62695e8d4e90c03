// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include <querent/learners/models/cbor_writer.hpp>
#include <querent/learners/models/engine_words.hpp>
#include <querent/learners/random.hpp>
#include <querent/learners/state.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Several texts in one: their bytes, and the end of each.
struct PackedTexts {
  std::string bytes;                ///< all texts, concatenated
  std::vector<std::uint64_t> ends;  ///< end of each text, in bytes from the start
};
inline PackedTexts packed(const std::vector<std::string>& texts) {
  PackedTexts all;
  for (const std::string& text : texts) {
    all.bytes += text;
    all.ends.push_back(all.bytes.size());
  }
  return all;
}

/// Writes the fields of a value (learners/state.hpp) as the entries of a map.
class FieldWriter {
 public:
  explicit FieldWriter(CborWriter& out) : out_(out) {}

  /// Writes the field `name` of the current map.
  template <class T>
  void operator()(std::string_view name, const T& value) {
    out_.text(name);
    write(value);
  }
  /// A parameter, written like any field.
  void same(std::string_view name, const auto& value) { (*this)(name, value); }
  void is(std::string_view what) { (*this)("is", what); }  ///< the field "is"
  void must(bool) const {}                                 ///< for the reader only

 private:
  template <class T>
  void write(const T& value) {
    if constexpr (std::same_as<T, bool>) {
      out_.boolean(value);
    } else if constexpr (std::is_enum_v<T>) {
      out_.integer(static_cast<std::int64_t>(value));
    } else if constexpr (std::unsigned_integral<T>) {
      out_.unsigned_integer(value);
    } else if constexpr (std::integral<T>) {
      out_.integer(value);
    } else if constexpr (std::floating_point<T>) {
      out_.number(static_cast<double>(value));
    } else if constexpr (std::convertible_to<const T&, std::string_view>) {
      out_.text(value);
    } else if constexpr (std::same_as<T, Rng>) {
      write(words_of(value));
    } else {
      out_.begin_map();
      T::fields(value, *this);
      out_.end_map();
    }
  }
  template <class T>
    requires std::is_arithmetic_v<T>
  void write(const std::vector<T>& values) {
    out_.typed_array(std::span<const T>(values));
  }
  template <class T, std::size_t N>
  void write(const std::array<T, N>& values) {
    out_.typed_array(std::span<const T>(values));
  }
  void write(const Eigen::VectorXd& v) {
    out_.typed_array(std::span<const double>(v.data(), static_cast<std::size_t>(v.size())));
  }
  /// Writes the matrix by rows, whatever its storage order.
  template <int kOrder>
  void write(const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, kOrder>& m) {
    out_.tag(kMatrixTag);
    out_.array(2);
    out_.array(2);
    out_.unsigned_integer(static_cast<std::uint64_t>(m.rows()));
    out_.unsigned_integer(static_cast<std::uint64_t>(m.cols()));
    const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>& by_rows = m;
    out_.typed_array(
        std::span<const double>(by_rows.data(), static_cast<std::size_t>(by_rows.size())));
  }
  void write(const std::map<std::string, double, std::less<>>& values) {
    out_.begin_map();
    for (const auto& [name, value] : values) (*this)(name, value);
    out_.end_map();
  }
  void write(const std::vector<std::string>& texts) {
    const PackedTexts all = packed(texts);
    out_.begin_map();
    out_.text("text");
    out_.byte_string(all.bytes);
    (*this)("ends", all.ends);
    out_.end_map();
  }
  template <Stateful T>
  void write(const std::vector<T>& values) {
    out_.array(values.size());
    for (const T& value : values) write(value);
  }
  template <class T>
  void write(const std::optional<T>& value) {
    value ? write(*value) : out_.null();
  }

  CborWriter& out_;
};

}  // namespace querent
