// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace querent::testing {

/// What every operator new of this executable was asked for, in bytes.
std::uint64_t bytes_allocated();

}  // namespace querent::testing
