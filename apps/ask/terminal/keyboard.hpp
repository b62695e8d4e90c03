// SPDX-License-Identifier: Apache-2.0
// Reads single keys from a terminal and draws lines on it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <termios.h>

namespace querent::apps {

/// Size of the window in characters.
struct TerminalSize {
  std::size_t columns = 80, lines = 24;
  friend bool operator==(const TerminalSize&, const TerminalSize&) = default;
};

/// Takes over the terminal of standard input and output during its lifetime: keys arrive at once
/// and without echo. Restores the terminal when a signal stops (Ctrl-Z) or ends (Ctrl-\) the
/// program. At most one object exists at a time.
class Keyboard {
 public:
  /// Whether both standard input and standard output are a terminal.
  static bool present();

  Keyboard();
  ~Keyboard();
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;

  static constexpr const char* kEscape = "escape";
  static constexpr const char* kEnter = "enter";
  static constexpr const char* kBack = "back";
  static constexpr const char* kUp = "up";
  static constexpr const char* kDown = "down";
  static constexpr const char* kEnd = "end";        ///< Ctrl-D, or the terminal was closed
  static constexpr const char* kResize = "resize";  ///< not a key: the size of the window changed
  /// Returns one of the names above or the typed character in UTF-8. Returns kResize also when a
  /// stopped program continues, or `has_news` returns true, which is called several times per
  /// second: the screen must be drawn again. `tab` is returned for that key. Throws Interrupted.
  std::string key(const std::function<bool()>& has_news = {}, const char* tab = kDown);
  /// Discards keys that were typed but not read: they were meant for the previous screen.
  void forget_typed();

  TerminalSize size() const;
  /// Replaces the screen by these lines, which must already be cut to the width. `cursor` leaves
  /// the last line open for typing.
  void draw(const std::vector<std::string>& lines, bool cursor = false);
  /// Returns the text in bold or pale, if the terminal has styles.
  std::string bold(std::string_view text) const;
  std::string pale(std::string_view text) const;
  /// Draws two rows of grey pixels (one byte each, upper row first) as half-block characters;
  /// without colours each pixel is either dark or bright.
  std::string half_blocks(std::string_view greys) const;

 private:
  std::optional<char> byte(int milliseconds);

  TerminalSize size_;
  bool colour_, clears_;
};

}  // namespace querent::apps
