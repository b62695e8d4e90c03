// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>

namespace querent::apps {

/// The command line is invalid (exit code 2).
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  /// The message as fmt::format() makes it.
  template <class First, class... Rest>
  UsageError(fmt::format_string<First, Rest...> text, First&& first, Rest&&... rest)
      : runtime_error(fmt::format(text, std::forward<First>(first), std::forward<Rest>(rest)...)) {}
};

/// Exit codes of the program; 128 + N means that signal N stopped it.
enum ExitCode : int {
  kDone = 0,
  kCheckFailed = 1,  ///< a requested check failed
  kUsage = 2,        ///< invalid command line
  kBadData = 3,      ///< invalid input data
  kIo = 4,           ///< a file or the network failed
  kLimit = 5,        ///< a limit was reached
  kBadModel = 6,     ///< corrupt or incompatible model
  kDefect = 70       ///< internal error
};

/// The reader of standard output has closed it; this is not reported as an error.
class ClosedPipe : public IoError {
 public:
  using IoError::IoError;
};

}  // namespace querent::apps
