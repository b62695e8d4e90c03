// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/terminal/interrupt.hpp>

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace querent::apps {

namespace {

constexpr auto kGrace = std::chrono::milliseconds(600);

std::atomic<int> received{0};
std::atomic<bool> noticed{false};  // the program ends by itself with this message
std::atomic<void (*)()> last_act{nullptr};

struct Temporaries {
  std::mutex mutex;
  std::vector<std::filesystem::path> paths;
};
// never destroyed, since the waiting thread may use it while the program ends
Temporaries& temporaries() {
  static auto* const all = new Temporaries;
  return *all;
}

void remove_quietly(const std::filesystem::path& path) {
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
}

void wait_for(sigset_t signals) {
  int signal = 0;
  while (sigwait(&signals, &signal) != 0) {
  }
  received.store(signal, std::memory_order_relaxed);
  std::this_thread::sleep_for(kGrace);
  if (auto* const act = last_act.load()) act();
  auto& all = temporaries();
  const std::lock_guard lock(all.mutex);
  std::for_each(all.paths.rbegin(), all.paths.rend(),
                remove_quietly);  // files before their directory
  constexpr std::string_view kLine = "interrupted\n";
  if (!noticed && write(STDERR_FILENO, kLine.data(), kLine.size()) < 0) _exit(128 + signal);
  _exit(128 + signal);
}

}  // namespace

void hold_standard_descriptors() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (fcntl(fd, F_GETFD) >= 0) continue;
    // open() returns the lowest free descriptor, which is the closed one
    static_cast<void>(open("/dev/null", fd == STDIN_FILENO    ? O_WRONLY
                                        : fd == STDOUT_FILENO ? O_RDONLY
                                                              : O_RDWR));
  }
}

void watch_for_interrupts() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread(wait_for, signals).detach();
  std::signal(SIGPIPE, SIG_IGN);  // writing to a closed pipe becomes an error instead of a signal,
  std::signal(SIGXFSZ, SIG_IGN);  // as does a file that exceeds the size limit
}

void before_forced_end(void (*act)()) {
  last_act = act;
}

bool interrupted() {
  return received.load(std::memory_order_relaxed) != 0;
}

void check_interrupt() {
  if (const int signal = received.load(std::memory_order_relaxed); signal != 0) {
    noticed = true;
    throw Interrupted(signal);
  }
}

Temporary::Temporary(std::filesystem::path path) : path_(std::move(path)) {
  const std::lock_guard lock(temporaries().mutex);
  temporaries().paths.push_back(path_);
}

Temporary::Temporary(Temporary&& other) noexcept : path_(std::exchange(other.path_, {})) {}

Temporary& Temporary::operator=(Temporary&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

Temporary::~Temporary() {
  if (path_.empty()) return;
  remove_quietly(path_);
  keep();
}

void Temporary::keep() {
  const std::lock_guard lock(temporaries().mutex);
  std::erase(temporaries().paths, path_);
  path_.clear();
}

}  // namespace querent::apps
