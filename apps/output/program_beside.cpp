// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/program_beside.hpp>

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/error.hpp>

namespace querent::apps {

std::filesystem::path program_beside_this(const std::string& name, const std::string& missing) {
  const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
  if (std::filesystem::exists(program)) return program;
  throw UsageError(missing);
}

std::vector<std::string> command_line_for(const std::filesystem::path& program) {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  if (words.empty()) words.emplace_back();
  words[0] = program.string();
  return words;
}

void become(const std::filesystem::path& program) {
  std::vector<std::string> words = command_line_for(program);
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  sigset_t none;  // ours blocks the signals that another thread waits for
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  std::signal(SIGPIPE, SIG_DFL);
  execv(program.c_str(), argv.data());
  throw IoError(fmt::format("cannot start {}: {}", program.string(), std::strerror(errno)));
}

}  // namespace querent::apps
