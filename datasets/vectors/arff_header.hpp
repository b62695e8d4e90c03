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

/// A column as declared in the header.
struct ArffAttribute {
  std::string name;
  bool nominal = false;
  std::vector<std::string> values;                          ///< of a nominal attribute
  std::map<std::string, std::uint32_t, std::less<>> index;  ///< index of each value
  std::uint32_t first_feature = 0;  ///< its first feature, set by the reader of the rows

  std::uint32_t num_features() const {
    return nominal ? static_cast<std::uint32_t>(values.size()) : 1;
  }
};

/// The attributes of the header; the last line read is @data. Throws FieldError if it is malformed,
/// LimitError for more than kMaxColumns attributes or nominal values.
std::vector<ArffAttribute> read_arff_header(LineReader& lines, const std::string& file);

/// Index of the label attribute, given by name, as "first", "last" (default for an empty `label`)
/// or as a number from 1; nullopt for "none". Throws DataError at line `line` for anything else.
std::optional<std::size_t> find_arff_label(const std::vector<ArffAttribute>& attributes,
                                           const std::string& label, const std::string& file,
                                           std::uint64_t line);

}  // namespace querent
