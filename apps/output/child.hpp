// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace querent::apps {

struct ChildResult {
  bool found = false;  ///< the program exists
  int status = 0;      ///< its exit status, or 128 + N when signal N ended it
  std::string errors;  ///< what it said on standard error
};

/// Runs a program of PATH with `input` on its standard input and waits for it; nothing of it
/// reaches our standard output. Interrupted (and the program ended) when the user stops us. IoError
/// when the system refuses.
ChildResult run_child(const std::vector<std::string>& command, const std::string& input);

}  // namespace querent::apps
