// SPDX-License-Identifier: Apache-2.0
// The header of an ARFF file: @relation, @attribute lines, @data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/parse_field.hpp>

namespace querent {

// Scans a line of an ARFF file: words, quoted strings and the characters between them.

/// A word or a quoted string, and its position in the line.
struct ArffToken {
  std::string text;
  std::size_t begin = 0;
  bool quoted = false;
  bool missing() const { return !quoted && text == "?"; }
};

/// Splits a line into tokens. Errors are FieldErrors of the line.
class ArffScanner {
 public:
  ArffScanner(std::string_view line, std::uint64_t number) : line_(line), number_(number) {
    skip_blanks();
  }

  /// True at the end of the line or at a comment.
  bool at_end() const { return at_ >= line_.size() || line_[at_] == '%'; }
  bool at(char c) const { return at_ < line_.size() && line_[at_] == c; }
  /// If the next character is c, skips it and the blanks after it and returns true.
  bool accept(char c) {
    if (!at(c)) return false;
    ++at_;
    skip_blanks();
    return true;
  }
  void expect(char c);
  /// Reads up to a blank, a comma or a brace, or a string quoted by ' or ", where a backslash
  /// escapes the next character. `what` describes the expected token.
  ArffToken token(std::string_view what);
  /// Describes the next character for a message.
  std::string found() const;
  std::size_t position() const { return at_; }
  [[noreturn]] void fail(std::size_t begin, std::string message) const {
    throw FieldError{number_, begin + 1, std::move(message)};
  }

 private:
  void skip_blanks() {
    while (at(' ') || at('\t')) ++at_;
  }

  std::string_view line_;
  std::uint64_t number_;
  std::size_t at_ = 0;
};

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
