// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/time_left.hpp>
#include <querent/learners/error_estimate.hpp>

namespace querent::apps {

/// Shows how far one piece of work is: a bar with rate and time left on a terminal, at most a line
/// each 10 s on a pipe, nothing with --quiet. Any thread may report.
class Progress {
 public:
  /// `unit` is counted per second ("rounds", "B"); empty when `total` is only a share. A total of 0
  /// is not known.
  Progress(const Console& console, std::string what, double total, std::string unit = {});
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void set(double done);
  /// Rounds played, with the mistakes and the labels asked among them.
  void add_rounds(std::uint64_t rounds, std::uint64_t mistakes, std::uint64_t queries);
  /// What the labels asked say of the error rate of the run that was last heard of; shown from the
  /// next report on, where it says anything beyond the error rate itself.
  void say_estimate(const Estimate& estimate);
  /// What is done when the rounds are played, shown in their place: "the final model 40 %".
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

}  // namespace querent::apps
