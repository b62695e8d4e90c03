// SPDX-License-Identifier: Apache-2.0
// A program that answers: `querent ask --answerer COMMAND`. It reads one question per line, the
// object of `ask --json`, and writes one answer per line:
//
//   {"answer":"DM"}                                with "probability", "cost" and "by", if it likes
//   {"answers":["DM","DB"]}                        classes, the best first
//   {"unknown":true}                               no answer
//
// As an *annotator* its answers are those of a person. As an *opinion* it is asked before people are,
// about items that are drawn evenly, and what it says is evidence for the model (--opinions). Every
// call is a line of DIR/answerer.jsonl, durable before the next, so that nothing is paid for twice.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/ask/desk.hpp>
#include <querent/apps/source/opinions_file.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

struct AnswererOptions {
  std::string command = {};     ///< empty: there is none
  bool annotator = false;       ///< else its answers are opinions
  std::uint64_t budget = 1000;  ///< calls, of all starts together
  double timeout = 60;          ///< seconds for one answer
};

/// The calls of a folder of answers, from its answerer.jsonl.
struct AnswererCalls {
  std::uint64_t calls = 0;
  double cost = 0;
  std::vector<std::string> by = {};  ///< names, in the order of their first call
  Json json() const;
};
/// Nothing where no program ever answered. CorruptError with the line that is damaged.
std::optional<AnswererCalls> answerer_calls(const std::filesystem::path& directory);

/// The opinions of earlier calls; then of as many items as the budget allows, if there is a program.
/// Nothing where no program ever gave one. IoError where the program fails: what it said is kept.
std::optional<Opinions> ask_for_opinions(const AnswererOptions& options,
                                         const std::filesystem::path& directory,
                                         const AskItems& items,
                                         const std::vector<std::string>& classes,
                                         std::uint64_t seed, const Console& console);

/// Has the program answer the questions of the desk until they or the budget end.
void answer_by_program(const AnswererOptions& options, Desk& desk, const Console& console);

}  // namespace querent::apps
