// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/apps/commands/command.hpp>

namespace querent::apps {

/// The program `querent`: reads the command line, does what it says, reports on standard error what
/// went wrong, and returns the exit code. `engines` are what this program does itself where
/// `querent` starts another.
int run_program(int argc, char** argv, const Engines& engines = {});

}  // namespace querent::apps
