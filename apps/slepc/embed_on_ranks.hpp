// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/apps/commands/embed.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

/// Runs `embed --engine mpi` on every rank of an MPI job. Only rank 0 prints.
int embed_on_ranks(const EmbedCommand& command, Console& console);

}  // namespace querent::apps
