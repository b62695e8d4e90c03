// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>

#include <querent/datasets/bibliography/work.hpp>
#include <querent/datasets/bibliography/works.hpp>

namespace querent {

/// A value of a document, or nothing: simdjson does not allow calls on an element without a
/// document.
class JsonElement {
 public:
  JsonElement() = default;
  JsonElement(simdjson::dom::element element) : element_(element), there_(true) {}

  template <class Value>
  simdjson::error_code get(Value& value) const {
    return there_ ? element_.get(value) : simdjson::NO_SUCH_FIELD;
  }
  bool is_null() const { return !there_ || element_.is_null(); }
  bool is_array() const { return there_ && element_.is_array(); }
  bool is_object() const { return there_ && element_.is_object(); }

 private:
  simdjson::dom::element element_;
  bool there_ = false;
};

/// Member `key` of an object; nothing for any other value.
inline JsonElement member(JsonElement object, std::string_view key) {
  simdjson::dom::object fields;
  simdjson::dom::element value;
  if (object.get(fields) != simdjson::SUCCESS || fields.at_key(key).get(value) != simdjson::SUCCESS)
    return {};
  return value;
}
/// Its text; "" if it is not a string.
inline std::string_view text_of(JsonElement value) {
  std::string_view text;
  return value.get(text) == simdjson::SUCCESS ? text : std::string_view{};
}
inline std::string_view text_of(JsonElement object, std::string_view key) {
  return text_of(member(object, key));
}
inline int number_of(JsonElement object, std::string_view key) {
  std::int64_t number = 0;
  const bool fits =
      member(object, key).get(number) == simdjson::SUCCESS && number > 0 && number < 10000;
  return fits ? static_cast<int>(number) : 0;
}
/// Calls `each` with every element of an array; does nothing for any other value.
template <class Each>
void for_each(JsonElement array, Each each) {
  simdjson::dom::array elements;
  if (array.get(elements) != simdjson::SUCCESS) return;
  for (const JsonElement element : elements) each(element);
}

/// Replaces the tags of HTML, JATS and MathML by `gap`, and the entities of XML by their characters.
std::string without_markup(std::string_view text, std::string_view gap);

/// Why a record does not fit the source; "" if it does.
std::string openalex_work(JsonElement record, const WorksOptions& options, Work& work);
std::string crossref_work(JsonElement record, const WorksOptions& options, Work& work);
std::string semantic_scholar_work(JsonElement record, const WorksOptions& options, Work& work);

}  // namespace querent
