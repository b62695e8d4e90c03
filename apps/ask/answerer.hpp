// SPDX-License-Identifier: Apache-2.0
// Answers by another program: `querent ask --answerer COMMAND`. The program reads one question per
// line, in the format of `ask --json`, and writes one answer per line:
//
//   {"answer":"DM"}                                optional: "probability", "cost" and "by"
//   {"answers":["DM","DB"]}                        classes, the most probable first
//   {"unknown":true}                               no answer
//
// As an *annotator* the program replaces a person. As an *opinion* it is asked before people, about
// uniformly drawn items, and its answers are evidence for the model (--opinions). Every call
// becomes a line of DIR/answerer.jsonl, on disk before the next call, so that nothing is paid for
// twice.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/ask/annotation_server.hpp>
#include <querent/apps/source/opinions_file.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

struct AnswererOptions {
  std::string command = {};     ///< empty: no program
  bool annotator = false;       ///< otherwise its answers are opinions
  std::uint64_t budget = 1000;  ///< maximum number of calls over all starts
  double timeout = 60;          ///< timeout per answer in seconds
};

/// Summary of the calls in answerer.jsonl.
struct AnswererCalls {
  std::uint64_t calls = 0;
  double cost = 0;
  std::vector<std::string> by = {};  ///< names, in the order of their first call
  Json json() const;
};
/// nullopt if no program has answered. CorruptError names the damaged line.
std::optional<AnswererCalls> answerer_calls(const std::filesystem::path& directory);

/// Returns the opinions of earlier calls and, if a program is given, asks for more within the
/// budget. nullopt without opinions. IoError if the program fails; its answers so far are kept.
std::optional<Opinions> ask_for_opinions(const AnswererOptions& options,
                                         const std::filesystem::path& directory,
                                         const AskItems& items,
                                         const std::vector<std::string>& classes,
                                         std::uint64_t seed, const Console& console);

/// Lets the program answer questions until the session ends or the budget is used up.
void answer_by_program(const AnswererOptions& options, AnnotationServer& server,
                       const Console& console);

}  // namespace querent::apps
