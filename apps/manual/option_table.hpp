// SPDX-License-Identifier: Apache-2.0
// The options of the program as data, read from its CLI::App. The man page, the completions of
// three shells and docs/options.md are made from this table.
// The pages of `querent help TOPIC`, which the man page repeats.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>

namespace querent::apps {

/// An option, a flag or a positional argument.
struct OptionLine {
  std::vector<std::string> names;  ///< "--quiet", "-q"; empty: positional
  std::string value = {};          ///< "N", "none|unit|minmax|standard"; empty: a flag
  std::string default_value = {};  ///< empty: none, or not worth printing
  std::string description, group = {};
  bool required = false, repeatable = false;
  std::vector<std::string> words = {};  ///< completions of the value
  std::string names_of = {};  ///< or a kind of `help --names`: learners, rules, datasets, …
  bool files = false, directories = false;  ///< or files, or directories

  bool by_position() const { return names.empty(); }
  bool is_flag() const { return value.empty(); }
};

struct CommandTable {
  std::string name, description;
  std::vector<OptionLine> options;  ///< in the order of `querent help NAME`

  /// "querent run [OPTIONS] [SOURCE]"
  std::string usage() const;
  /// The groups of its options, in order; positional arguments have none.
  std::vector<std::string> groups() const;
};

struct ProgramTable {
  std::string name, description;
  std::vector<OptionLine> options;
  std::vector<CommandTable> commands = {};
};

ProgramTable option_table(const CLI::App& program);

/// The names of a kind, such as "learners", for completions. Throws UsageError for an unknown kind.
std::vector<std::string> names_of_kind(std::string_view asked, const CLI::App& program);

/// The table as a man page, with the topics of `querent help`.
std::string man_page(const ProgramTable& table);
/// The table as a completion script.
std::string bash_completion(const ProgramTable& table);
std::string zsh_completion(const ProgramTable& table);
std::string fish_completion(const ProgramTable& table);
/// The table as docs/options.md.
std::string markdown_options(const ProgramTable& table);

// The text that `querent COMMAND --help` and `querent help` print, made from the table of options.

/// Three examples and the most used options, or all options of a small command. `columns` is the
/// width of the terminal.
std::string first_help(const CommandTable& command, std::size_t columns);

/// All options of a command, by group.
std::string whole_help(const CommandTable& command, std::size_t columns);

/// The options of all commands whose name or meaning contains `word`; empty if none does.
std::string help_on_word(const ProgramTable& program, std::string_view word, std::size_t columns);

/// The commands, examples for a start, and where to find the rest.
std::string program_help(const ProgramTable& program, std::size_t columns);

struct Topic {
  std::string name, text;
};

const std::vector<Topic>& topics();

/// A file of apps/manual/texts, which the build embeds.
std::string_view topic_text(std::string_view name);

/// A topic's text, with paragraphs and meanings wrapped to `columns`.
std::string folded(std::string_view text, std::size_t columns);

}  // namespace querent::apps
