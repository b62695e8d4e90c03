// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/child_lines.hpp>

#include <fcntl.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>

namespace querent::apps {

namespace {

std::pair<Descriptor, Descriptor> both(int made, const int (&ends)[2], const char* what) {
  if (made != 0) throw IoError(fmt::format("cannot make {}: {}", what, std::strerror(errno)));
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

bool stands_for(int file, int standard) {
  return file < 0 || ::dup2(file, standard) >= 0;
}

// In the child between fork and exec only system calls are allowed, since other threads may have
// held locks.
[[noreturn]] void exec_child(char* const* argv, pid_t parent, const ChildFiles& files, int why) {
#ifdef __linux__
  // A killed run takes its child along, so that no file of it appears during the next run.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
#else
  static_cast<void>(parent);
#endif
  sigset_t none;
  sigemptyset(&none);
  ::signal(SIGPIPE, SIG_DFL);
  if (stands_for(files.in, STDIN_FILENO) && stands_for(files.out, STDOUT_FILENO) &&
      stands_for(files.errors, STDERR_FILENO)) {
    ::sigprocmask(SIG_SETMASK, &none,
                  nullptr);  // ours blocks the signals that another thread handles
    ::execvp(argv[0], argv);
  }
  const int error = errno;
  static_cast<void>(!::write(why, &error, sizeof error));
  ::_exit(127);
}

}  // namespace

void Descriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

std::pair<Descriptor, Descriptor> make_pipe() {
  int ends[2];
  return both(::pipe2(ends, O_CLOEXEC), ends, "a pipe");
}

std::pair<Descriptor, Descriptor> make_sockets() {
  int ends[2];
  return both(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), ends, "a socket");
}

StartedChild start_child(std::vector<std::string> words, const ChildFiles& files) {
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  auto [from_child, to_parent] = make_pipe();  // closed by exec; otherwise it transmits errno
  const pid_t parent = ::getpid(), child = ::fork();
  if (child == 0) exec_child(argv.data(), parent, files, to_parent.number());
  if (child < 0) return {.id = -1, .error = errno};
  to_parent.close();
  int error = 0;
  ssize_t read = 0;
  while ((read = ::read(from_child.number(), &error, sizeof error)) < 0 && errno == EINTR) {
  }
  if (read != sizeof error) return {.id = child};
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return {.id = -1, .error = error};
}

}  // namespace querent::apps
