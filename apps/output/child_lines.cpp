// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/child_lines.hpp>

#include <fcntl.h>
#include <poll.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include <querent/apps/terminal/interrupt.hpp>
#include <querent/datasets/error.hpp>

namespace querent::apps {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kLongestLine = std::size_t{1} << 20;
constexpr int kBetweenLooks = 100;  // ms in which an interrupt is noticed

[[noreturn]] void refused(const char* what) {
  throw IoError(fmt::format("cannot make {}: {}", what, std::strerror(errno)));
}

// In the child, between fork and exec: system calls alone.
[[noreturn]] void exec_lines(char* const* argv, pid_t parent, int in, int out, int why) {
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
#else
  static_cast<void>(parent);
#endif
  sigset_t none;
  sigemptyset(&none);
  ::signal(SIGPIPE, SIG_DFL);
  if (::dup2(in, STDIN_FILENO) >= 0 && ::dup2(out, STDOUT_FILENO) >= 0) {
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execvp(argv[0], argv);
  }
  const int error = errno;
  static_cast<void>(!::write(why, &error, sizeof error));
  ::_exit(127);
}

}  // namespace

ChildLines::ChildLines(const std::vector<std::string>& command) {
  std::vector<std::string> words = command;
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  // a socket to it, since a write to a program that has ended is then an error and no signal
  int to[2], from[2], why[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, to) != 0) refused("a socket");
  if (::pipe2(from, O_CLOEXEC) != 0) refused("a pipe");
  if (::pipe2(why, O_CLOEXEC) != 0) refused("a pipe");
  const pid_t parent = ::getpid();
  child_ = ::fork();
  if (child_ == 0) exec_lines(argv.data(), parent, to[1], from[1], why[1]);
  ::close(to[1]);
  ::close(from[1]);
  ::close(why[1]);
  to_ = to[0];
  from_ = from[0];
  int error = child_ < 0 ? errno : 0;
  if (child_ > 0) {
    ssize_t read = 0;
    while ((read = ::read(why[0], &error, sizeof error)) < 0 && errno == EINTR) {
    }
    if (read != sizeof error) error = 0;
  }
  ::close(why[0]);
  if (error == 0) return;
  ::close(to_);
  ::close(from_);
  if (child_ > 0) ::waitpid(child_, nullptr, 0);
  throw ChildFailed(fmt::format("cannot be started: {}", std::strerror(error)));
}

ChildLines::~ChildLines() {
  ::close(to_);
  ::close(from_);
  constexpr auto kPatience = std::chrono::milliseconds(500);
  const auto start = Clock::now();
  for (int status = 0; ::waitpid(child_, &status, WNOHANG) == 0;) {
    if (Clock::now() - start > kPatience) {
      ::kill(child_, SIGKILL);
      ::waitpid(child_, &status, 0);
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

// How it ended, where it has: its output is closed, so it has or soon will.
std::string ChildLines::status() {
  siginfo_t info{};
  for (int look = 0; look < 20; ++look) {
    if (::waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == child_)
      return info.si_code == CLD_EXITED ? fmt::format("ended with status {}", info.si_status)
                                        : fmt::format("was ended by signal {}", info.si_status);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return "closed its standard output";
}

void ChildLines::send(const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t n = ::send(to_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw ChildFailed(status());
    sent += static_cast<std::size_t>(n);
  }
}

std::string ChildLines::ask(const std::string& line, double seconds) {
  send(line + "\n");
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  for (;;) {
    if (const std::size_t at = buffer_.find('\n'); at != std::string::npos) {
      std::string answer = buffer_.substr(0, at);
      buffer_.erase(0, at + 1);
      if (answer.ends_with('\r')) answer.pop_back();
      return answer;
    }
    if (buffer_.size() > kLongestLine) throw ChildFailed("wrote a line of more than 1 MiB");
    check_interrupt();
    if (Clock::now() >= end) throw ChildFailed(fmt::format("did not answer within {} s", seconds));
    pollfd ready{.fd = from_, .events = POLLIN, .revents = 0};
    if (::poll(&ready, 1, kBetweenLooks) <= 0) continue;
    char block[4096];
    const ssize_t n = ::read(from_, block, sizeof block);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) throw ChildFailed(status());
    buffer_.append(block, static_cast<std::size_t>(n));
  }
}

std::vector<std::string> command_words(const std::string& command) {
  std::vector<std::string> words;
  bool within = false;
  char quote = 0;
  for (const char c : command) {
    if (quote == 0 && (c == ' ' || c == '\t')) {
      within = false;
      continue;
    }
    if (!within) words.emplace_back();
    within = true;
    if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    } else {
      words.back() += c;
    }
  }
  if (quote != 0) throw std::invalid_argument("a quote is not closed");
  if (words.empty() || words.front().empty()) throw std::invalid_argument("there is no command");
  return words;
}

}  // namespace querent::apps
