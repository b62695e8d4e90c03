// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/terminal/console.hpp>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

#include <querent/apps/terminal/escape.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/platform/terminal.hpp>

namespace querent::apps {

namespace {

std::string prefixed(std::string_view prefix, std::string_view given) {
  const std::string shown = for_terminal(given);
  std::string_view message = shown;
  std::string text;
  while (!message.empty()) {
    const std::size_t end = std::min(message.find('\n'), message.size());
    text += fmt::format("{}{}\n", prefix, message.substr(0, end));
    message.remove_prefix(std::min(end + 1, message.size()));
  }
  return text;
}

}  // namespace

Console::Console()
    : terminal_(platform::is_terminal(platform::kStandardError)),
      colour_(terminal_ && !is_set("NO_COLOR") && is_set("TERM") &&
              std::strcmp(std::getenv("TERM"), "dumb") != 0) {}

int Console::width() const {
  const auto window = platform::window_of(platform::kStandardError);
  return window ? static_cast<int>(window->columns) : 80;
}

void Console::print(std::string_view text) const {
  write(for_terminal(text));
}

void Console::print_data(std::string_view bytes) const {
  platform::is_terminal(platform::kStandardOutput) ? print(bytes) : write(bytes);
}

void Console::write(std::string_view text) const {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    if (errno == EPIPE) throw ClosedPipe("standard output was closed");
    throw IoError(fmt::format("standard output: {}", std::strerror(errno)));
  }
}

void Console::note(std::string_view message) const {
  if (!quiet) say(prefixed("note: ", message));
}

void Console::error(std::string_view message) const {
  say(prefixed(colour_ ? "\x1b[1;31merror:\x1b[0m " : "error: ", message));
}

void Console::say(const std::string& lines) const {
  if (copied != nullptr) copied->append(lines);
  raw(lines);
}

void Console::raw(std::string_view text) const {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

std::string grouped(std::uint64_t n) {
  const std::string digits = std::to_string(n);
  std::string result;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) result += ',';
    result += digits[i];
  }
  return result;
}

std::string counted(std::uint64_t n, std::string_view one, std::string_view many) {
  if (n == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", grouped(n), one)
                      : fmt::format("{} {}", grouped(n), many);
}

std::string duration(double seconds) {
  if (seconds < 1) return fmt::format("{:.2f} s", seconds);
  if (seconds < 10) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace querent::apps
