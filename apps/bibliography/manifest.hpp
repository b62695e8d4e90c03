// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <querent/apps/bibliography/graph_command.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

/// manifest.json: what was read, used and left out, in counts that add up.
Json manifest_of(const Made& made, const GraphCommand& command, Json options);
/// The same in a few lines, for a person.
std::string summary_of(const Made& made, const GraphCommand& command);
/// "next: querent ask …", a line that can be typed.
std::string next_command(const Made& made, const GraphCommand& command);

}  // namespace querent::apps
