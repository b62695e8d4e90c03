// SPDX-License-Identifier: Apache-2.0
// `querent ask --json`: questions out and answers in, one JSON object a line, so that a page, a
// script or a language model can answer. docs/ask.md has the fields.
#pragma once

#include <istream>

#include <querent/apps/ask/desk.hpp>
#include <querent/apps/output/results_json.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

/// What is shown of an item, by column.
Json fields_json(const AskItems& items, std::uint32_t item);
/// Why the prediction is what it is: answers with their classes, and words.
Json because_json(const Desk& desk, const DeskQuestion& question);
/// The desk's question as a line of the protocol, without its end.
Json question_json(const Desk& desk, const DeskQuestion& question);

/// Asks and listens until there is nothing more to ask, somebody quits, or `in` ends. What the desk
/// throws when it cannot write ends it too, after the line that says so.
void ask_json_lines(Desk& desk, std::istream& in, const Console& console);

}  // namespace querent::apps
