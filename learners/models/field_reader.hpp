// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <querent/learners/models/cbor_value.hpp>
#include <querent/learners/models/engine_words.hpp>
#include <querent/learners/random.hpp>
#include <querent/learners/state.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Fills the fields of a value (learners/state.hpp) from the entries of a map, found by name, and
/// ignores those that a later minor version added. ModelError names a field that is missing, of
/// another type, impossible, or different in the value being filled.
class FieldReader {
 public:
  explicit FieldReader(CborValue map) : map_(map) {}

  /// Fills `value` from the field `name`. If that is missing or unfit, ModelError names it.
  template <class T>
  void operator()(std::string_view name, T& value) const {
    at(name, [&](const CborValue& from) { read(from, value); });
  }
  /// Leaves `value` empty if an earlier minor version did not have the field.
  template <class T>
  void operator()(std::string_view name, std::optional<T>& value) const {
    value.reset();
    if (map_.find(name)) at(name, [&](const CborValue& from) { read(from, value); });
  }
  /// Throws ModelError if the file's value differs.
  template <class T>
  void same(std::string_view name, const T& value) const {
    at(name, [&](const CborValue& from) {
      T kept = value;
      read(from, kept);
      if (!(kept == value))
        throw ModelError("expected " + shown(value) + " as here, found " + shown(kept));
    });
  }
  /// Throws ModelError unless the model has this name.
  void is(std::string_view what) const {
    at("is", [&](const CborValue& from) {
      if (from.text() != what)
        throw ModelError("expected " + std::string(what) + ", found " + std::string(from.text()));
    });
  }
  /// Throws ModelError unless a condition between the fields holds.
  void must(bool holds) const {
    if (!holds) throw ModelError("expected a valid state, found an invalid one");
  }
  /// The value of a field, or nullopt.
  std::optional<CborValue> find(std::string_view name) const { return map_.find(name); }

 private:
  static constexpr std::size_t kMostValues = 4096;  // limit of a list; arrays have no such limit

  void at(std::string_view name, auto&& use) const {
    const auto from = map_.find(name);
    if (!from) throw ModelError(std::string(name) + " is missing");
    try {
      use(*from);
    } catch (const ModelError& error) {
      throw ModelError(std::string(name) + ": " + error.what());
    }
  }

  template <class T>
  static std::string shown(const T& value) {
    if constexpr (requires { std::to_string(value); }) {
      return std::to_string(value);
    } else if constexpr (std::is_enum_v<T>) {
      return std::to_string(static_cast<int>(value));
    } else if constexpr (std::convertible_to<const T&, std::string>) {
      return value;
    } else {
      return "another value";
    }
  }

  template <class T>
  static void read(const CborValue& from, T& value) {
    if constexpr (std::same_as<T, bool>) {
      value = from.boolean();
    } else if constexpr (std::integral<T> || std::is_enum_v<T>) {
      value = whole<T>(from);
    } else if constexpr (std::floating_point<T>) {
      value = static_cast<T>(from.number());
    } else if constexpr (std::same_as<T, std::string>) {
      value = from.text();
    } else if constexpr (std::same_as<T, Rng>) {
      read_engine(from, value);
    } else {
      T::fields(value, FieldReader(from));
    }
  }
  template <class T>
  static T whole(const CborValue& from) {
    if constexpr (std::is_enum_v<T>) {
      return static_cast<T>(whole<std::underlying_type_t<T>>(from));
    } else {
      const auto fits = [](auto value) {
        if (!std::in_range<T>(value)) throw ModelError("expected a smaller number");
        return static_cast<T>(value);
      };
      if constexpr (std::unsigned_integral<T>) return fits(from.unsigned_integer());
      return fits(from.integer());
    }
  }
  static void read_engine(const CborValue& from, Rng& rng) {
    std::vector<std::uint64_t> words;
    read(from, words);
    if (!set_words(rng, std::move(words))) throw ModelError("expected the state of an engine");
  }
  template <class T>
    requires std::is_arithmetic_v<T>
  static void read(const CborValue& from, std::vector<T>& values) {
    from.typed_array<T>([&](std::size_t count) {
      values = std::vector<T>(count);
      return std::span<T>(values);
    });
  }
  template <class T, std::size_t N>
  static void read(const CborValue& from, std::array<T, N>& values) {
    from.typed_array<T>([&](std::size_t count) {
      if (count != N) throw ModelError("expected " + std::to_string(N) + " numbers");
      return std::span<T>(values);
    });
  }
  static void read(const CborValue& from, Eigen::VectorXd& v) {
    from.typed_array<double>([&](std::size_t count) {
      v.resize(static_cast<Eigen::Index>(count));
      return std::span<double>(v.data(), count);
    });
  }
  template <int kOrder>
  static void read(const CborValue& from,
                   Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, kOrder>& m) {
    const auto parts = from.tagged(kMatrixTag).array(2);
    const auto shape = parts.at(0).array(2);
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> by_rows;
    parts.at(1).typed_array<double>([&](std::size_t count) {
      by_rows.resize(static_cast<Eigen::Index>(shape.at(0).unsigned_integer()),
                     static_cast<Eigen::Index>(shape.at(1).unsigned_integer()));
      return std::span<double>(by_rows.data(), count);
    });
    m = std::move(by_rows);
  }
  static void read(const CborValue& from, std::map<std::string, double, std::less<>>& values) {
    values.clear();
    from.for_each([&](std::string_view name, const CborValue& value) {
      if (values.size() == kMostValues) throw ModelError("expected fewer names");
      values.emplace(name, value.number());
    });
  }
  static void read(const CborValue& from, std::vector<std::string>& texts) {
    const FieldReader field(from);
    std::vector<std::uint64_t> ends;
    field("ends", ends);
    field.at("text", [&](const CborValue& bytes) {
      const std::string_view all = bytes.byte_string();
      std::uint64_t begin = 0;
      texts.clear();
      for (const std::uint64_t end : ends) {
        if (end < begin || end > all.size()) throw ModelError("expected ends within the text");
        texts.emplace_back(all.substr(begin, end - begin));
        begin = end;
      }
      if (begin != all.size()) throw ModelError("expected an end of the last text");
    });
  }
  template <Stateful T>
  static void read(const CborValue& from, std::vector<T>& values) {
    const auto list = from.array(kMostValues);
    if constexpr (std::default_initializable<T>) values.resize(list.size());
    if (list.size() != values.size())
      throw ModelError("expected " + std::to_string(values.size()) + " as here, found " +
                       std::to_string(list.size()));
    for (std::size_t i = 0; i < list.size(); ++i) read(list[i], values[i]);
  }
  template <std::default_initializable T>
  static void read(const CborValue& from, std::optional<T>& value) {
    value.reset();
    if (!from.is_null()) read(from, value.emplace());
  }

  CborValue map_;
};

}  // namespace querent
