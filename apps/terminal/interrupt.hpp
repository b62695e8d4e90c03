// SPDX-License-Identifier: Apache-2.0
// Handling of SIGINT and SIGTERM. A thread waits for them, so that ordinary code instead of a
// signal handler reacts: work that calls check_interrupt() stops at its next check; other work is
// ended after a grace period, once temporary files are removed. Either way the program ends within
// a second with 128 + N and leaves no partial files.
#pragma once

#include <filesystem>
#include <stdexcept>

namespace querent::apps {

/// Thrown after SIGINT or SIGTERM.
class Interrupted : public std::runtime_error {
 public:
  explicit Interrupted(int number) : std::runtime_error("interrupted"), signal(number) {}
  int signal;
};

/// Opens descriptors 0, 1 and 2 if they are closed, so that no other file gets their numbers;
/// reading 0 or writing 1 then fails, as it should. Must be called before any file is opened.
void hold_standard_descriptors();

/// Starts the waiting thread; must be called once, before any other thread is started.
void watch_for_interrupts();

/// Sets a function that restores shared state before a forced end (null: none). It may only
/// call functions that are allowed in a signal handler.
void before_forced_end(void (*act)());

/// Whether a signal has arrived.
bool interrupted();

/// Throws Interrupted if a signal has arrived. Costs one read of an atomic.
void check_interrupt();

/// A file or empty directory that is removed at the end unless keep() was called.
class Temporary {
 public:
  explicit Temporary(std::filesystem::path path);
  ~Temporary();
  Temporary(Temporary&& other) noexcept;
  Temporary& operator=(Temporary&& other) noexcept;

  const std::filesystem::path& path() const { return path_; }
  /// Keeps the file.
  void keep();

 private:
  std::filesystem::path path_;
};

}  // namespace querent::apps
