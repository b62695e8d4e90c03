// SPDX-License-Identifier: Apache-2.0
// The options of the program as data, read from its CLI::App. The man page, the completions of
// three shells and docs/options.md are four ways to write this one table down.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>

namespace querent::apps {

/// An option, a flag or an argument by position.
struct OptionLine {
  std::vector<std::string> names;  ///< "--quiet", "-q"; empty: by position
  std::string value;               ///< "N", "none|unit|minmax|standard"; empty: a flag
  std::string default_value;       ///< empty: none, or not worth saying
  std::string description, group;
  bool required = false, repeatable = false;
  std::vector<std::string> words;  ///< what a shell offers for the value, as it stands
  std::string names_of;            ///< or what `help --names` lists: learners, rules, datasets, …
  bool files = false, directories = false;  ///< or files, or directories

  bool by_position() const { return names.empty(); }
  bool is_flag() const { return value.empty(); }
};

struct CommandTable {
  std::string name, description;
  std::vector<OptionLine> options;  ///< in the order of `querent help NAME`

  /// "querent run [OPTIONS] [SOURCE]"
  std::string usage() const;
  /// The groups of its options, in order; arguments by position have none.
  std::vector<std::string> groups() const;
};

struct ProgramTable {
  std::string name, description;
  std::vector<OptionLine> options;
  std::vector<CommandTable> commands;
};

ProgramTable option_table(const CLI::App& program);

/// What a completion asks the program for: the names of a kind, e.g. of "learners". Throws
/// UsageError for a kind there is not.
std::vector<std::string> names_of_kind(std::string_view asked, const CLI::App& program);

/// The table as a page of man(7), with the topics of `querent help`.
std::string man_page(const ProgramTable& table);
/// As a script of a shell.
std::string bash_completion(const ProgramTable& table);
std::string zsh_completion(const ProgramTable& table);
std::string fish_completion(const ProgramTable& table);
/// As docs/options.md.
std::string markdown_options(const ProgramTable& table);

}  // namespace querent::apps
