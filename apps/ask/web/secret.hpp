// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace querent::apps::web {

/// Returns 128 random bits from the kernel as 32 hexadecimal digits. Throws IoError on failure.
std::string new_secret();

/// Compares two texts in a time that reveals only their lengths.
bool same_secret(std::string_view a, std::string_view b);

}  // namespace querent::apps::web
