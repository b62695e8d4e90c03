// SPDX-License-Identifier: Apache-2.0
// Composes the lines of the terminal for a window of any size, as a pure function of the annotation
// server and the current action, so that tests need no terminal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <querent/apps/ask/annotation_server.hpp>
#include <querent/apps/ask/terminal/keyboard.hpp>

namespace querent::apps {

/// One line of the screen and its style.
struct ScreenLine {
  enum class Style { kPlain, kBold, kPale, kPicture };
  std::string text;  ///< printable() text, cut to the width; kPicture: grey values of two pixel
                     ///< rows, upper row first
  Style style = Style::kPlain;
};
using Screen = std::vector<ScreenLine>;

struct ShownBeside {
  std::string notice = {};  ///< result of the last key
  bool guess = true;        ///< whether the prediction is shown
};

/// Shows an item: question, fields, neighbours, prediction, and classes with their keys. `question`
/// is nullopt if the annotator looked the item up.
Screen item_screen(AnnotationServer& server, std::uint32_t item,
                   const std::optional<LeasedQuestion>& question, const ShownBeside& beside,
                   TerminalSize size);
/// A list from which 1–9 or typing chooses; `typed` is the input so far, and the choice of Enter is
/// marked.
Screen choice_screen(const std::string& title, const std::string& typed,
                     const std::vector<std::string>& choices, std::size_t chosen,
                     const std::string& help, TerminalSize size);
Screen help_screen(const AskSettings& settings, TerminalSize size);
/// Shows the lines of a text from line `first` of the screen on; sets `last_page` to the largest
/// `first` that still fills the window.
Screen text_screen(const std::vector<std::string>& text, std::size_t first, std::size_t& last_page,
                   TerminalSize size);
/// Whether there is a list of answers to review: of doubtful ones, or of different ones.
bool lists_review(AnnotationServer& server);
/// Shows the reason why the session has ended.
Screen done_screen(AnnotationServer& server, Ending done, const std::string& notice,
                   TerminalSize size);

/// Asks the annotator at the terminal until they quit. Throws Interrupted.
void ask_at_terminal(AnnotationServer& server);

}  // namespace querent::apps
