// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <querent/apps/bibliography/graph_command.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

/// manifest.json: counts of what was read, used and left out; they add up.
Json manifest_of(const Made& made, const GraphCommand& command, Json options);
/// The same in a few lines of text.
std::string summary_of(const Made& made, const GraphCommand& command);
/// "next: querent ask …", a command that can be typed.
std::string next_command(const Made& made, const GraphCommand& command);

}  // namespace querent::apps
