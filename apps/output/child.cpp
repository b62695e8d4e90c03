// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/child.hpp>

#include <fcntl.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
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

struct Pipe {
  int read = -1, write = -1;

  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
      throw IoError(std::string("cannot make a pipe: ") + std::strerror(errno));
    read = ends[0], write = ends[1];
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    ::close(read);
    close_write();
  }
  void close_write() {
    if (write >= 0) ::close(write);
    write = -1;
  }
};

// In the child, between fork and exec: system calls alone, since other threads may have held locks.
[[noreturn]] void exec_child(char* const* argv, pid_t parent, int in, int errors, int why) {
#ifdef __linux__
  // A run that is killed takes its child along: no file of it appears behind the next run's back.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
#else
  static_cast<void>(parent);
#endif
  sigset_t none;
  sigemptyset(&none);
  ::signal(SIGPIPE, SIG_DFL);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0 && ::dup2(in, STDIN_FILENO) >= 0 && ::dup2(nowhere, STDOUT_FILENO) >= 0 &&
      ::dup2(errors, STDERR_FILENO) >= 0) {
    ::sigprocmask(SIG_SETMASK, &none,
                  nullptr);  // ours blocks the signals that another thread waits for
    ::execvp(argv[0], argv);
  }
  const int error = errno;
  static_cast<void>(!::write(why, &error, sizeof error));
  ::_exit(127);
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

  std::vector<std::string> words = command;
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  Pipe why;  // closed by exec, else it says what went wrong
  const pid_t parent = ::getpid(), child = ::fork();
  if (child == 0)
    exec_child(argv.data(), parent, fileno(in.get()), fileno(errors.get()), why.write);
  if (child < 0) throw IoError(command[0] + ": " + std::strerror(errno));
  why.close_write();
  int error = 0;
  ssize_t read = 0;
  while ((read = ::read(why.read, &error, sizeof error)) < 0 && errno == EINTR) {
  }
  if (read == sizeof error) {
    while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    if (error == ENOENT) return {};
    throw IoError(command[0] + ": " + std::strerror(error));
  }

  ChildResult result{.found = true, .status = wait_for(child), .errors = {}};
  std::rewind(errors.get());
  char block[4096];
  for (std::size_t n; (n = std::fread(block, 1, sizeof block, errors.get())) > 0;)
    result.errors.append(block, n);
  return result;
}

}  // namespace querent::apps
