// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace [[gnu::visibility("default")]] querent {
namespace platform {

/// Fills `bytes`, at most 256, with random numbers of the system, for secrets; false on failure.
bool fill_with_secrets(std::span<unsigned char> bytes);

}  // namespace platform
}  // namespace querent
