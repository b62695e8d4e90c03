// SPDX-License-Identifier: Apache-2.0
// A program is started here, once; what is said to it and heard from it: child.hpp, child_lines.hpp.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace querent::apps {

/// An open file of the system, closed with this object.
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

/// The two ends of a pipe, to read and to write. IoError.
std::pair<Descriptor, Descriptor> make_pipe();
/// Two sockets that are joined: a write to one whose other end is closed is an error, no signal, if
/// it is sent with MSG_NOSIGNAL. IoError.
std::pair<Descriptor, Descriptor> make_sockets();

/// What a child has as its standard input, output and errors; −1: ours.
struct ChildFiles {
  int in = -1, out = -1, errors = -1;
};

struct StartedChild {
  pid_t id = -1;  ///< −1: it was not started
  int error = 0;  ///< why, as errno says it
};

/// Starts a program of PATH, which ends when this program does. IoError where a pipe cannot be made.
StartedChild start_child(std::vector<std::string> words, const ChildFiles& files);

}  // namespace querent::apps
