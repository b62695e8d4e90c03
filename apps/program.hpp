// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace querent::apps {

/// The program `querent`: reads the command line, does what it says, reports on standard error what
/// went wrong, and returns the exit code.
int run_program(int argc, char** argv);

}  // namespace querent::apps
