// SPDX-License-Identifier: Apache-2.0
// How large the terminal is that a stream is shown on.
#pragma once

#include <sys/ioctl.h>

#include <cstddef>
#include <optional>

namespace querent::apps {

struct Window {
  std::size_t columns, rows;
};

/// Of a file descriptor; nothing where it is no terminal or does not say.
inline std::optional<Window> window_of(int stream) {
  winsize size{};
  if (::ioctl(stream, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return Window{size.ws_col, size.ws_row};
}

}  // namespace querent::apps
