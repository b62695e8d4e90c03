// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/terminal/time_left.hpp>

namespace querent::apps {

namespace {

constexpr double kLately = 0.2;  // of the time so far
constexpr double kLeast = 0.01;  // of the work

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

}  // namespace querent::apps
