// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <querent/apps/ask/store/event.hpp>

namespace querent::apps {

/// Formats an event as a line of `--log`: one JSON object and a newline. Fields that its kind does
/// not use are omitted.
std::string log_line(const Event& event);

}  // namespace querent::apps
