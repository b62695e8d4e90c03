// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/terminal/keyboard.hpp>

#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/platform/terminal.hpp>

namespace querent::apps {

namespace {

constexpr int kPollInterval = 100;  // ms between two checks of the window size and of Ctrl-C
constexpr int kSequence = 30;       // ms for the remaining bytes of an arrow key
constexpr std::size_t kLeast = 20;

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw IoError(fmt::format("the terminal: {}", std::strerror(errno)));
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// State of the signal handlers; it is global because a process has one terminal.
termios before_us{}, ours{};
volatile std::sig_atomic_t goes_on = 0;  // the program continues after SIGSTOP or Ctrl-Z
volatile std::sig_atomic_t leaving = 0;  // the terminal is restored, until the program continues
volatile std::sig_atomic_t redraws = 0;  // the same, noticed late: the screen is drawn again
pthread_t reader{};                      // the thread that reads keys

void set_terminal(const termios& mode, int when = TCSADRAIN) {
  while (tcsetattr(STDIN_FILENO, when, &mode) != 0 && errno == EINTR) {
  }
}

// Drops keys typed while another program had the terminal.
void take_terminal() {
  goes_on = 1;
  set_terminal(ours, TCSAFLUSH);
}

bool is_ours() {
  termios mode{};
  return tcgetattr(STDIN_FILENO, &mode) != 0 || (mode.c_lflag & (ICANON | ECHO)) == 0;
}

// Whether another program had the terminal. SIGCONT may be handled by another thread, after this one,
// which reads the keys, has gone on; so it looks for itself.
bool was_away() {
  if (leaving != 0) return false;
  if (goes_on == 0 && !is_ours()) take_terminal();
  return goes_on != 0;
}

// Only the thread that reads the keys touches the terminal: another one may come late, and keys typed by
// then are meant for the program.
void resume() {
  if (pthread_equal(pthread_self(), reader) != 0) {
    take_terminal();
  } else {
    redraws = 1;
  }
}

void on_continue(int) {
  const int error = errno;
  resume();
  errno = error;
}

// Restores the terminal, then stops or ends the program as the default handler would.
void on_leave(int signal) {
  const int error = errno;
  leaving = 1;
  set_terminal(before_us);
  struct sigaction usual {};
  struct sigaction handled {};
  usual.sa_handler = SIG_DFL;
  sigaction(signal, &usual, &handled);
  sigset_t only, blocked;
  sigemptyset(&only);
  sigaddset(&only, signal);
  raise(signal);
  pthread_sigmask(SIG_UNBLOCK, &only, &blocked);  // the signal takes effect here
  pthread_sigmask(SIG_SETMASK, &blocked, nullptr);
  sigaction(signal, &handled, nullptr);
  leaving = 0;
  resume();
  errno = error;
}

void give_terminal_back() {
  set_terminal(before_us);
}

constexpr std::array kHandled{SIGTSTP, SIGQUIT, SIGCONT};

void handle_signals(bool ours_now) {
  for (const int signal : kHandled) {
    struct sigaction action {};
    action.sa_flags = SA_RESTART;
    action.sa_handler = !ours_now ? SIG_DFL : signal == SIGCONT ? on_continue : on_leave;
    sigaction(signal, &action, nullptr);
  }
  before_forced_end(ours_now ? give_terminal_back : nullptr);
}

}  // namespace

bool Keyboard::present() {
  return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
}

Keyboard::Keyboard() {
  const char* term = std::getenv("TERM");
  clears_ = term != nullptr && std::strcmp(term, "dumb") != 0 && *term != '\0';
  colour_ = clears_ && !is_set("NO_COLOR");
  tcgetattr(STDIN_FILENO, &before_us);
  ours = before_us;
  ours.c_lflag &= static_cast<tcflag_t>(~(ICANON | ECHO));  // Ctrl-C remains a signal
  ours.c_cc[VMIN] = 0;  // take_terminal() may drop a key between poll and read, which must not wait
  ours.c_cc[VTIME] = 0;
  reader = pthread_self();
  handle_signals(true);
  set_terminal(ours);
  size_ = size();
}

Keyboard::~Keyboard() {
  handle_signals(false);
  give_terminal_back();
}

void Keyboard::forget_typed() {
  tcflush(STDIN_FILENO, TCIFLUSH);
}

TerminalSize Keyboard::size() const {
  const auto window = platform::window_of(STDOUT_FILENO);
  if (!window) return {};
  return {std::max(window->columns, kLeast), std::max(window->rows, kLeast / 2)};
}

std::optional<char> Keyboard::byte(int milliseconds) {
  pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  if (::poll(&input, 1, milliseconds) <= 0 || leaving != 0 || was_away()) return std::nullopt;
  char c = 0;
  const ssize_t got = ::read(STDIN_FILENO, &c, 1);
  if (got == 1) return was_away() ? std::nullopt : std::optional(c);
  if (got == 0 && (input.revents & (POLLHUP | POLLERR)) == 0) return std::nullopt;
  return got < 0 && errno == EINTR ? std::nullopt : std::optional('\x04');
}

std::string Keyboard::key(const std::function<bool()>& has_news, const char* tab) {
  std::optional<char> c;
  while (!(c = byte(kPollInterval))) {
    check_interrupt();
    if (was_away()) {
      goes_on = 0;
      forget_typed();
      return kResize;
    }
    if (redraws != 0 || size() != size_ || (has_news && has_news())) {
      redraws = 0;
      size_ = size();
      return kResize;
    }
  }
  switch (*c) {
    case '\x04':
      return kEnd;
    case '\r':
    case '\n':
      return kEnter;
    case '\x7f':
    case '\b':
      return kBack;
    case '\t':
      return tab;
    case '\x1b': {
      const auto bracket = byte(kSequence);
      if (!bracket || (*bracket != '[' && *bracket != 'O')) return kEscape;
      std::optional<char> last;
      while ((last = byte(kSequence)) && (*last < '@' || *last > '~')) {
      }
      return last == 'A' ? kUp : last == 'B' ? kDown : "";
    }
    default:
      break;
  }
  const auto lead = static_cast<unsigned char>(*c);
  if (lead < 0x20) return "";
  std::string typed(1, *c);
  for (int k = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0; k > 0; --k) {
    if (const auto next = byte(kSequence)) typed += *next;
  }
  return typed;
}

void Keyboard::draw(const std::vector<std::string>& lines, bool cursor) {
  std::string text = clears_ ? "\x1b[H\x1b[2J" : "\n";
  for (std::size_t k = 0; k < lines.size(); ++k) {
    text += lines[k];
    if (k + 1 < lines.size() || !cursor) text += "\n";
  }
  write_all(text);
}

std::string Keyboard::bold(std::string_view text) const {
  return colour_ ? fmt::format("\x1b[1m{}\x1b[0m", text) : std::string(text);
}

std::string Keyboard::pale(std::string_view text) const {
  return colour_ ? fmt::format("\x1b[2m{}\x1b[0m", text) : std::string(text);
}

std::string Keyboard::half_blocks(std::string_view greys) const {
  constexpr unsigned kFirstGrey = 232, kGreys = 24;  // of the 256-colour palette
  const std::size_t width = greys.size() / 2;
  std::string line;
  for (std::size_t x = 0; x < width; ++x) {
    const auto above = static_cast<unsigned char>(greys[x]);
    const auto below = static_cast<unsigned char>(greys[width + x]);
    if (colour_) {
      line += fmt::format("\x1b[38;5;{};48;5;{}m▀", kFirstGrey + above * kGreys / 256,
                          kFirstGrey + below * kGreys / 256);
    } else {
      line += above > 127 ? (below > 127 ? "█" : "▀") : below > 127 ? "▄" : " ";
    }
  }
  return colour_ ? line + "\x1b[0m" : line;
}

}  // namespace querent::apps
