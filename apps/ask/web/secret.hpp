// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace querent::apps::web {

/// 128 bits of the kernel's randomness, in 32 hexadecimal digits. IoError when it gives none.
std::string new_secret();

/// Whether two texts are the same, in a time that tells nothing but their lengths.
bool same_secret(std::string_view a, std::string_view b);

}  // namespace querent::apps::web
