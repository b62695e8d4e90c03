// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace querent::apps {

/// Runs `querent-slepc`, which stands beside this program, with the same command line, and waits
/// for it; returns its exit code. This process knows nothing of MPI and needs next to no memory:
/// when a signal ends the rank (a machine short of memory sends SIGKILL) it is still there to say
/// so, an IoError, and mpirun ends the others. The rank dies with this process. UsageError when the
/// program is not there, with what to install.
int run_ranks_program();

}  // namespace querent::apps
