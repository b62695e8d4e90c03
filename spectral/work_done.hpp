// SPDX-License-Identifier: Apache-2.0
// Which share of block Lanczos is done, counted in ticks: one before each product of its filter,
// four more a step.
//
// The vectors that a graph needs are not known before they are there, but its density of states
// tells whether they will be many (expected_times()). What is expected is told as 0.9; a full basis
// goes to 0.99, so that what is left is then the most that it can be. Whatever comes beyond, as
// the probe, adds nothing. Once all is found, which often is before 0.9, it is 0.9, and what is left
// is to look at it.
// Steps take the same time each as long as the vectors lie in memory. Where they lie in a file, each
// is made orthogonal to all before it, at the speed of the disk or, where the system has room for
// the file, of memory: k steps take k² or k, and half of each is told, which by arithmetic is some
// third off the finish of either from a third of the time on. Between restarts of a full basis steps
// take as long as when it is two thirds full.
#pragma once

#include <algorithm>
#include <cmath>

namespace querent::spectral {

/// How many times the usual number of products a graph needs, by the filter's gain at the middle one
/// of the wanted eigenvalues. Where they lie at the edge of a bulk, as of a random graph, all are
/// near the cutoff, the filter hardly lifts them, and the basis is full and restarted. Between the
/// points on a line by the logarithm; docs/notes/embedding.md has the graphs that they are from.
inline double expected_times(double middle_gain) {
  constexpr double kRestarted = 3, kFew = 5, kLifted = 100;  // gains
  constexpr double kRestarts = 3.2, kMore = 1.35;            // times as many
  const auto place = [&](double from, double to) {
    return std::clamp(std::log(middle_gain / from) / std::log(to / from), 0.0, 1.0);
  };
  return kRestarts + (kMore - kRestarts) * place(kRestarted, kFew) +
         (1 - kMore) * place(kFew, kLifted);
}

class WorkDone {
 public:
  /// From now on `ticks` > 0 of them are usual, and `times` ≥ 1 as many are expected.
  void expect(double ticks, double times, bool in_file) {
    before_ = share();
    usual_ = ticks;
    times_ = times;
    in_file_ = in_file;
    ticks_ = 0;
    looking_ = 0;
  }
  /// All is found; `ticks` > 0 more are to come.
  void found(double ticks) {
    before_ = std::max(share(), kExpected);
    looking_ = ticks;
    ticks_ = 0;
  }
  void tick() { ticks_ += 1; }

  /// In [0, 0.99]; never falls.
  double share() const {
    if (looking_ > 0) return before_ + (kFull - before_) * std::min(1.0, ticks_ / looking_);
    const double done = work(ticks_ / usual_) / work(times_);
    if (done < 1) return before_ + (std::max(before_, kExpected) - before_) * done;
    const double full = std::max(work(kFullBasis) / work(times_), kBeyond);
    const double beyond = std::min(1.0, (done - 1) / (full - 1));
    return std::max(before_, kExpected + (kFull - kExpected) * beyond);
  }

 private:
  static constexpr double kExpected = 0.9, kFull = 0.99, kFullBasis = 1.67, kBeyond = 1.3;

  /// What x times the usual steps take, beside the usual ones.
  double work(double x) const {
    if (!in_file_) return x;
    const double building = std::min(x, kFullBasis);
    return (x + building * building + 4.0 / 3 * kFullBasis * (x - building)) / 2;
  }

  // before anything is expected: little is done
  double usual_ = 300, times_ = 1, before_ = 0, ticks_ = 0, looking_ = 0;
  bool in_file_ = false;
};

}  // namespace querent::spectral
