// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace querent::apps {

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
