// SPDX-License-Identifier: Apache-2.0
// Starts programs; child.hpp and child_lines.hpp exchange data with them.
#pragma once

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

}  // namespace querent::apps
