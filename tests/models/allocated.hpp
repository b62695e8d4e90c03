// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace querent::testing {

/// The total number of bytes requested from operator new in this executable.
std::uint64_t bytes_allocated();

}  // namespace querent::testing
