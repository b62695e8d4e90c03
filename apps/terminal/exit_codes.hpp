// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace querent::apps {

/// What the program's exit code says; 128 + N is a program stopped by signal N.
enum ExitCode : int {
  kDone = 0,
  kCheckFailed = 1,  ///< a requested check failed
  kUsage = 2,        ///< the command line
  kBadData = 3,      ///< the input
  kIo = 4,           ///< a file or the network
  kLimit = 5,        ///< a limit was hit
  kBadModel = 6,     ///< a corrupt or incompatible model
  kDefect = 70       ///< a defect of ours
};

}  // namespace querent::apps
