// SPDX-License-Identifier: Apache-2.0
// Programs that are installed beside this one and run some of its commands.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace querent::apps {

/// The program `name` in the folder of this one. Throws UsageError with the text `missing` if it
/// does not exist.
std::filesystem::path program_beside_this(const std::string& name, const std::string& missing);

/// The command line of this process with another program as its first word.
std::vector<std::string> command_line_for(const std::filesystem::path& program);

/// Replaces this process by `program` with the same command line. Throws IoError.
[[noreturn]] void become(const std::filesystem::path& program);

/// Runs the program of a command line beside this one, with our input and outputs, and waits for
/// it; its words are those of command_words(). Returns its exit code, or 128 + N if signal N ended
/// it. Throws IoError, or UsageError if the program does not exist.
int run_beside_this(const std::string& command);

/// Runs `querent-slepc`, which is installed beside this program, with the same command line, waits
/// for it and returns its exit code. This process does not use MPI and needs little memory, so that
/// it can report a rank that a signal has ended (SIGKILL if a machine runs out of memory) as an
/// IoError; mpirun then ends the others. The rank ends with this process. Throws UsageError with
/// the packages to install if the program does not exist.
int run_ranks_program();

}  // namespace querent::apps
