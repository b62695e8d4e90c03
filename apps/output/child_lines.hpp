// SPDX-License-Identifier: Apache-2.0
// Starts programs, and exchanges lines with them.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace querent::apps {

/// An open file descriptor, closed with this object.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  int number() const { return number_; }
  void close();

 private:
  int number_;
};

/// The two ends of a pipe, to read and to write. Throws IoError.
std::pair<Descriptor, Descriptor> make_pipe();
/// Two connected sockets. A write with MSG_NOSIGNAL to a socket whose other end is closed is an
/// error and not a signal. Throws IoError.
std::pair<Descriptor, Descriptor> make_sockets();

/// The standard input, output and error of a child; −1: ours.
struct ChildFiles {
  int in = -1, out = -1, errors = -1;
};

struct StartedChild {
  pid_t id = -1;  ///< −1: not started
  int error = 0;  ///< errno, if not started
};

/// Starts a program of PATH, which ends with this program. Throws IoError if no pipe can be made.
StartedChild start_child(std::vector<std::string> words, const ChildFiles& files);

struct ChildResult {
  bool found = false;  ///< the program exists
  int status = 0;      ///< exit status, or 128 + N if signal N ended the program
  std::string output;  ///< on standard output
  std::string errors;  ///< on standard error
};

/// Runs a program of PATH with `input` on its standard input and waits for it. Throws Interrupted, and
/// ends the program, if the user interrupts; throws IoError if the system cannot start it.
ChildResult run_child(const std::vector<std::string>& command, const std::string& input);

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
