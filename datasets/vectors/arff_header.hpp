// SPDX-License-Identifier: Apache-2.0
// The header of an ARFF file: @relation, @attribute lines, @data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <querent/datasets/input.hpp>

namespace querent {

/// A column as the header declares it.
struct ArffAttribute {
  std::string name;
  bool nominal = false;
  std::vector<std::string> values;                          ///< of a nominal attribute
  std::map<std::string, std::uint32_t, std::less<>> index;  ///< of its values
  std::uint32_t first_feature = 0;  ///< of its features, set by who reads rows

  std::uint32_t num_features() const {
    return nominal ? static_cast<std::uint32_t>(values.size()) : 1;
  }
};

/// The attributes of the header, whose last line, @data, is the last that was read then. FieldError
/// where it is malformed, LimitError of more than kMaxColumns attributes or values of them.
std::vector<ArffAttribute> read_arff_header(LineReader& lines, const std::string& file);

/// Which attribute is the label: by its name, "first", "last" (the default of an empty `label`) or
/// its number from 1 on; none for "none". DataError, at line `line` of the file, of any other.
std::optional<std::size_t> find_arff_label(const std::vector<ArffAttribute>& attributes,
                                           const std::string& label, const std::string& file,
                                           std::uint64_t line);

}  // namespace querent
