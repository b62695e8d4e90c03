// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace querent::apps {

/// A file of texts/ by its name, as it was when the program was built (cmake/QuerentTexts.cmake).
/// Throws std::out_of_range.
std::string_view built_in_text(std::string_view name);

}  // namespace querent::apps
