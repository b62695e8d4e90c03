// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace [[gnu::visibility("default")]] querent {

/// A place in an input. Lines and columns count from 1, columns in bytes; 0 means unknown.
struct Place {
  std::string source;        ///< file name, "<stdin>" or a member of an archive
  std::uint64_t line = 0;    ///< of the first offending byte
  std::uint64_t column = 0;  ///< of the first offending byte
};

/// "file:line:col" without the unknown parts.
std::string to_string(const Place& place);

/// Bad input data (exit code 3). what() reads `file:line:col: expected …, found … — remedy`, one
/// line per error.
class DataError : public std::runtime_error {
 public:
  /// `message` is the complete what().
  explicit DataError(const std::string& message) : std::runtime_error(message) {}
  /// The place is put in front of what().
  DataError(const Place& place, std::string_view message);
};

/// A file or an address that cannot be read or written (exit code 4).
class IoError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A stated limit was exceeded: memory, line length, decompression ratio (exit code 5).
class LimitError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file written by this program is damaged or of another version (exit code 6).
class CorruptError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The caller's progress function requested a stop.
class Cancelled : public std::runtime_error {
 public:
  Cancelled() : std::runtime_error("cancelled") {}
};

/// Collects the errors of one input to report them together: the first 20 in full, then a count.
class ErrorList {
 public:
  static constexpr std::size_t kShown = 20;  ///< errors kept in full

  /// `message` is "expected …, found … — remedy".
  void add(const Place& place, std::string_view message);
  std::uint64_t count() const { return count_; }  ///< all errors, shown or not
  bool empty() const { return count_ == 0; }      ///< no error was added
  /// Throws DataError with the collected errors; does nothing if there are none.
  void throw_if_any() const;

 private:
  std::vector<std::string> shown_;
  std::uint64_t count_ = 0;
};

/// The name in `known` with the smallest edit distance to `name`, or "" if none is near.
std::string nearest_name(std::string_view name, const std::vector<std::string>& known);

/// `text` for use in a message: quoted, control bytes escaped, shortened after 40 bytes.
std::string in_quotes(std::string_view text);

}  // namespace querent
