// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace [[gnu::visibility("default")]] querent {
namespace platform {

/// Bytes of memory of this machine; the largest number if the system does not say.
std::uint64_t physical_memory();

struct SystemName {
  std::string system, release, machine;  ///< "Linux", "6.1.0", "x86_64"
};
SystemName system_name();

/// Fills `bytes`, at most 256, with random numbers of the system, for secrets; false on failure.
bool fill_with_secrets(std::span<unsigned char> bytes);

}  // namespace platform
}  // namespace querent
