// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/ranks_program.hpp>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include <querent/apps/output/program_beside.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/datasets/error.hpp>

namespace querent::apps {

namespace {

pid_t start(const std::filesystem::path& program) {
  std::vector<std::string> copies = command_line_for(program);
  std::vector<char*> argv;
  for (auto& word : copies) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) throw IoError(fmt::format("cannot start a process: {}", std::strerror(errno)));
  if (child > 0) return child;
  sigset_t none;  // ours blocks the signals that another thread handles
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  std::signal(SIGPIPE, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() == parent) execv(program.c_str(), argv.data());
  _exit(127);
}

}  // namespace

int run_ranks_program() {
  const pid_t child = start(program_beside_this(
      "querent-slepc",
      "--engine mpi: this querent was built without MPI — install libslepc-real-dev and "
      "openmpi-bin, then build with -DQUERENT_WITH_SLEPC=ON"));
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
