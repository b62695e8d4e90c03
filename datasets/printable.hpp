// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace [[gnu::visibility("default")]] querent {

/// `text` of data or of a file's name as people may be shown it: nothing in it commands a terminal,
/// turns the direction of what follows, hides, or begins a line. Control characters (C0, DEL, C1),
/// directional marks and characters without width become \x1b or \u202e, as do bytes that are not
/// UTF-8; all else stays. `kept`: control characters that stay, too.
std::string printable(std::string_view text, std::string_view kept = {});

}  // namespace querent
