// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/apps/commands/command.hpp>

namespace querent::apps {

/// Runs the program `querent`: parses the command line, runs the command, reports errors on
/// standard error and returns the exit code. `engines` are the commands that this program runs
/// itself and for which `querent` starts another program.
int run_program(int argc, char** argv, const Engines& engines = {});

}  // namespace querent::apps
