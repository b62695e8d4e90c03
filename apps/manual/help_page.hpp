// SPDX-License-Identifier: Apache-2.0
// The text that `querent COMMAND --help` and `querent help` print, made from the table of options.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <querent/apps/manual/option_table.hpp>

namespace querent::apps {

/// Three examples and the most used options, or all options of a small command. `columns` is the
/// width of the terminal.
std::string first_help(const CommandTable& command, std::size_t columns);

/// All options of a command, by group.
std::string whole_help(const CommandTable& command, std::size_t columns);

/// The options of all commands whose name or meaning contains `word`; empty if none does.
std::string help_on_word(const ProgramTable& program, std::string_view word, std::size_t columns);

/// The commands, examples for a start, and where to find the rest.
std::string program_help(const ProgramTable& program, std::size_t columns);

}  // namespace querent::apps
