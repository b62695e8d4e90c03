// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace querent::apps {

/// Runs `querent-slepc`, which is installed beside this program, with the same command line, waits
/// for it and returns its exit code. This process does not use MPI and needs little memory, so that
/// it can report a rank that a signal has ended (SIGKILL if a machine runs out of memory) as an
/// IoError; mpirun then ends the others. The rank ends with this process. Throws UsageError with
/// the packages to install if the program does not exist.
int run_ranks_program();

}  // namespace querent::apps
