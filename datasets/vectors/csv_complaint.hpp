// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <querent/datasets/vectors/parse_field.hpp>

namespace querent {

/// A column of a table with a value that is not a number.
struct BadColumn {
  enum class Kind { kWord, kMissing, kComma, kOther };  ///< kComma: a number except for its commas
  std::size_t column;                                   ///< from 0
  Kind kind;
  std::string name;  ///< its name in messages and in drop_column
  std::string text;  ///< the value
  FieldError error;
};

/// Combines the errors of a row into one, with the options that would read all its columns. A
/// single column keeps its own error.
FieldError complaint_of(std::span<const BadColumn> bad);

}  // namespace querent
