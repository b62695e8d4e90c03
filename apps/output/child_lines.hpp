// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include <sys/types.h>

#include <querent/apps/output/child.hpp>

namespace querent::apps {

/// A program could not be started, ended, did not answer in time or wrote a line that is too long.
class ChildFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A program of PATH that answers each line on standard input with a line on standard output and
/// shares our standard error. It is ended with the object and never outlives this program.
class ChildLines {
 public:
  /// Throws ChildFailed if the program does not exist, and IoError if the system cannot start it.
  explicit ChildLines(const std::vector<std::string>& command);
  ~ChildLines();
  ChildLines(const ChildLines&) = delete;
  ChildLines& operator=(const ChildLines&) = delete;

  /// The answer to a line, both without line ends. After ChildFailed the object cannot be used
  /// again; throws Interrupted if the user interrupts.
  std::string ask(const std::string& line, double seconds);

 private:
  void send(const std::string& text);
  std::string status();

  pid_t child_ = -1;
  Descriptor to_, from_;
  std::string buffer_;  // bytes that were read and are not yet a line
};

/// Splits a typed command into words at blanks; 'single' and "double" quotes keep blanks. There is
/// no shell: $, ~, *, | and \ are ordinary characters. Throws std::invalid_argument for an open
/// quote or an empty command.
std::vector<std::string> command_words(const std::string& command);

}  // namespace querent::apps
