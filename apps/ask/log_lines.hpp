// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <querent/apps/ask/store/event.hpp>

namespace querent::apps {

/// An event as a line of `--log`: one JSON object and a line end. Fields that have no meaning for
/// its kind are left out.
std::string log_line(const Event& event);

}  // namespace querent::apps
