// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/apps/bibliography/graph_command.hpp>
#include <querent/apps/bibliography/staged_text.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

/// Reads the exports of a command, including those in archives, into `made`. `records` receives the
/// works as they were read; null: they are not kept.
void read_files(const GraphCommand& command, Made& made, StagedText* records,
                const Console& console);

}  // namespace querent::apps
