// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM. A thread of its own waits for them, so that what happens then is ordinary
// code and not a signal handler: work that checks stops at its next check; work that does not is
// ended from here after a grace, once the temporary files are gone. Either way the program ends
// within a second with 128 + N and without partial files.
#pragma once

#include <filesystem>
#include <stdexcept>

namespace querent::apps {

/// The user asked to stop.
class Interrupted : public std::runtime_error {
 public:
  explicit Interrupted(int number) : std::runtime_error("interrupted"), signal(number) {}
  int signal;
};

/// Opens those of the descriptors 0, 1 and 2 that are closed, so that no file of ours becomes one
/// of them; reading 0 or writing 1 then fails, as it should. Called before anything is opened.
void hold_standard_descriptors();

/// Starts waiting for the signals; called once, before any other thread is started.
void watch_for_interrupts();

/// Done when a program that does not check is ended: puts back what others would be left with. It
/// may only call what a signal handler may. Null: nothing.
void before_forced_end(void (*act)());

/// Whether a signal has come.
bool interrupted();

/// Throws Interrupted when a signal has come. As cheap as reading an atomic.
void check_interrupt();

/// A file or an empty directory that must not outlive the program unless it is kept.
class Temporary {
 public:
  explicit Temporary(std::filesystem::path path);
  ~Temporary();
  Temporary(Temporary&& other) noexcept;
  Temporary& operator=(Temporary&& other) noexcept;

  const std::filesystem::path& path() const { return path_; }
  /// It stays.
  void keep();

 private:
  std::filesystem::path path_;
};

}  // namespace querent::apps
