// SPDX-License-Identifier: Apache-2.0
// The completed fraction of block Lanczos, counted in ticks: one before each product of its filter,
// four more per step.
//
// The number of vectors that a graph needs is not known in advance, but its density of states shows
// whether it is large (expected_times()). The expected work is reported as 0.9; a full basis
// reaches 0.99, since the rest cannot be more then. Further work, such as the probe, adds nothing.
// When all pairs are found, often before 0.9, 0.9 is reported, and only the tests remain.
// Steps take equal time while the vectors are in memory. In a file, each vector is orthogonalised
// against all before it, at the speed of the disk or, while the system has room for the file, of
// memory: k steps take k² or k. The average of both is reported, whose finish differs from either
// by about a third, from a third of the time on. Between restarts of a full basis, steps take as
// long as with a basis that is two thirds full.
#pragma once

#include <algorithm>
#include <cmath>

namespace querent::spectral {

/// The number of products that a graph needs, relative to the usual number, by the filter's gain at
/// the middle of the wanted eigenvalues. If these lie at the edge of a bulk, as for a random graph,
/// all are near the cutoff, the filter hardly amplifies them, and the full basis is restarted.
/// Linear in the logarithm between the points; docs/notes/embedding.md has the graphs behind them.
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
  /// Sets the usual number of `ticks` > 0 and the expected factor `times` ≥ 1.
  void expect(double ticks, double times, bool in_file) {
    before_ = share();
    usual_ = ticks;
    times_ = times;
    in_file_ = in_file;
    ticks_ = 0;
    looking_ = 0;
  }
  /// All pairs are found; `ticks` > 0 more follow.
  void found(double ticks) {
    before_ = std::max(share(), kExpected);
    looking_ = ticks;
    ticks_ = 0;
  }
  void tick() { ticks_ += 1; }

  /// In [0, 0.99]; never decreases.
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

  /// The work of x times the usual steps, relative to the usual steps.
  double work(double x) const {
    if (!in_file_) return x;
    const double building = std::min(x, kFullBasis);
    return (x + building * building + 4.0 / 3 * kFullBasis * (x - building)) / 2;
  }

  // before the expected work is known: little is done
  double usual_ = 300, times_ = 1, before_ = 0, ticks_ = 0, looking_ = 0;
  bool in_file_ = false;
};

}  // namespace querent::spectral
