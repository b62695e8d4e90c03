// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/terminal/progress.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <querent/apps/terminal/escape.hpp>
#include <querent/apps/terminal/interrupt.hpp>

namespace querent::apps {

namespace {

constexpr double kLately = 0.2;  // of the time so far
constexpr double kLeast = 0.01;  // of the work

constexpr auto kTerminalPeriod = std::chrono::milliseconds(100);
constexpr auto kPipePeriod = std::chrono::seconds(10);
constexpr int kBarWidth = 24;

std::string bar(double share) {
  static const char* const kEighths[] = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const int eighths = static_cast<int>(std::clamp(share, 0.0, 1.0) * kBarWidth * 8);
  std::string text;
  for (int cell = 0; cell < kBarWidth; ++cell) {
    const int fill = std::clamp(eighths - 8 * cell, 0, 8);
    text += fill == 8 ? "█" : kEighths[fill];
  }
  return text;
}

std::string scaled(double value) {
  if (value < 1e3) return fmt::format("{:.0f}", value);
  if (value < 1e6) return fmt::format("{:.0f} k", value / 1e3);
  return fmt::format("{:.1f} M", value / 1e6);
}

}  // namespace

void TimeLeft::add(double seconds, double share) {
  now_ = {.seconds = seconds, .share = share};
  if (seconds - between_.seconds <= kLately * seconds) return;
  before_ = between_;
  between_ = now_;
}

std::optional<double> TimeLeft::seconds() const {
  if (now_.share < kLeast || now_.share <= before_.share) return std::nullopt;
  return (1 - now_.share) * (now_.seconds - before_.seconds) / (now_.share - before_.share);
}

Progress::Progress(const Console& console, std::string what, double total, std::string unit)
    : console_(console), what_(std::move(what)), unit_(std::move(unit)), total_(total) {}

Progress::~Progress() {
  if (visible_) console_.raw("\r\x1b[K");
}

void Progress::set(double done) {
  const std::lock_guard lock(mutex_);
  done_ = done;
  draw();
}

void Progress::add_rounds(std::uint64_t rounds, std::uint64_t mistakes, std::uint64_t queries) {
  const std::lock_guard lock(mutex_);
  rounds_ += rounds;
  mistakes_ += mistakes;
  queries_ += queries;
  done_ += static_cast<double>(rounds);
  draw();
}

std::string text_of(const Estimate& estimate) {
  const auto interval = fmt::format("{:.4f} – {:.4f}", estimate.low, estimate.high);
  return estimate.has_value ? fmt::format("{:.4f} ({})", estimate.value, interval) : interval;
}

void Progress::say_estimate(const Estimate& estimate) {
  const std::lock_guard lock(mutex_);
  estimate_ = estimate;
}

void Progress::go_on(const std::string& what, double share) {
  const std::lock_guard lock(mutex_);
  after_ = fmt::format("{} {:3.0f} %", what, std::floor(100 * share));
  draw();
  after_.clear();
}

void Progress::draw() {
  if (console_.quiet) return;
  const auto now = Clock::now();
  if (now - drawn_ <
      (console_.terminal() ? std::chrono::milliseconds(kTerminalPeriod) : kPipePeriod))
    return;
  drawn_ = now;
  const std::string text = line(std::chrono::duration<double>(now - start_).count());
  if (console_.terminal()) {
    console_.raw(fmt::format("\r\x1b[K{}", text));
    visible_ = true;
  } else {
    console_.raw(text + "\n");
  }
}

std::string Progress::line(double seconds) {
  // most important part first: the terminal shows as many parts as fit on one line
  std::vector<std::string> parts;
  const double share = total_ > 0 ? std::min(1.0, done_ / total_) : 0;
  const std::size_t width =
      console_.terminal() ? static_cast<std::size_t>(console_.width()) - 1 : std::string::npos;
  if (!after_.empty()) {
    parts.push_back(after_);
  } else {
    std::string text = what_;
    if (total_ > 0) {
      if (console_.terminal() && width >= 99) text += fmt::format(" {}", bar(share));
      text += fmt::format(" {:3.0f} %", std::floor(100 * share));
    }
    parts.push_back(text);
    left_.add(seconds, share);
    if (const auto left = left_.seconds()) parts.push_back(duration(*left) + " left");
    if (rounds_ > 0 && unit_ == "rounds") {  // answers of a pool are not mistakes
      const auto rounds = static_cast<double>(rounds_);
      parts.push_back(fmt::format("error {:.4f}", static_cast<double>(mistakes_) / rounds));
      parts.push_back(fmt::format("asked {:.1f} %", 100 * static_cast<double>(queries_) / rounds));
      if (estimate_.is_informative()) parts.push_back("estimated " + text_of(estimate_));
    }
    if (!unit_.empty())
      parts.push_back(
          fmt::format("{}{}/s", scaled(done_ / seconds), unit_ == "B" ? "B" : " " + unit_));
  }
  std::string line;
  std::size_t columns = 0;
  for (const std::string& part : parts) {
    const std::size_t wide = width_of(part) + (line.empty() ? 0 : 2);
    if (columns + wide > width) continue;
    columns += wide;
    line += (line.empty() ? "" : "  ") + part;
  }
  return line;
}

ReadingProgress::ReadingProgress(Input& input, const Console& console, std::string what)
    : progress_(console, std::move(what), static_cast<double>(input.bytes_total()), "B") {
  input.on_progress([this, &input] {
    progress_.set(static_cast<double>(input.bytes_consumed()));
    check_interrupt();
  });
}

}  // namespace querent::apps
