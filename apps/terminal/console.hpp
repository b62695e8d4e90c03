// SPDX-License-Identifier: Apache-2.0
// What the program says to a person: results on standard output, everything else on standard error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace querent::apps {

class Console {
 public:
  /// Looks at standard error, NO_COLOR and TERM.
  Console();

  bool quiet = false;  ///< --quiet: only errors
  bool terminal() const { return terminal_; }
  int width() const;

  /// Standard output, for_terminal(). IoError when it cannot be written.
  void print(std::string_view text) const;
  /// Standard output, exactly as given where it is no terminal. IoError.
  void print_data(std::string_view bytes) const;
  /// "note: …" and "error: …" on standard error, one prefix a line of the message, for_terminal().
  void note(std::string_view message) const;
  void error(std::string_view message) const;
  /// Standard error, exactly as given.
  void raw(std::string_view text) const;

 private:
  void write(std::string_view text) const;

  bool terminal_, colour_;
};

/// 57,123
std::string grouped(std::uint64_t n);
/// "1 node", "2 nodes"
std::string counted(std::uint64_t n, std::string_view one, std::string_view many = {});
/// "3.2 s", "4 min 10 s"
std::string duration(double seconds);

}  // namespace querent::apps
