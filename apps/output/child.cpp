// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/child.hpp>

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

// Input and output are unnamed files, so that neither process can block the other.
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

std::string contents(std::FILE* file) {
  std::string bytes;
  std::rewind(file);
  char block[4096];
  for (std::size_t n; (n = std::fread(block, 1, sizeof block, file)) > 0;) bytes.append(block, n);
  return bytes;
}

}  // namespace

ChildResult run_child(const std::vector<std::string>& command, const std::string& input) {
  const File in = unnamed_file(), out = unnamed_file(), errors = unnamed_file();
  std::fwrite(input.data(), 1, input.size(), in.get());
  if (std::fflush(in.get()) != 0)
    throw IoError(std::string("cannot write a temporary file: ") + std::strerror(errno));
  std::rewind(in.get());

  const StartedChild child = start_child(
      command, {.in = fileno(in.get()), .out = fileno(out.get()), .errors = fileno(errors.get())});
  if (child.error == ENOENT) return {};
  if (child.error != 0) throw IoError(command[0] + ": " + std::strerror(child.error));

  const int status = wait_for(child.id);
  return {.found = true,
          .status = status,
          .output = contents(out.get()),
          .errors = contents(errors.get())};
}

}  // namespace querent::apps
