// SPDX-License-Identifier: Apache-2.0
// How long a piece of work still takes, by how fast it went lately: over between a fifth and some
// two fifths of the time that it has taken so far. Work that slows down at its end, since it turns
// out to need more steps than such work takes, is not said to end at once.
#pragma once

#include <optional>

namespace querent::apps {

class TimeLeft {
 public:
  /// A share of the work, in [0, 1], is done after so many seconds; neither falls from call to
  /// call.
  void add(double seconds, double share);
  /// Seconds; none below a hundredth of the work, where it would be a guess, and where nothing was
  /// done lately.
  std::optional<double> seconds() const;

 private:
  struct Mark {
    double seconds = 0, share = 0;
  };
  Mark before_, between_, now_;
};

}  // namespace querent::apps
