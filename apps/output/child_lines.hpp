// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include <sys/types.h>

#include <querent/apps/output/start_child.hpp>

namespace querent::apps {

/// A program that could not be started, ended, was silent for too long or wrote too long a line.
class ChildFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A program of PATH that answers every line on its standard input with one on its standard output.
/// Its standard error is ours. It is ended with the object, and never outlives this program.
class ChildLines {
 public:
  /// ChildFailed where there is no such program; IoError when the system refuses.
  explicit ChildLines(const std::vector<std::string>& command);
  ~ChildLines();
  ChildLines(const ChildLines&) = delete;
  ChildLines& operator=(const ChildLines&) = delete;

  /// The answer to a line, both without line ends. ChildFailed, after which the object is of no use;
  /// Interrupted when the user stops us.
  std::string ask(const std::string& line, double seconds);

 private:
  void send(const std::string& text);
  std::string status();

  pid_t child_ = -1;
  Descriptor to_, from_;
  std::string buffer_;  // read, and not yet a line
};

/// The words of a command as it was typed: blanks separate, 'single' and "double" quotes join. No
/// shell sees it: $, ~, *, | and \ are characters. std::invalid_argument for an open quote or no word.
std::vector<std::string> command_words(const std::string& command);

}  // namespace querent::apps
