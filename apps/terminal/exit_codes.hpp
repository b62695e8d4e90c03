// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace querent::apps {

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

}  // namespace querent::apps
