// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/program_beside.hpp>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <querent/apps/output/child_lines.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/platform/process.hpp>

namespace querent::apps {

std::filesystem::path program_beside_this(const std::string& name, const std::string& missing) {
  const auto program = platform::program_file().parent_path() / name;
  if (std::filesystem::exists(program)) return program;
  throw UsageError("{}; {} does not exist", missing, program.string());
}

std::vector<std::string> command_line_for(const std::filesystem::path& program) {
  std::vector<std::string> words = platform::command_line();
  if (words.empty()) words.emplace_back();
  words[0] = program.string();
  return words;
}

void become(const std::filesystem::path& program) {
  std::vector<std::string> words = command_line_for(program);
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  sigset_t none;  // ours blocks the signals that another thread handles
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  std::signal(SIGPIPE, SIG_DFL);
  execv(program.c_str(), argv.data());
  throw IoError(fmt::format("cannot start {}: {}", program.string(), std::strerror(errno)));
}

namespace {

pid_t start(std::vector<std::string> words) {
  const std::string program = words.front();
  const StartedChild child = start_child(std::move(words), {});
  if (child.id < 0)
    throw IoError(fmt::format("cannot start {}: {}", program, std::strerror(child.error)));
  return child.id;
}

}  // namespace

int run_beside_this(const std::string& command) {
  std::vector<std::string> words = command_words(command);
  words[0] = program_beside_this(words[0], words[0] + " is not beside this").string();
  const pid_t child = start(std::move(words));
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR)
      throw IoError(fmt::format("cannot wait for {}: {}", command, std::strerror(errno)));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int run_ranks_program() {
  const pid_t child = start(command_line_for(program_beside_this(
      "querent-slepc",
      "--engine mpi: this querent was built without MPI — install libslepc-real-dev and "
      "openmpi-bin, then build with -DQUERENT_WITH_SLEPC=ON")));
  for (int status = 0;;) {
    if (waitpid(child, &status, WNOHANG) == child) {
      if (WIFEXITED(status)) return WEXITSTATUS(status);
      check_interrupt();
      // so MPI ends the other ranks after an error, which one of them has reported
      if (WTERMSIG(status) == SIGTERM) return 128 + SIGTERM;
      throw IoError(fmt::format(
          "a rank (process {}) was ended by signal {} ({}) — the machine may be out of memory: "
          "start fewer ranks on each machine, or more machines",
          child, WTERMSIG(status), strsignal(WTERMSIG(status))));
    }
    if (interrupted()) kill(child, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace querent::apps
