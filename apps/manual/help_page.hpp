// SPDX-License-Identifier: Apache-2.0
// What `querent COMMAND --help` and `querent help` print for a person, from the one table of
// options.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <querent/apps/manual/option_table.hpp>

namespace querent::apps {

/// Three examples and the options that one needs first, or all of a command that has few. `columns`
/// is the width of the terminal.
std::string first_help(const CommandTable& command, std::size_t columns);

/// Every option of a command, by subject.
std::string whole_help(const CommandTable& command, std::size_t columns);

/// The options of any command whose name or meaning has `word`; empty when none has.
std::string help_on_word(const ProgramTable& program, std::string_view word, std::size_t columns);

/// The commands, the one to begin with and where the rest is said.
std::string program_help(const ProgramTable& program, std::size_t columns);

}  // namespace querent::apps
