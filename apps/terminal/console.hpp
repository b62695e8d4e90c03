// SPDX-License-Identifier: Apache-2.0
// Messages for the user: results on standard output, everything else on standard error.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace querent::apps {

class Console {
 public:
  /// Examines standard error, NO_COLOR and TERM.
  Console();

  bool quiet = false;             ///< --quiet: errors only
  std::string* copied = nullptr;  ///< receives a copy of notes and errors
  bool terminal() const { return terminal_; }
  int width() const;

  /// Prints to standard output, escaped by for_terminal(). IoError if writing fails.
  void print(std::string_view text) const;
  /// Prints to standard output, unchanged unless it is a terminal. IoError.
  void print_data(std::string_view bytes) const;
  /// Print "note: …" or "error: …" to standard error, with the prefix on each line, escaped by
  /// for_terminal().
  void note(std::string_view message) const;
  void error(std::string_view message) const;
  /// Writes to standard error, unchanged.
  void raw(std::string_view text) const;

 private:
  void write(std::string_view text) const;
  void say(const std::string& lines) const;

  bool terminal_, colour_;
};

/// 57,123
std::string grouped(std::uint64_t n);
/// "1 node", "2 nodes"
std::string counted(std::uint64_t n, std::string_view one, std::string_view many = {});
/// "3.2 s", "4 min 10 s"
std::string duration(double seconds);

/// Whether an environment variable is set and not empty.
inline bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace querent::apps
