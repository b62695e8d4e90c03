// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include <querent/apps/terminal/console.hpp>
#include <querent/datasets/input.hpp>
#include <querent/learners/error_estimate.hpp>

namespace querent::apps {

// Estimates the remaining time of a piece of work from its recent rate: the rate over the last
// fifth to two fifths of the elapsed time. So work that slows down at its end, because it needs
// more steps than expected, is not reported as almost finished.

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

/// "0.0339 (0.0178 – 0.1844)", or the interval alone before there is a point.
std::string text_of(const Estimate& estimate);

/// Shows the progress of one piece of work: on a terminal a bar with rate and remaining time, on a
/// pipe at most one line per 10 s, with --quiet nothing. May be called from any thread.
class Progress {
 public:
  /// `unit` is counted per second ("rounds", "B"); empty if `total` is only a share. Only "rounds"
  /// show their error. A total of 0
  /// means unknown.
  Progress(const Console& console, std::string what, double total, std::string unit = {});
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void set(double done);
  /// Adds rounds, and the mistakes and queries among them.
  void add_rounds(std::uint64_t rounds, std::uint64_t mistakes, std::uint64_t queries);
  /// Sets the error estimate of the run that reported last; from the next report on it is shown, if
  /// it adds to the error rate.
  void say_estimate(const Estimate& estimate);
  /// Shows work after the last round, in place of the rounds: "the final model 40 %".
  void go_on(const std::string& what, double share);

 private:
  using Clock = std::chrono::steady_clock;

  void draw();
  std::string line(double seconds);

  const Console& console_;
  std::string what_, unit_, after_;
  double total_, done_ = 0;
  std::uint64_t rounds_ = 0, mistakes_ = 0, queries_ = 0;
  Clock::time_point start_ = Clock::now(), drawn_ = start_;
  TimeLeft left_;
  Estimate estimate_;
  bool visible_ = false;
  std::mutex mutex_;
};

/// Shows how much of an input has been read; an interrupt ends the reading (check_interrupt). Lives
/// as long as the input is read.
class ReadingProgress {
 public:
  ReadingProgress(Input& input, const Console& console, std::string what = "reading");

 private:
  Progress progress_;
};

}  // namespace querent::apps
