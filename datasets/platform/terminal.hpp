// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

namespace [[gnu::visibility("default")]] querent {
namespace platform {

constexpr int kStandardInput = 0, kStandardOutput = 1, kStandardError = 2;  ///< descriptors

bool is_terminal(int descriptor);

struct Window {
  std::size_t columns, rows;
};

/// Size of the terminal of a file descriptor; nullopt if it is not a terminal or has no known size.
std::optional<Window> window_of(int descriptor);

}  // namespace platform
}  // namespace querent
