// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace [[gnu::visibility("default")]] querent {
namespace platform {

std::uint64_t process_id();
/// The file of the running program; empty if the system does not say.
std::filesystem::path program_file();
/// The file of the shared library, or of the program, that this address of code or data belongs to;
/// empty if the system does not say.
std::filesystem::path file_of_address(const void* address);
/// The words of the command line; empty if the system does not say.
std::vector<std::string> command_line();
/// An environment variable in UTF-8; empty if it is not set.
std::string environment(const char* variable);
/// Lowers the priority of the calling thread, where the system has priorities of threads.
void lower_priority_of_thread();

}  // namespace platform
}  // namespace querent
