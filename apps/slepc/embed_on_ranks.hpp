// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/apps/commands/embed.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

/// `embed --engine mpi`, on every rank of an MPI job. Rank 0 speaks.
int embed_on_ranks(const EmbedCommand& command, Console& console);

}  // namespace querent::apps
