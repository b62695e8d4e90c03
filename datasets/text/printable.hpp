// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace [[gnu::visibility("default")]] querent {

/// `text` of data or of a file name, made safe for display: it cannot control a terminal, change
/// the direction of later text, hide, or begin a line. Control characters (C0, DEL, C1),
/// directional marks, zero-width characters and invalid UTF-8 are written as \x1b or \u202e; all
/// else is unchanged. `kept`: control characters that are left as they are.
std::string printable(std::string_view text, std::string_view kept = {});

}  // namespace querent
