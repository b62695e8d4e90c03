// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/platform/terminal.hpp>

#if defined(_WIN32)
#include <windows.h>

#include <io.h>
#else
#include <sys/ioctl.h>
#include <unistd.h>
#endif

namespace querent::platform {

#if defined(_WIN32)

bool is_terminal(int descriptor) {
  return _isatty(descriptor) != 0;
}

std::optional<Window> window_of(int descriptor) {
  CONSOLE_SCREEN_BUFFER_INFO found{};
  const auto handle = reinterpret_cast<HANDLE>(_get_osfhandle(descriptor));
  if (GetConsoleScreenBufferInfo(handle, &found) == 0) return std::nullopt;
  const SMALL_RECT& shown = found.srWindow;
  return Window{static_cast<std::size_t>(shown.Right - shown.Left + 1),
                static_cast<std::size_t>(shown.Bottom - shown.Top + 1)};
}

#else

bool is_terminal(int descriptor) {
  return ::isatty(descriptor) == 1;
}

std::optional<Window> window_of(int descriptor) {
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return Window{size.ws_col, size.ws_row};
}

#endif

}  // namespace querent::platform
