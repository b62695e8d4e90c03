// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/apps/bibliography/graph_command.hpp>
#include <querent/apps/bibliography/staged_text.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

/// Reads the exports of a command, those of an archive one by one, into `made`. `records`: where
/// works are kept as they were read; null: nowhere.
void read_files(const GraphCommand& command, Made& made, StagedText* records,
                const Console& console);

}  // namespace querent::apps
