// SPDX-License-Identifier: Apache-2.0
// Programs that are installed beside this one and do what it leaves out.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace querent::apps {

/// The program `name` in the folder of this one. UsageError with the text `missing` where there is
/// none.
std::filesystem::path program_beside_this(const std::string& name, const std::string& missing);

/// This process's command line with another program's name in front.
std::vector<std::string> command_line_for(const std::filesystem::path& program);

/// Replaces this process by `program` with the same command line, as if that had been typed.
/// IoError.
[[noreturn]] void become(const std::filesystem::path& program);

/// Runs the program of a command line beside this one, with our input and outputs, and waits for
/// it. Words are parted by spaces, and those in single quotes hold spaces. Returns its exit code, or
/// 128 + N when signal N ended it. IoError; UsageError where there is no such program.
int run_beside_this(const std::string& command);

}  // namespace querent::apps
