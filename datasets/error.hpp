// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace [[gnu::visibility("default")]] querent {

/// A place in an input. Lines and columns count from 1, columns in bytes; 0 means "not known".
struct Place {
  std::string source;        ///< file name, "<stdin>" or a member of an archive
  std::uint64_t line = 0;    ///< of the first offending byte
  std::uint64_t column = 0;  ///< of the first offending byte
};

/// "file:line:col", with what is not known left out.
std::string to_string(const Place& place);

/// Bad input data (exit code 3). what() reads `file:line:col: expected …, found … — remedy`, one
/// line an error.
class DataError : public std::runtime_error {
 public:
  /// `message` is all of what().
  explicit DataError(const std::string& message) : std::runtime_error(message) {}
  /// what() begins with the place.
  DataError(const Place& place, std::string_view message);
};

/// A file or an address that cannot be read or written (exit code 4).
class IoError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A stated limit was hit: memory, line length, decompression ratio (exit code 5).
class LimitError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file that this program wrote and that is damaged or of another version (exit code 6).
class CorruptError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The caller's progress function asked to stop.
class Cancelled : public std::runtime_error {
 public:
  Cancelled() : std::runtime_error("cancelled") {}
};

/// Collects the errors of one input so that a person sees them together: the first 20 in full, then
/// a count.
class ErrorList {
 public:
  static constexpr std::size_t kShown = 20;  ///< errors kept in full

  /// `message` is "expected …, found … — remedy".
  void add(const Place& place, std::string_view message);
  std::uint64_t count() const { return count_; }  ///< all of them, shown or not
  bool empty() const { return count_ == 0; }      ///< nothing was added
  /// Throws DataError with what was collected; does nothing when that is nothing.
  void throw_if_any() const;

 private:
  std::vector<std::string> shown_;
  std::uint64_t count_ = 0;
};

/// The name among `known` that is nearest to `name` in edit distance, or "" when none is near.
std::string nearest_name(std::string_view name, const std::vector<std::string>& known);

/// `text` as it may stand in a message: quoted, control bytes escaped, shortened after 40 bytes.
std::string in_quotes(std::string_view text);

}  // namespace querent
