// SPDX-License-Identifier: Apache-2.0
// What stands on the terminal, line by line, for a window of any size: a function of the desk and
// of what is being done, so that it can be looked at without a terminal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <querent/apps/ask/desk.hpp>
#include <querent/apps/ask/terminal/keyboard.hpp>

namespace querent::apps {

/// One line of the screen, and how it is drawn.
struct ScreenLine {
  enum class Look { kPlain, kBold, kPale, kPicture };
  std::string text;  ///< printable() and cut to the width; kPicture: the greys of two rows of
                     ///< pixels, the upper one first
  Look look = Look::kPlain;
};
using Screen = std::vector<ScreenLine>;

struct ShownBeside {
  std::string notice = {};  ///< what came of the last key
  bool guess = true;        ///< the model's guess is seen
};

/// The item itself: what is asked of it, its fields, its neighbours, the model's guess, the classes
/// with their keys. `question`: nothing where the item was looked up.
Screen item_screen(const Desk& desk, std::uint32_t item,
                   const std::optional<DeskQuestion>& question, const ShownBeside& beside,
                   TerminalSize size);
/// A list to choose from by 1–9 or by typing: `typed` so far, the choice that Enter takes marked.
Screen choice_screen(const std::string& title, const std::string& typed,
                     const std::vector<std::string>& choices, std::size_t chosen,
                     const std::string& help, TerminalSize size);
Screen help_screen(const AskSettings& settings, TerminalSize size);
/// What --guide says, from line `first`, of which `last_page` is the greatest that fills the
/// window.
Screen guide_screen(const AskSettings& settings, std::size_t first, std::size_t& last_page,
                    TerminalSize size);
/// Nothing is left to ask, for this reason.
Screen done_screen(const Desk& desk, Done done, const std::string& notice, TerminalSize size);

}  // namespace querent::apps
