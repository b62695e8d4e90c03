// SPDX-License-Identifier: Apache-2.0
// A line of an ARFF file: words, quoted strings and the signs between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <querent/datasets/vectors/parse_field.hpp>

namespace querent {

/// A word or a quoted string of a line, and where it begins.
struct ArffToken {
  std::string text;
  std::size_t begin = 0;
  bool quoted = false;
  bool missing() const { return !quoted && text == "?"; }
};

/// Takes a line apart. Failures are FieldErrors of the line.
class ArffScanner {
 public:
  ArffScanner(std::string_view line, std::uint64_t number) : line_(line), number_(number) {
    skip_blanks();
  }

  /// Of the line, or of what is no comment of it.
  bool at_end() const { return at_ >= line_.size() || line_[at_] == '%'; }
  bool at(char c) const { return at_ < line_.size() && line_[at_] == c; }
  /// Whether c stands here; it and the blanks behind it are passed then.
  bool accept(char c) {
    if (!at(c)) return false;
    ++at_;
    skip_blanks();
    return true;
  }
  void expect(char c);
  /// Up to a blank, a comma or a brace; quoted by ' or ", where a backslash takes the next
  /// character as it is. `what` is what should stand here.
  ArffToken token(std::string_view what);
  /// What stands here, for a message.
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

}  // namespace querent
