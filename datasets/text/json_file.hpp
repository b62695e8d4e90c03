// SPDX-License-Identifier: Apache-2.0
// JSON files of this program, which may have been damaged or edited since they were written: read
// within limits, then field by field with type checks. An unexpected value throws CorruptError with
// the file, the place in it and the remedy.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <querent/datasets/error.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/text/printable.hpp>

namespace querent {

/// A value in such a file. Cheap to copy; the JSON must outlive it.
class JsonField {
 public:
  using Json = nlohmann::ordered_json;

  /// `remedy` tells the user how to recover: "remove it, and sweep again".
  JsonField(const Json& value, std::string file, std::string remedy)
      : value_(&value), about_(std::make_shared<About>(std::move(file), std::move(remedy))) {}

  const Json& json() const { return *value_; }
  bool has(const std::string& name) const { return value_->is_object() && value_->contains(name); }

  JsonField operator[](const std::string& name) const {
    if (!value_->is_object()) refuse("an object");
    const auto found = value_->find(name);
    if (found == value_->end()) refuse(fmt::format("a field \"{}\"", name));
    return {*found, about_, fmt::format("{}.{}", path_, name)};
  }
  /// Calls `each` with every element of an array.
  template <class Each>
  void elements(Each&& each) const {
    if (!value_->is_array()) refuse("an array");
    for (std::size_t i = 0; i < value_->size(); ++i)
      each(JsonField((*value_)[i], about_, fmt::format("{}[{}]", path_, i)));
  }
  /// Calls `each` with the name and value of every field of an object.
  template <class Each>
  void fields(Each&& each) const {
    if (!value_->is_object()) refuse("an object");
    for (const auto& [name, value] : value_->items())
      each(name, JsonField(value, about_, fmt::format("{}.{}", path_, name)));
  }

  std::string text(std::size_t longest = 4096) const {
    if (!value_->is_string()) refuse("a text");
    const auto& text = value_->template get_ref<const std::string&>();
    if (text.size() > longest) refuse(fmt::format("a text of at most {} bytes", longest));
    return text;
  }
  double number() const {
    if (!value_->is_number()) refuse("a number");
    const double number = value_->template get<double>();
    if (!std::isfinite(number)) refuse("a finite number");
    return number;
  }
  double number_in(double low, double high) const {
    const double found = number();
    if (!(found >= low && found <= high)) refuse(fmt::format("a number from {} to {}", low, high));
    return found;
  }
  std::uint64_t count() const {
    if (!value_->is_number_unsigned()) refuse("a whole number, 0 or larger");
    return value_->template get<std::uint64_t>();
  }
  bool flag() const {
    if (!value_->is_boolean()) refuse("true or false");
    return value_->template get<bool>();
  }

  [[noreturn]] void refuse(std::string_view expected) const {
    throw CorruptError(fmt::format("{}{}{}: expected {}, found {} — {}", printable(about_->first),
                                   path_.empty() ? "" : ": ", printable(path_), expected, found(),
                                   about_->second));
  }

 private:
  using About = std::pair<std::string, std::string>;  // file and remedy

  JsonField(const Json& value, std::shared_ptr<const About> about, std::string path)
      : value_(&value), about_(std::move(about)), path_(std::move(path)) {}

  std::string found() const {
    if (value_->is_object()) return "an object";
    if (value_->is_array()) return fmt::format("an array of {}", value_->size());
    return in_quotes(value_->dump(-1, ' ', false, Json::error_handler_t::replace));
  }

  const Json* value_;
  std::shared_ptr<const About> about_;
  std::string path_ = {};
};

/// Reads the file, limited to `most` bytes and 64 levels. `whole`, unless null, receives its text.
inline nlohmann::ordered_json read_json_file(const std::filesystem::path& file,
                                             std::string_view remedy, std::string* whole = nullptr,
                                             std::size_t most = std::size_t{64} << 20) {
  using Json = nlohmann::ordered_json;
  constexpr int kDeepest = 64;
  Input input = Input::open(file);
  const auto refuse = [&](std::string_view place, std::string_view what) {
    return CorruptError(
        fmt::format("{}{}: {} — {}", printable(file.string()), place, what, remedy));
  };
  std::string text;
  for (auto bytes = input.read(); !bytes.empty(); bytes = input.read()) {
    text.append(bytes.data(), bytes.size());
    if (text.size() > most)
      throw refuse("", fmt::format("expected at most {} bytes, found more", most));
  }
  if (whole != nullptr) *whole = text;
  try {
    return Json::parse(text, [&](int depth, Json::parse_event_t, const Json&) {
      if (depth > kDeepest)
        throw refuse("", fmt::format("expected at most {} levels, found more", kDeepest));
      return true;
    });
  } catch (const Json::parse_error& error) {
    const std::string_view before =
        std::string_view(text).substr(0, error.byte == 0 ? 0 : error.byte - 1);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1;
    throw refuse(fmt::format(":{}:{}", line, column), "expected JSON, found damage");
  } catch (const Json::exception&) {  // a number out of range of a double
    throw refuse("", "expected JSON with numbers that a double holds");
  }
}

}  // namespace querent
