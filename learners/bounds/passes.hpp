// SPDX-License-Identifier: Apache-2.0
// The numbers of a run in which the bounds are expressed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <querent/learners/catalogue/catalogue.hpp>
#include <querent/learners/play.hpp>

namespace querent {

/// Called between steps of a long computation; may throw to end it.
class Pause {
 public:
  Pause() = default;
  explicit Pause(std::function<void()> call) : call_(std::move(call)) {}
  void operator()() const {
    if (call_) call_();
  }

 private:
  std::function<void()> call_;
};

struct PlayedRound {
  std::uint32_t item;
  Round round;
};

/// The plain passes of a run: every row of the stream, with each label at once.
struct Passes {
  std::uint64_t runs = 1;
  std::string encoding = "one-hot";
  double positive_weight = 0.5;  ///< η_p of the weighted sum and c_p of the cost
  /// The rows of a run in their order.
  std::function<std::vector<std::uint32_t>(std::uint64_t run)> order;
  /// The rounds that the learner played in a run.
  std::function<std::vector<PlayedRound>(const LearnerConfig&, std::uint64_t run)> rounds;
  Pause pause;
};

}  // namespace querent
