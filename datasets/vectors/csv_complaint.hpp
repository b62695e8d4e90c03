// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <querent/datasets/vectors/parse_field.hpp>

namespace querent {

/// A column of a table whose value in some row is no number.
struct BadColumn {
  enum class Kind { kWord, kMissing, kComma, kOther };  ///< kComma: a number but for commas
  std::size_t column;                                   ///< from 0
  Kind kind;
  std::string name;  ///< as a message and drop_column show it
  std::string text;  ///< the value
  FieldError error;
};

/// What is wrong with a row, as one error with the options that read all its columns. One column:
/// its own error.
FieldError complaint_of(std::span<const BadColumn> bad);

}  // namespace querent
