// SPDX-License-Identifier: Apache-2.0
// Test cases of what a build may lack, where they are listed as skipped: NOT_ON_WINDOWS_TEST_CASE needs
// fork, named pipes, symbolic links, permission bits, /dev/full or Python's peers, whose calls exist below
// for the compiler alone; ARCHIVES_TEST_CASE and NETWORK_TEST_CASE need an optional library.
#pragma once

#include <doctest/doctest.h>

#define ARCHIVES_TEST_CASE(name) TEST_CASE(name* doctest::skip(!QUERENT_HAS_ARCHIVES))
#define NETWORK_TEST_CASE(name) TEST_CASE(name* doctest::skip(!QUERENT_HAS_NETWORK))

#if defined(_WIN32)

#include <csignal>
#include <stdexcept>

#include <sys/types.h>
#include <unistd.h>

#define NOT_ON_WINDOWS_TEST_CASE(name) TEST_CASE(name* doctest::skip())

namespace querent::on_windows {

template <class... Arguments>
int missing(const Arguments&...) {
  throw std::logic_error("Windows lacks this call");
}

}  // namespace querent::on_windows

constexpr int SIGKILL = 9;
inline pid_t fork() {
  return querent::on_windows::missing();
}
inline int kill(pid_t child, int signal) {
  return querent::on_windows::missing(child, signal);
}
inline int waitpid(pid_t child, int* status, int how) {
  return querent::on_windows::missing(child, status, how);
}
inline int pause() {
  return querent::on_windows::missing();
}
inline int geteuid() {
  return querent::on_windows::missing();
}
inline int mkfifo(const wchar_t* path, unsigned access) {
  return querent::on_windows::missing(path, access);
}
inline int mkfifo(const char* path, unsigned access) {
  return querent::on_windows::missing(path, access);
}
inline int chown(const wchar_t* path, int user, int group) {
  return querent::on_windows::missing(path, user, group);
}

#else

#include <csignal>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOT_ON_WINDOWS_TEST_CASE(name) TEST_CASE(name)

#endif
