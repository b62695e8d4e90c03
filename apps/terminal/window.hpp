// SPDX-License-Identifier: Apache-2.0
// Size of the terminal behind a stream.
#pragma once

#include <sys/ioctl.h>

#include <cstddef>
#include <optional>

namespace querent::apps {

struct Window {
  std::size_t columns, rows;
};

/// Size of the terminal of a file descriptor; nullopt if it is not a terminal or has no known size.
inline std::optional<Window> window_of(int stream) {
  winsize size{};
  if (::ioctl(stream, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return Window{size.ws_col, size.ws_row};
}

}  // namespace querent::apps
