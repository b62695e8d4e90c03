// SPDX-License-Identifier: Apache-2.0
// The keys of a terminal one by one, and what is drawn on it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <termios.h>

namespace querent::apps {

/// Columns and lines.
struct TerminalSize {
  std::size_t columns = 80, lines = 24;
  friend bool operator==(const TerminalSize&, const TerminalSize&) = default;
};

/// Takes the terminal of standard input and output while it lives: keys come at once and are not
/// echoed. Whoever stops the program (Ctrl-Z) or ends it (Ctrl-\) gets the terminal back as it was.
/// One at a time.
class Keyboard {
 public:
  /// Whether standard input and output are a terminal.
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
  static constexpr const char* kEnd = "end";        ///< Ctrl-D, or the terminal is gone
  static constexpr const char* kResize = "resize";  ///< no key: the window has another size
  /// One of the words above, or the character that was typed, in UTF-8. kResize, too, when the
  /// program goes on after it was stopped: all is to be drawn again. Interrupted.
  std::string key();
  /// Drops what was typed and not read: it was meant for what was on the screen before.
  void forget_typed();

  TerminalSize size() const;
  /// In place of what was there: one line each, already cut to the width. A last line that `cursor`
  /// wants is left open for typing.
  void draw(const std::vector<std::string>& lines, bool cursor = false);
  /// "text" drawn bold or pale, where that is wanted.
  std::string bold(std::string_view text) const;
  std::string pale(std::string_view text) const;
  /// Two rows of grey pixels, a byte each and the upper row first, as half-block characters;
  /// without colours what is darker or brighter than the middle.
  std::string half_blocks(std::string_view greys) const;

 private:
  std::optional<char> byte(int milliseconds);

  TerminalSize size_;
  bool colour_, clears_;
};

}  // namespace querent::apps
