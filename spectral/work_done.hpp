// SPDX-License-Identifier: Apache-2.0
// Which share of block Lanczos is done, counted in ticks: one before each product of its filter,
// four more a step.
//
// The vectors that a graph needs are not known before they are there. Many take the usual number,
// which is told as 0.9; a full basis has two thirds more, and goes to 0.99, so that what is left is
// then the most that it can be. Whatever comes beyond, as restarts and the probe, adds nothing.
// Steps take the same time each as long as the vectors lie in memory; where they lie in a file, each
// is made orthogonal to all before it at the speed of the disk, and k steps take k².
#pragma once

#include <algorithm>

namespace querent::spectral {

class WorkDone {
 public:
  /// `ticks` > 0 of them are usual, from now on.
  void expect(double ticks, bool in_file) {
    before_ = share();
    usual_ = ticks;
    in_file_ = in_file;
    ticks_ = 0;
  }
  void tick() { ticks_ += 1; }

  /// In [0, 0.99]; never falls.
  double share() const {
    const double x = ticks_ / usual_, done = in_file_ ? x * x : x;
    if (done < 1) return before_ + (std::max(before_, kUsual) - before_) * done;
    const double full = in_file_ ? kFullBasis * kFullBasis : kFullBasis;
    const double beyond = std::min(1.0, (done - 1) / (full - 1));
    return std::max(before_, kUsual + (kFull - kUsual) * beyond);
  }

 private:
  static constexpr double kUsual = 0.9, kFull = 0.99, kFullBasis = 1.67;

  double usual_ = 300, before_ = 0, ticks_ = 0;  // before anything is expected: little is done
  bool in_file_ = false;
};

}  // namespace querent::spectral
