// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace [[gnu::visibility("default")]] querent {
namespace platform {

/// Bytes of memory of this machine; the largest number if the system does not say.
std::uint64_t physical_memory();

struct SystemName {
  std::string system, release, machine;  ///< "Linux", "6.1.0", "x86_64"
};
SystemName system_name();

}  // namespace platform
}  // namespace querent
