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
#include <cstdio>
#include <cstring>
#include <memory>
#include <thread>

#include <fmt/format.h>

#include <querent/apps/terminal/interrupt.hpp>
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

using Clock = std::chrono::steady_clock;
constexpr std::size_t kLongestLine = std::size_t{1} << 20;
constexpr int kPollInterval = 100;  // milliseconds between two checks for an interrupt

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

ChildLines::ChildLines(const std::vector<std::string>& command) {
  // a socket, because a write to a program that has ended must be an error and not a signal
  auto [to, in] = make_sockets();
  auto [from, out] = make_pipe();
  const StartedChild started = start_child(command, {.in = in.number(), .out = out.number()});
  if (started.error != 0)
    throw ChildFailed(fmt::format("cannot be started: {}", std::strerror(started.error)));
  child_ = started.id;
  to_ = std::move(to);
  from_ = std::move(from);
}

ChildLines::~ChildLines() {
  to_.close();
  from_.close();
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

// How the program ended; its output is closed, so it has ended or soon will.
std::string ChildLines::status() {
  siginfo_t info{};
  for (int attempt = 0; attempt < 20; ++attempt) {
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
    const ssize_t n = ::send(to_.number(), text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw ChildFailed(status());
    sent += static_cast<std::size_t>(n);
  }
}

std::string ChildLines::ask(const std::string& line, double seconds) {
  if (pollfd early{.fd = from_.number(), .events = POLLIN, .revents = 0};
      !buffer_.empty() || (::poll(&early, 1, 0) > 0 && (early.revents & POLLIN) != 0))
    throw ChildFailed("wrote a line without a question");
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
    pollfd ready{.fd = from_.number(), .events = POLLIN, .revents = 0};
    if (::poll(&ready, 1, kPollInterval) <= 0) continue;
    char block[4096];
    const ssize_t n = ::read(from_.number(), block, sizeof block);
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
  if (words.empty() || words.front().empty()) throw std::invalid_argument("the command is empty");
  return words;
}

}  // namespace querent::apps
