// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/child.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <thread>

#include <querent/apps/terminal/interrupt.hpp>
#include <querent/datasets/error.hpp>

namespace querent::apps {

namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

// Input and errors are files that nobody can name, so neither side can block the other.
File unnamed_file() {
  File file(std::tmpfile());
  if (file == nullptr)
    throw IoError(std::string("cannot make a temporary file: ") + std::strerror(errno));
  return file;
}

int wait_for(pid_t child) {
  for (;;) {
    int status = 0;
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child) return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (interrupted()) {
      kill(child, SIGTERM);
      waitpid(child, &status, 0);
      check_interrupt();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace

ChildResult run_child(const std::vector<std::string>& command, const std::string& input) {
  const File in = unnamed_file(), errors = unnamed_file();
  std::fwrite(input.data(), 1, input.size(), in.get());
  if (std::fflush(in.get()) != 0)
    throw IoError(std::string("cannot write a temporary file: ") + std::strerror(errno));
  std::rewind(in.get());

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, fileno(in.get()), STDIN_FILENO);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&files, fileno(errors.get()), STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigmask(&attributes,
                             &none);  // ours blocks the signals that another thread waits for
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  std::vector<std::string> words = command;
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  const int error = posix_spawnp(&child, argv[0], &files, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (error == ENOENT) return {};
  if (error != 0) throw IoError(command[0] + ": " + std::strerror(error));

  ChildResult result{.found = true, .status = wait_for(child), .errors = {}};
  std::rewind(errors.get());
  char block[4096];
  for (std::size_t n; (n = std::fread(block, 1, sizeof block, errors.get())) > 0;)
    result.errors.append(block, n);
  return result;
}

}  // namespace querent::apps
