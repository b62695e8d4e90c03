// SPDX-License-Identifier: Apache-2.0
// Estimates the remaining time of a piece of work from its recent rate: the rate over the last
// fifth to two fifths of the elapsed time. So work that slows down at its end, because it needs
// more steps than expected, is not reported as almost finished.
#pragma once

#include <optional>

namespace querent::apps {

class TimeLeft {
 public:
  /// Records that a share of the work in [0, 1] is done after `seconds`; both must be
  /// non-decreasing.
  void add(double seconds, double share);
  /// Remaining seconds; nullopt before 1 % of the work is done, or without recent progress.
  std::optional<double> seconds() const;

 private:
  struct Mark {
    double seconds = 0, share = 0;
  };
  Mark before_, between_, now_;
};

}  // namespace querent::apps
