// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace querent::apps {

// Starts programs; child_lines.hpp exchanges lines with them.

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

}  // namespace querent::apps
