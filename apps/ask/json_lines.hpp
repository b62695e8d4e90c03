// SPDX-License-Identifier: Apache-2.0
// `querent ask --json`: writes questions and reads answers, one JSON object per line, for pages,
// scripts and language models. docs/ask.md documents the fields.
#pragma once

#include <istream>
#include <string>

#include <querent/apps/ask/annotation_server.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

/// The fields displayed for an item, by column.
Json fields_json(const AskItems& items, std::uint32_t item);
/// The evidence for a prediction: answers with their classes, and words.
Json because_json(AnnotationServer& server, const LeasedQuestion& question, const std::string& by);
/// The two different answers that an answer to this question settles, with their annotators; none if
/// it settles nothing.
Json different_json(AnnotationServer& server, const LeasedQuestion& question);
/// A question as a line of the protocol, without the newline.
Json question_json(AnnotationServer& server, const LeasedQuestion& question);

/// Writes questions and reads answers until the session ends, the client quits or `in` ends. If the
/// store cannot be written, replies with the error and rethrows it.
void ask_json_lines(AnnotationServer& server, std::istream& in, const Console& console);

/// Formats an event as a line of `--log`: one JSON object and a newline. Fields that its kind does
/// not use are omitted.
std::string log_line(const Event& event);

}  // namespace querent::apps
